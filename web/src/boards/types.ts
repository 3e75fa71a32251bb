/**
 * What every board is given and what it says.
 *
 * A scene is everything a board draws, and everything that is legal in it; a board knows no rules. All coordinates and
 * texts are those of the notation. Seats and sides count from 0.
 */
import type { Translate } from './texts';

export type Cell = readonly [x: number, y: number];

/** What all scenes have in common. */
export interface Scene {
  /** Who decides next, a seat or a side; null when the game is over. */
  readonly turn: number | null;
}

/** What is known of a seat beside the table; it may change at any time without the table changing. */
export interface SeatInfo {
  readonly name: string;
  /** Whether nobody sits there at the moment; nothing where nobody but the computer or somebody here does. */
  readonly away?: boolean | undefined;
  /** Whether its owner has left the table and nobody decides there. */
  readonly left?: boolean | undefined;
  /** The time left, as it is to be shown. */
  readonly clock?: string | undefined;
  /** The level of the computer that decides there; nothing for a person. */
  readonly level?: number | undefined;
  /** Whether this is the seat of the person at the screen, who has a name like everybody else. */
  readonly you?: boolean | undefined;
}

/** What a board would like to be heard (or felt). */
export type Cue = 'pick' | 'turn' | 'place' | 'lift' | 'smartie' | 'slide' | 'refuse' | 'count';

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

/** Says in words why a move is not legal; null if it is, or if nobody knows. */
export type Explain = (move: string) => string | null | Promise<string | null>;

/** What a move is worth: the chance to win, and how much of it the best move has more. */
export interface Heat {
  readonly chance: number;
  readonly loss: number;
}

/** Moves by their notation, where somebody judged them. */
export type Heats = ReadonlyMap<string, Heat>;

export interface BoardProps<Shown extends Scene> extends BoardEvents {
  readonly scene: Shown;
  readonly t: Translate;
  readonly explain?: Explain | undefined;
  /** Whether a move waits for a last word. */
  readonly confirm?: boolean;
  /** A move to show as advice, in its notation. */
  readonly hint?: string | null;
  /** What moves are worth, drawn where they lead by boards that can. */
  readonly heats?: Heats | null;
  /** Whether only the piece of that move is shown. */
  readonly hintPiece?: boolean;
  /** Whether what counts is shown from the start. */
  readonly showScore?: boolean;
  /** Whether what counts is counted up before the eyes of those who watched the end. */
  readonly celebrate?: boolean;
  /** Whether a move may be planned while others think. */
  readonly premoves?: boolean;
  /** Whether somebody plays from this screen, even while no hand may be seen. */
  readonly seated?: boolean;
}
