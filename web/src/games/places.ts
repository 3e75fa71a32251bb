/** Where the places of a board are, as its game knows them: for those who draw on it. */

/** The middle of a place in the window, and how wide a place is, in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Places have the names that the notation gives them. */
export interface Places {
  /** The part of the board that has them. */
  readonly field: HTMLElement;
  spot(place: string): Spot | null;
  /** The place at a point of the window; none where something else lies over it. */
  placeAt(x: number, y: number): string | null;
  /** The place where the keyboard is. */
  focused(): string | null;
  /** Takes the keyboard to the field. */
  focus(): void;
  /** Whether the right button has another use at this moment. */
  readonly takesRightButton: boolean;
}

/** Finds them as they lie at this moment; null while the board shows none. */
export type FindPlaces = (board: HTMLElement) => Places | null;
