/** Tables as the server sends them, whatever the game. */
import type { ChocolateTableShown, GameShown, GeneralTableShown, TokanTableShown } from './wire';

export type { GeneralTableShown } from './wire';

export type WireTable = ChocolateTableShown | TokanTableShown | GeneralTableShown;

/** A game as the server describes it. */
export type GameInfo = GameShown;
