import { picture } from '../drawing';
import type { Picture, PictureWith } from '../game';
import { artOf } from './board/places';
import { animals } from './sprites';

const GROUND = '#e8dac3';

/** What a picture shows of a table. */
export interface Drawn {
  readonly towers: readonly string[];
}

/** What stands in a tower, from below, in the letters of the notation: paper cannot be looked into. */
function lettersOf(tower: string, cell: number): string {
  if (tower.length < 2) return '';
  const letters = [...tower].map(
    (tile) => `<tspan fill="${tile === tile.toUpperCase() ? '#b3261e' : '#231f1c'}">${tile}</tspan>`,
  );
  const [x, y] = [(cell % 6) * 104, -Math.floor(cell / 6) * 122 + 72];
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="monospace" font-size="26" font-weight="700" stroke="${GROUND}" stroke-width="6" paint-order="stroke">${letters.join('')}</text>`;
}

/** A picture of a table, to keep or to send. */
export function pictureOf(table: Drawn, { all = false }: PictureWith<Drawn> = {}): Picture {
  const body = table.towers
    .map((tower, cell) => {
      if (!tower) return '';
      const tiles = [...tower].map(artOf);
      const sides = tiles
        .map(
          (tile, level) =>
            `<rect x="-42" y="${28 - level * 10}" width="84" height="24" rx="9" fill="url(#art-side)" stroke="#8f6636"/><use href="#art-edge-${tile}" y="${41 - level * 10}"/>`,
        )
        .join('');
      // Row 1 is at the foot of the picture, and what stands in front is drawn later.
      return {
        row: Math.floor(cell / 6),
        text: `<g transform="translate(${(cell % 6) * 104} ${-Math.floor(cell / 6) * 122})">${sides}<use href="#art-tile-${tiles.at(-1)}" y="${-(tiles.length - 1) * 10}"/></g>`,
      };
    })
    .filter((tower) => tower !== '')
    .sort((a, b) => b.row - a.row)
    .map(({ text }) => text)
    .join('');
  return picture(animals, {
    x: -72,
    y: -4 * 122 - 110,
    width: 5 * 104 + 144,
    height: 4 * 122 + 190,
    ground: GROUND,
    ink: '#2a1d14',
    body: all ? body + table.towers.map(lettersOf).join('') : body,
  });
}
