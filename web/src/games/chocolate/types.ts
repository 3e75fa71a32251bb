/**
 * What the board of the chocolate games draws.
 *
 * Cells are `[x, y]` with y downwards; a card is its four colours clockwise from the top left (`DDMW`, `DWWWs` with a
 * printed smartie, `?` unknown, `?3` announced).
 */
import type { Cell, Scene, SeatInfo } from '../../boards/types';

export type { Cell };
export type Colour = 'D' | 'M' | 'W';
export type Tier = 1 | 2;

export interface LyingCard {
  readonly card: string;
  readonly x: number;
  readonly y: number;
  readonly tier: Tier;
  readonly smartie: boolean;
}

export interface ChocolateSeat extends SeatInfo {
  readonly side: number;
  /** How many cards the hand holds. */
  readonly cards: number;
  readonly smarties: number;
}

export interface ChocolateSide {
  readonly colour: Colour | null;
  readonly points: number;
}

/** By tier, for each rotation of a card, the places where it may lie. */
export type Places = Readonly<Record<Tier, Readonly<Record<string, readonly Cell[]>>>>;

export interface ChocolateLegal {
  /** The places of each card in the hand, by the card as it is held. */
  readonly places: Readonly<Record<string, Places>>;
  /** Whether a smartie may go on the very card that is placed in the first tier. */
  readonly smartie: boolean;
  /** The places of lying cards that a smartie may secure. */
  readonly targets: readonly Cell[];
  /** The colours of which one must be announced with this turn. */
  readonly announce: readonly Colour[] | null;
  readonly pass: boolean;
  /** The seats that may be offered a card now. */
  readonly offer: readonly number[];
}

/** Pieces of one colour that hang together. */
export interface Group {
  readonly colour: Colour;
  readonly cells: readonly Cell[];
  /** The side whose colour it is; null for a colour that is neutral or not announced. */
  readonly side: number | null;
  /** Why it counts: as a side's largest group, or to break a tie. */
  readonly counts: 'largest' | 'tie' | null;
}

export interface NeutralGroup {
  readonly cells: readonly Cell[];
  /** The contacts of each side. */
  readonly contacts: readonly number[];
  /** The side it counts for. */
  readonly holder: number | null;
  /** Whether it has enough pieces to count at all. */
  readonly counts: boolean;
}

export interface LastTurn {
  readonly seat: number;
  readonly card: string;
  readonly x: number;
  readonly y: number;
  readonly tier: Tier;
  /** The place of the card that the turn secured. */
  readonly smartie: Cell | null;
}

/** A swap under way. A card the viewer may not see reads `?n`, n being the number that was announced. */
export interface Swap {
  readonly from: number;
  readonly to: number;
  readonly offered: string;
  readonly countered: string | null;
}

export interface ChocolateScene extends Scene {
  readonly cards: readonly LyingCard[];
  readonly seats: readonly ChocolateSeat[];
  readonly sides: readonly ChocolateSide[];
  /** The seat that looks at the table; null for a spectator. */
  readonly viewer: number | null;
  /** The viewer's hand. */
  readonly hand: readonly string[];
  /** The seat that decides next; null when the game is over. */
  readonly turn: number | null;
  /** How many cards the stack holds. */
  readonly stack: number;
  readonly neutral: Colour | null;
  readonly groups: readonly Group[];
  readonly neutralGroups: readonly NeutralGroup[];
  readonly last: LastTurn | null;
  /** The turns since the viewer's own last one, the newest last; at most one a seat. */
  readonly recent: readonly LastTurn[];
  readonly swap: Swap | null;
  /** What the viewer may do now; null when it is somebody else's turn. */
  readonly legal: ChocolateLegal | null;
  /** The winning side of a game that is over; null for a draw. */
  readonly winner: number | null;
}
