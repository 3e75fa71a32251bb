/** A picture of a table, as a file to keep or to send. */
import animals from '../games/tokan/animals.svg?raw';
import sweets from '../games/chocolate/sweets.svg?raw';
import type { ChocolateTable, TokanTable } from '../wire';

const PIECE = 44;
const SCALE = 2;

function defs(sheet: string): string {
  return sheet.slice(sheet.indexOf('<defs>'), sheet.indexOf('</svg>'));
}

interface Drawing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly body: string;
}

function chocolate(table: ChocolateTable): Drawing {
  const xs = table.field.map((card) => card.x);
  const ys = table.field.map((card) => card.y);
  const [left, top] = [Math.min(0, ...xs) - 1, Math.min(0, ...ys) - 1];
  const [right, bottom] = [Math.max(1, ...xs) + 3, Math.max(1, ...ys) + 3];
  const body = [...table.field]
    .sort((a, b) => a.tier - b.tier)
    .map(({ x, y, card, tier, smartie }) => {
      const lift = tier === 2 ? -4 : 0;
      const pieces = [card.charAt(0), card.charAt(1), card.charAt(3), card.charAt(2)]
        .map((colour, index) => `<use href="#art-piece-${colour}" x="${(index % 2) * PIECE}" y="${Math.floor(index / 2) * PIECE}"/>`)
        .join('');
      const rim = tier === 2 ? '<rect x="-1" y="-1" width="90" height="90" rx="8" fill="none" stroke="#ffd877" stroke-width="2"/>' : '';
      const shadow = tier === 2 ? '<rect x="5" y="8" width="88" height="88" rx="9" fill="#000" opacity=".35"/>' : '';
      const sweet = smartie ? '<use href="#art-smartie" x="44" y="44"/>' : '';
      return `<g transform="translate(${x * PIECE + lift} ${y * PIECE + lift})">${shadow}${pieces}${rim}${sweet}</g>`;
    })
    .join('');
  return { x: left * PIECE, y: top * PIECE, width: (right - left) * PIECE, height: (bottom - top) * PIECE, ground: '#4c7763', body };
}

function tokan(table: TokanTable): Drawing {
  const body = table.towers
    .map((tower, cell) => {
      if (!tower) return '';
      const tiles = [...tower].map((tile) => `${tile === tile.toUpperCase() ? 'r' : 'b'}${tile.toLowerCase()}`);
      const sides = tiles
        .map(
          (tile, level) =>
            `<rect x="-42" y="${28 - level * 10}" width="84" height="24" rx="9" fill="url(#art-side)" stroke="#8f6636"/><use href="#art-edge-${tile}" y="${41 - level * 10}"/>`,
        )
        .join('');
      // Row 1 is at the foot of the picture, and what stands in front is drawn later.
      return { row: Math.floor(cell / 6), text: `<g transform="translate(${(cell % 6) * 104} ${-Math.floor(cell / 6) * 122})">${sides}<use href="#art-tile-${tiles.at(-1)}" y="${-(tiles.length - 1) * 10}"/></g>` };
    })
    .filter((tower) => tower !== '')
    .sort((a, b) => b.row - a.row)
    .map(({ text }) => text)
    .join('');
  return { x: -72, y: -4 * 122 - 110, width: 5 * 104 + 144, height: 4 * 122 + 190, ground: '#e8dac3', body };
}

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
  canvas.fillText(sides.map(({ name, points }) => `${name}: ${points}`).join('   ·   '), 48, 126, width - 96);
}

/** Draws a table with who played at it; null where the browser cannot. */
export async function drawPicture(table: ChocolateTable | TokanTable, words: Caption): Promise<Blob | null> {
  const { x, y, width, height, ground, body } = table.family === 'tokan' ? tokan(table) : chocolate(table);
  const art = defs(table.family === 'tokan' ? animals : sweets);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width * SCALE}" height="${height * SCALE}">${art}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>${body}</svg>`;
  const image = new Image();
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
  context.drawImage(image, (canvas.width - width * SCALE) / 2, HEAD);
  caption(context, canvas.width, words, table.family === 'tokan' ? '#2a1d14' : '#fbf5ea');
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
