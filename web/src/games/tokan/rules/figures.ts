/** The figures of the rules of TOKAN, drawn with the pieces of its board. They stand after the rule they show. */

export interface TokanArrow {
  /** Column and row, from the top left. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly bad?: true;
}

export interface TokanFigure {
  /** Rows from top to bottom; a tower reads from bottom to top, a gap is empty. */
  readonly rows: readonly (readonly string[])[];
  readonly arrows?: readonly TokanArrow[];
  readonly taboo?: readonly [number, number];
  /** Whether what towers count is written on them. */
  readonly counts?: true;
  /** Whether what heads count is written on them. */
  readonly heads?: true;
}

function row(text: string): readonly string[] {
  return text.split(',').map((tower) => (tower === '-' ? '' : tower));
}

export const FIGURES: Readonly<Record<string, TokanFigure>> = {
  T4: { rows: [row('M,jJ,mLl')] },
  T10: { rows: [row('J,L'), row('l,L'), row('m,j'), row('L,L'), row('j,l')] },
  T11: { rows: [row('-,l,L,-'), row('-,m,j,L')] },
  T14: { rows: [row('j,J,l,J,m,L'), row('j,J,l,J,m,L')] },
  T16: {
    rows: [row('M,j,l,m'), row('J,m,j,l'), row('L,j,m,J')],
    arrows: [
      { from: [0, 0], to: [1, 0] },
      { from: [0, 1], to: [2, 1] },
      { from: [0, 2], to: [3, 2] },
    ],
  },
  T18: { rows: [row('L,j,-,J')], arrows: [{ from: [0, 0], to: [3, 0], bad: true }] },
  T19: {
    rows: [row('l,jM,lj')],
    arrows: [
      { from: [1, 0], to: [0, 0], bad: true },
      { from: [1, 0], to: [2, 0] },
    ],
  },
  T20: { rows: [row('M,Jj,l')], taboo: [1, 0], arrows: [{ from: [0, 0], to: [1, 0], bad: true }] },
  T21: { rows: [row('mjL,j,J,m'), row('-,j,J,mmjL')], arrows: [{ from: [0, 0], to: [3, 0] }] },
  T23: { rows: [row('J,m,L,j,L,j'), row('-,J,m,j,L,jL')], arrows: [{ from: [2, 0], to: [5, 0] }] },
  T26: { rows: [row('M,jJ,l,mLl')], counts: true },
  T27: { rows: [row('M,jJ,l,mLl')], heads: true },
};
