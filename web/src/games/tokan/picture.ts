import { picture } from '../drawing';
import type { Picture } from '../game';
import { artOf } from './board/places';
import { animals } from './sprites';

/** What a picture shows of a table. */
export interface Drawn {
  readonly towers: readonly string[];
}

/** A picture of a table, to keep or to send. */
export function pictureOf(table: Drawn): Picture {
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
    ground: '#e8dac3',
    ink: '#2a1d14',
    body,
  });
}
