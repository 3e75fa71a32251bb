import type { ChocolateTableShown, LyingCard } from '../../wire';
import { picture } from '../drawing';
import type { Picture, PictureWith } from '../game';
import { sweets } from './sprites';

const PIECE = 44;
/** How large a card of a hand is, of one in the field, and how high the row of a hand. */
const HELD = 0.75;
const ROW = 86;
/** A row with four cards is that wide. */
const ROW_WIDTH = 570;
const INK = '#fbf5ea';

/** The four pieces of a card whose corner lies at 0,0, and the smartie on it. */
function cardOf(card: string, smartie: boolean): string {
  const pieces = [card.charAt(0), card.charAt(1), card.charAt(3), card.charAt(2)]
    .map(
      (colour, index) =>
        `<use href="#art-piece-${colour}" x="${(index % 2) * PIECE}" y="${Math.floor(index / 2) * PIECE}"/>`,
    )
    .join('');
  return pieces + (smartie ? '<use href="#art-smartie" x="44" y="44"/>' : '');
}

function lying({ card, tier, smartie }: LyingCard): string {
  if (tier === 1) return cardOf(card, smartie);
  const shadow = '<rect x="5" y="8" width="88" height="88" rx="9" fill="#000" opacity=".35"/>';
  const rim = '<rect x="-1" y="-1" width="90" height="90" rx="8" fill="none" stroke="#ffd877" stroke-width="2"/>';
  return `${shadow}${cardOf(card, false)}${rim}${smartie ? '<use href="#art-smartie" x="44" y="44"/>' : ''}`;
}

/** A frame around a card that was not there before, or a ring around its smartie. */
function frameOf({ x, y, tier, smartie }: LyingCard, since: ChocolateTableShown): string {
  const before = since.field.find((card) => card.x === x && card.y === y && card.tier === tier);
  const shape =
    before === undefined
      ? '<rect x="-2" y="-2" width="92" height="92" rx="10"'
      : smartie && !before.smartie
        ? '<circle cx="44" cy="44" r="26"'
        : null;
  if (shape === null) return '';
  const lines = `${shape} fill="none" stroke="#fff" stroke-width="12"/>${shape} fill="none" stroke="#b3005e" stroke-width="6"/>`;
  return `<g transform="translate(${x * PIECE} ${y * PIECE})">${lines}</g>`;
}

/** A row for every seat: whether it is to move, its colour, its cards as far as they are known, its smarties. */
function handsOf(table: ChocolateTableShown, left: number, top: number): string {
  return table.hands
    .map((hand, seat) => {
      const colour = table.colours[seat % table.colours.length];
      const known = hand.filter((card) => !card.startsWith('?'));
      const cards = known.map(
        (card, index) =>
          `<g transform="translate(${110 + index * 76} 8) scale(${HELD})">${cardOf(card, card.endsWith('s'))}</g>`,
      );
      const number = table.smarties[seat] ?? 0;
      const sweet = `<use href="#art-smartie" x="${134 + known.length * 76}" y="42"/><text x="${156 + known.length * 76}" y="52">× ${number}</text>`;
      return `<g transform="translate(${left} ${top + seat * ROW})" fill="${INK}" font-family="sans-serif" font-size="30" font-weight="700">${
        seat === table.seat ? '<path d="M12 26 32 42 12 58z"/>' : ''
      }${colour ? `<use href="#art-piece-${colour}" x="46" y="20"/>` : ''}${cards.join('')}${number ? sweet : ''}</g>`;
    })
    .join('');
}

/** A picture of a table, to keep or to send. */
export function pictureOf(
  table: ChocolateTableShown,
  { all = false, since }: PictureWith<ChocolateTableShown> = {},
): Picture {
  const xs = table.field.map((card) => card.x);
  const ys = table.field.map((card) => card.y);
  const [left, top] = [Math.min(0, ...xs) - 1, Math.min(0, ...ys) - 1];
  const [right, bottom] = [Math.max(1, ...xs) + 3, Math.max(1, ...ys) + 3];
  const field = [...table.field]
    .sort((a, b) => a.tier - b.tier)
    .map((card) => {
      const lift = card.tier === 2 ? -4 : 0;
      return `<g transform="translate(${card.x * PIECE + lift} ${card.y * PIECE + lift})">${lying(card)}</g>`;
    });
  const frames = since ? table.field.map((card) => frameOf(card, since)) : [];
  const rows = all && !table.over ? table.hands.length * ROW + PIECE / 2 : 0;
  const width = Math.max((right - left) * PIECE, rows ? ROW_WIDTH : 0);
  return picture(sweets, {
    x: left * PIECE,
    y: top * PIECE,
    width,
    height: (bottom - top) * PIECE + rows,
    ground: '#4c7763',
    ink: INK,
    body: [...field, ...frames, rows ? handsOf(table, left * PIECE, bottom * PIECE) : ''].join(''),
  });
}
