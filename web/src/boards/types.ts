/**
 * What the boards are given and what they say.
 *
 * A scene is everything a board draws, and everything that is legal in it; a board knows no rules. All coordinates and
 * texts are those of the notation: cells of the chocolate field are `[x, y]` with y downwards, a card is its four
 * colours clockwise from the top left (`DDMW`, `DWWWs` with a printed smartie, `?` unknown, `?3` announced), cells of
 * TOKAN are `a1` to `f5`, tiles `M J L` (red) and `m j l` (black). Seats and sides count from 0.
 */

export type Colour = 'D' | 'M' | 'W';
export type Cell = readonly [x: number, y: number];
export type Tier = 1 | 2;

// The chocolate games

export interface LyingCard {
  readonly card: string;
  readonly x: number;
  readonly y: number;
  readonly tier: Tier;
  readonly smartie: boolean;
}

export interface ChocolateSeat {
  readonly name: string;
  readonly side: number;
  /** How many cards the hand holds. */
  readonly cards: number;
  readonly smarties: number;
  /** Whether nobody sits there at the moment. */
  readonly away?: boolean;
  /** The time left, as it is to be shown. */
  readonly clock?: string;
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

export interface ChocolateScene {
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
  readonly swap: Swap | null;
  /** What the viewer may do now; null when it is somebody else's turn. */
  readonly legal: ChocolateLegal | null;
  /** The winning side of a game that is over; null for a draw. */
  readonly winner: number | null;
}

/** Says in words why a card, as it is turned, may not lie at a place; null if it may. */
export type ExplainPlace = (x: number, y: number, tier: Tier, look: string) => string | null | Promise<string | null>;

// TOKAN

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

export interface TokanPlayer {
  readonly name: string;
  readonly away?: boolean;
  readonly clock?: string;
}

export interface TokanScene {
  /** Thirty towers from a1 to f5, each from bottom to top; a gap is empty. */
  readonly towers: readonly string[];
  readonly players: readonly [red: TokanPlayer, black: TokanPlayer];
  /** The side that looks at the table; null for a spectator. */
  readonly viewer: 0 | 1 | null;
  /** The side to move; null when the game is over. */
  readonly turn: 0 | 1 | null;
  readonly taboo: string | null;
  /** For each animal that may move its targets, each with the numbers of tiles it may carry there; null: not now. */
  readonly legal: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> | null;
  readonly last: TokanStep | null;
  /** The tile laid last in a draft. */
  readonly lastPlacing: TokanPlacing | null;
  readonly draft: TokanDraft | null;
  readonly score: TokanScore;
  readonly winner: 0 | 1 | null;
}

/** Says in words why an animal may not run to a cell; null if it may. */
export type ExplainStep = (source: string, target: string) => string | null | Promise<string | null>;

// What both boards say

/** What a board would like to be heard (or felt). */
export type Cue = 'pick' | 'turn' | 'place' | 'lift' | 'smartie' | 'slide' | 'refuse';

export interface BoardEvents {
  /**
   * A turn is complete; its text is the notation (`D:DDMW@0,0*`, `b2b4+1`, `offer 2 DDMW`, `pass`). The board then waits
   * for the next scene. A promise of `false`, or one that fails, gives the turn back to the player instead.
   */
  readonly onTurn?: (text: string) => unknown;
  /** A card, an animal or a tile was taken up (its notation), or put back (null). */
  readonly onSelect?: (what: string | null) => void;
  /** Something a screen reader should say. */
  readonly onAnnounce?: (text: string) => void;
  readonly onCue?: (cue: Cue) => void;
}
