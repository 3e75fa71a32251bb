/** What the board of TOKAN draws. Cells are `a1` to `f5`, tiles `M J L` (red) and `m j l` (black). */
import type { Scene, SeatInfo } from '../../boards/types';

export interface TokanStep {
  readonly source: string;
  readonly target: string;
  readonly carried: number;
}

export interface TokanPlacing {
  readonly tile: string;
  readonly column: number;
  readonly row: number;
}

export interface TokanDraft {
  readonly tiles: readonly TokanPlacing[];
  /** The free spaces, as column and row, on which a tile may be laid now. */
  readonly spaces: readonly (readonly [column: number, row: number])[];
  /** The tiles red and black have still to lay. */
  readonly reserve: readonly [red: string, black: string];
  /** How many columns the field may come to have. */
  readonly most: number;
}

export interface TokanScore {
  readonly by: 'towers' | 'heads';
  readonly points: readonly [red: number, black: number];
  /** What each tower counts, by cell; towers that count nothing are left out. */
  readonly cells: Readonly<Record<string, number>>;
  /** The heights that break a tie, the highest first. */
  readonly tie: readonly [red: readonly number[], black: readonly number[]] | null;
}

export interface TokanScene extends Scene {
  /** Thirty towers from a1 to f5, each from bottom to top; a gap is empty. */
  readonly towers: readonly string[];
  readonly players: readonly [red: SeatInfo, black: SeatInfo];
  /** The side that looks at the table; null for a spectator. */
  readonly viewer: 0 | 1 | null;
  /** The side to move; null when the game is over. */
  readonly turn: 0 | 1 | null;
  readonly taboo: string | null;
  /** For each animal that may move its targets, each with the numbers of tiles it may carry there; null: not now. */
  readonly legal: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> | null;
  readonly last: TokanStep | null;
  /** How many moves have been made. */
  readonly ply: number;
  /** The tile laid last in a draft. */
  readonly lastPlacing: TokanPlacing | null;
  readonly draft: TokanDraft | null;
  readonly score: TokanScore;
  readonly winner: 0 | 1 | null;
}
