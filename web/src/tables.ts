/** Tables and games as the server sends them, whatever the game. */
import type { ChocolateTable, GameShown, TokanTable } from './wire';

/** A table of a game that has no board of its own: the game's drawing and its legal moves. */
export interface GeneralTable {
  readonly family: 'general';
  /** The game's own drawing. */
  readonly svg: string;
  /** The same as text. */
  readonly diagram: string;
  readonly seat: number;
  readonly points: readonly number[];
  readonly over: boolean;
  readonly winner: number | null;
  readonly legal: readonly string[] | null;
}

export type WireTable = ChocolateTable | TokanTable | GeneralTable;

/** A game as the server describes it; an older server says neither its family nor what it can do. */
export type GameInfo = GameShown & { readonly family?: string; readonly abilities?: readonly string[] };
