/** Tables as the server sends them, whatever the game. */
import type { ChocolateTable, GameShown, GeneralTable, TokanTable } from './wire';

export type { GeneralTable } from './wire';

export type WireTable = ChocolateTable | TokanTable | GeneralTable;

/** A game as the server describes it. */
export type GameInfo = GameShown;
