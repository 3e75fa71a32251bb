/** The server says in English why a move is illegal; here it is said in the reader's language. */
import { t, type Text } from '../i18n/i18n.svelte';

/** By what the server says, with the variable parts left open. */
export const REASONS = {
  'the game is over': 'why.over',
  'there is no tower on {cell}': 'why.noTower',
  'the tower on {cell} belongs to the other player': 'why.notYours',
  'a mouse moves exactly 1 along a row or a column': 'why.mouse',
  'a jackal moves exactly 2 along a row or a column': 'why.jackal',
  'a lion moves exactly 3 along a row or a column': 'why.lion',
  'a gap lies in the way or on the target': 'why.gap',
  'the tower on {cell} was moved to just now and is taboo': 'why.taboo',
  'a {animal} carries at most {n}': 'why.carry',
  'only {n} lie below it': 'why.below',
  'it must end at least one level higher than it began': 'why.climb',
  'that tile belongs to the other player': 'why.otherTile',
  'no such tile is left': 'why.noTile',
  'a tile lies there already': 'why.tileThere',
  'the field would grow wider than 6 columns': 'why.wide',
  'it would touch no tile': 'why.touchNone',
  'that is far outside the field': 'why.far',
  'the first card lies at 0,0 in the first tier': 'why.first',
  'a card lies there already': 'why.cardThere',
  'it must touch at least two pieces side to side': 'why.two',
  'in the second tier all four pieces must lie on cards': 'why.four',
  'a card with a smartie is never covered': 'why.secured',
  'in the second tier it must lie on at least two cards': 'why.twoCards',
  'it must join at least one piece of its own colour': 'why.join',
  'no smartie for a card in the second tier': 'why.noSmartieUp',
  'a card in the second tier has its smartie already': 'why.hasSmartie',
  'no smartie is left': 'why.noSmartie',
  'that card has a smartie already': 'why.cardSmartie',
  'that card is wholly covered': 'why.covered',
  'a card of the hand fits': 'why.mustPlace',
  'a swap is being negotiated': 'why.swap',
} as const satisfies Record<string, Text>;

const PATTERNS = Object.entries(REASONS).map(([said, key]) => ({
  key,
  pattern: new RegExp(`^${said.replace(/\{(\w+)\}/g, '(?<$1>\\S+)')}$`),
}));

/** Why a move is illegal; for a reason we have no words for, only that it is. */
export function reasonInWords(said: string | null): string {
  for (const { key, pattern } of PATTERNS) {
    const found = said === null ? null : pattern.exec(said);
    if (found) return t(key, { ...found.groups });
  }
  return t('refusal.illegal');
}
