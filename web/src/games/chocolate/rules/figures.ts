/** The figures of the rules of both chocolate games, drawn with the pieces of their board. They stand after the rule they show. */
import type { Cell, LyingCard } from '../types';

export interface ChocolateFigure {
  readonly cards: readonly LyingCard[];
  /** A card that may lie there, and one that may not. */
  readonly good?: readonly LyingCard[];
  readonly bad?: readonly LyingCard[];
  /** The pieces of a group that is outlined. */
  readonly group?: readonly Cell[];
}

/** Cards in their notation: `DDWW@0,0`, `^` for the second tier, `*` for a smartie. */
function cards(text: string): LyingCard[] {
  return text.split(' ').map((word) => {
    const [, card = '', sign, x, y, star] = /^([DMW]{4})([@^])(-?\d+),(-?\d+)(\*?)$/.exec(word) ?? [];
    return { card, x: Number(x), y: Number(y), tier: sign === '^' ? 2 : 1, smartie: star === '*' };
  });
}

const PLACING = cards('DWWD@0,0 DDWW@2,0');
const STACKED = cards('DDWD@0,0 WDDW@2,0 WWDD@0,2 DWWD@2,2 WDDD^1,1*');
const NEUTRAL = cards(
  'MMDW@0,0 WWMW@0,-2 WMMW@0,2 MDDM@2,0 DMMW@4,0 DWWD@-2,0 DDDW@2,2 WWDM@6,0 DDMM@2,-2 DMMM@4,2 WMMW@4,-2',
);

export const FIGURES: Readonly<Record<string, ChocolateFigure>> = {
  C14: { cards: PLACING, good: cards('DDWW@0,2'), bad: cards('DWWW@4,1') },
  C19: { cards: STACKED },
  C29: {
    cards: STACKED,
    group: [
      [2, 1],
      [3, 1],
      [3, 0],
      [2, 2],
      [1, 2],
      [1, 3],
      [0, 3],
      [2, 3],
    ],
  },
  Y10: { cards: cards('DDMW@0,0 WDDM@2,0* MMDW@0,2 MDWW@2,2') },
  Y22: {
    cards: NEUTRAL,
    group: [
      [1, -1],
      [2, -1],
      [3, -1],
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
    ],
  },
};
