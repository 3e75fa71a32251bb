/** The figures of the rules: what lies in each, drawn with the pieces of the boards. They stand after the rule they show. */
import type { Cell, LyingCard } from '../boards/types';

export interface TokanArrow {
  /** Column and row, from the top left. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly bad?: true;
}

export interface TokanFigure {
  readonly family: 'tokan';
  /** Rows from top to bottom; a tower reads from bottom to top, a gap is empty. */
  readonly rows: readonly (readonly string[])[];
  readonly arrows?: readonly TokanArrow[];
  readonly taboo?: readonly [number, number];
  /** Whether what towers count is written on them. */
  readonly counts?: true;
}

export interface ChocolateFigure {
  readonly family: 'chocolate';
  readonly cards: readonly LyingCard[];
  /** A card that may lie there, and one that may not. */
  readonly good?: readonly LyingCard[];
  readonly bad?: readonly LyingCard[];
  /** The pieces of a group that is outlined. */
  readonly group?: readonly Cell[];
}

export type Figure = TokanFigure | ChocolateFigure;

function row(text: string): readonly string[] {
  return text.split(',').map((tower) => (tower === '-' ? '' : tower));
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
const NEUTRAL = cards('MMDW@0,0 WWMW@0,-2 WMMW@0,2 MDDM@2,0 DMMW@4,0 DWWD@-2,0 DDDW@2,2 WWDM@6,0 DDMM@2,-2 DMMM@4,2 WMMW@4,-2');

export const FIGURES: Readonly<Record<string, Figure>> = {
  T4: { family: 'tokan', rows: [row('M,jJ,mLl')] },
  T16: {
    family: 'tokan',
    rows: [row('M,j,l,m'), row('J,m,j,l'), row('L,j,m,J')],
    arrows: [
      { from: [0, 0], to: [1, 0] },
      { from: [0, 1], to: [2, 1] },
      { from: [0, 2], to: [3, 2] },
    ],
  },
  T18: { family: 'tokan', rows: [row('L,j,-,J')], arrows: [{ from: [0, 0], to: [3, 0], bad: true }] },
  T19: {
    family: 'tokan',
    rows: [row('l,jM,lj')],
    arrows: [
      { from: [1, 0], to: [0, 0], bad: true },
      { from: [1, 0], to: [2, 0] },
    ],
  },
  T20: { family: 'tokan', rows: [row('M,Jj,l')], taboo: [1, 0], arrows: [{ from: [0, 0], to: [1, 0], bad: true }] },
  T21: { family: 'tokan', rows: [row('mjL,j,J,m'), row('-,j,J,mmjL')], arrows: [{ from: [0, 0], to: [3, 0] }] },
  T23: { family: 'tokan', rows: [row('J,m,L,j,L,j'), row('-,J,m,j,L,jL')], arrows: [{ from: [2, 0], to: [5, 0] }] },
  T26: { family: 'tokan', rows: [row('M,jJ,l,mLl')], counts: true },
  C14: { family: 'chocolate', cards: PLACING, good: cards('DDWW@0,2'), bad: cards('DWWW@4,1') },
  C19: { family: 'chocolate', cards: STACKED },
  C29: { family: 'chocolate', cards: STACKED, group: [[2, 1], [3, 1], [3, 0], [2, 2], [1, 2], [1, 3], [0, 3], [2, 3]] },
  Y10: { family: 'chocolate', cards: cards('DDMW@0,0 WDDM@2,0* MMDW@0,2 MDWW@2,2') },
  Y22: { family: 'chocolate', cards: NEUTRAL, group: [[1, -1], [2, -1], [3, -1], [0, 0], [1, 0], [2, 0], [2, 1]] },
};
