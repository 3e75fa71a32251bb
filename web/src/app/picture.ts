/** A picture of a table, as a file to keep or to send. */
import type { Picture } from '../games/game';
import { colon } from '../i18n/i18n.svelte';

const SCALE = 2;

export interface Caption {
  readonly title: string;
  /** Who played, with their points. */
  readonly sides: readonly { readonly name: string; readonly points: number }[];
}

const HEAD = 150;
const LEAST_WIDTH = 900;

/** Writes the game, the names and the points above the table. */
function caption(canvas: CanvasRenderingContext2D, width: number, { title, sides }: Caption, ink: string): void {
  canvas.fillStyle = ink;
  canvas.textBaseline = 'alphabetic';
  canvas.font = '600 46px Fraunces, serif';
  canvas.fillText(title, 48, 78);
  canvas.font = '500 30px Inter, sans-serif';
  canvas.fillText(sides.map(({ name, points }) => `${name}${colon()} ${points}`).join('   ·   '), 48, 126, width - 96);
}

/** Draws a table with who played at it; null where the browser cannot. */
export async function drawPicture({ svg, width, height, ground, ink }: Picture, words: Caption): Promise<Blob | null> {
  const image = new Image(width * SCALE, height * SCALE);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(LEAST_WIDTH, width * SCALE);
  canvas.height = height * SCALE + HEAD;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, (canvas.width - width * SCALE) / 2, HEAD, width * SCALE, height * SCALE);
  caption(context, canvas.width, words, ink);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
