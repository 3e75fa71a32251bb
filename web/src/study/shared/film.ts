/** A line as a moving picture that every chat can show: a GIF with a table for each move. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Game, Picture } from '../../games/game';
import { tableAfter } from '../../net/studying';
import type { Node, Tree } from '../tree/tree';

const WIDTH = 540;
const HEAD = 44;
/** Longer lines are shown from where they can be shown to their end. */
const MOST_FRAMES = 80;
const STEP_MS = 900;
const LAST_MS = 3_000;

interface Frame {
  readonly picture: Picture;
  readonly image: HTMLImageElement;
  readonly box: DOMRect;
}

/** The nodes from the start through a node to the end of its line. */
export function lineThrough(node: Node): Node[] {
  const line = node.path();
  for (let next = node.next; next; next = next.next) line.push(next);
  return line.slice(-MOST_FRAMES - 1);
}

/** Draws a line. Tells how much is done; throws where the browser cannot draw. */
export async function film(
  tree: Tree,
  game: Game,
  line: readonly Node[],
  title: string,
  onDone: (share: number) => void,
): Promise<Blob> {
  const pictureOf = await game.loadPicture();
  const frames: Frame[] = [];
  for (const node of line) {
    const { table } = await tableAfter({ record: tree.line(node) });
    frames.push(await framed(pictureOf(table)));
    onDone((0.5 * frames.length) / line.length);
  }
  // All tables are drawn to the same scale and stay where they are, as large as the largest of them.
  const left = Math.min(...frames.map(({ box }) => box.left));
  const top = Math.min(...frames.map(({ box }) => box.top));
  const width = Math.max(...frames.map(({ box }) => box.right)) - left;
  const height = Math.max(...frames.map(({ box }) => box.bottom)) - top;
  const scale = Math.min(WIDTH / width, WIDTH / height);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round(height * scale) + HEAD;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const encoder = GIFEncoder();
  const first = line[0]?.ply ?? 0;
  for (const [index, { picture, image, box }] of frames.entries()) {
    context.fillStyle = picture.ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const x = (WIDTH - width * scale) / 2 + (box.left - left) * scale;
    context.drawImage(image, x, HEAD + (box.top - top) * scale, box.width * scale, box.height * scale);
    caption(context, title, first + index, picture.ink);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const palette = quantize(data, 256);
    const delay = index === frames.length - 1 ? LAST_MS : STEP_MS;
    encoder.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay, repeat: 0 });
    onDone(0.5 + (0.5 * (index + 1)) / frames.length);
    // The page stays alive meanwhile.
    await new Promise((resolve) => setTimeout(resolve));
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
}

async function framed(picture: Picture): Promise<Frame> {
  const image = new Image(picture.width, picture.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  const [x = 0, y = 0] = (/viewBox="([^"]+)"/.exec(picture.svg)?.[1] ?? '0 0').split(' ').map(Number);
  return { picture, image, box: new DOMRect(x, y, picture.width, picture.height) };
}

function caption(canvas: CanvasRenderingContext2D, title: string, ply: number, ink: string): void {
  canvas.fillStyle = ink;
  canvas.textBaseline = 'middle';
  canvas.textAlign = 'left';
  canvas.font = '600 20px Fraunces, serif';
  canvas.fillText(title, 14, HEAD / 2, WIDTH - 80);
  canvas.textAlign = 'right';
  canvas.font = '500 18px Inter, sans-serif';
  canvas.fillText(String(ply), WIDTH - 14, HEAD / 2);
}
