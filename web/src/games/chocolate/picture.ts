import type { ChocolateTableShown } from '../../wire';
import { picture } from '../drawing';
import type { Picture } from '../game';
import { sweets } from './sprites';

const PIECE = 44;

/** A picture of a table, to keep or to send. */
export function pictureOf(table: ChocolateTableShown): Picture {
  const xs = table.field.map((card) => card.x);
  const ys = table.field.map((card) => card.y);
  const [left, top] = [Math.min(0, ...xs) - 1, Math.min(0, ...ys) - 1];
  const [right, bottom] = [Math.max(1, ...xs) + 3, Math.max(1, ...ys) + 3];
  const body = [...table.field]
    .sort((a, b) => a.tier - b.tier)
    .map(({ x, y, card, tier, smartie }) => {
      const lift = tier === 2 ? -4 : 0;
      const pieces = [card.charAt(0), card.charAt(1), card.charAt(3), card.charAt(2)]
        .map(
          (colour, index) =>
            `<use href="#art-piece-${colour}" x="${(index % 2) * PIECE}" y="${Math.floor(index / 2) * PIECE}"/>`,
        )
        .join('');
      const rim =
        tier === 2
          ? '<rect x="-1" y="-1" width="90" height="90" rx="8" fill="none" stroke="#ffd877" stroke-width="2"/>'
          : '';
      const shadow = tier === 2 ? '<rect x="5" y="8" width="88" height="88" rx="9" fill="#000" opacity=".35"/>' : '';
      const sweet = smartie ? '<use href="#art-smartie" x="44" y="44"/>' : '';
      return `<g transform="translate(${x * PIECE + lift} ${y * PIECE + lift})">${shadow}${pieces}${rim}${sweet}</g>`;
    })
    .join('');
  return picture(sweets, {
    x: left * PIECE,
    y: top * PIECE,
    width: (right - left) * PIECE,
    height: (bottom - top) * PIECE,
    ground: '#4c7763',
    ink: '#fbf5ea',
    body,
  });
}
