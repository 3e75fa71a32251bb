/** The moment of a game that weighed most, and the record in which a better move stands beside it. */
import { BRANCHED, CLOSE_LINE, MatchRecord, moveToken, NOTATION_TAG, OPEN_LINE } from '../../engine/records';
import type { TurnShown } from '../../wire';

/** Less than this is nothing that anybody decided. */
const LEAST = 0.05;

export interface Moment {
  readonly turn: TurnShown;
  /** Whether it gave away enough to have decided anything. */
  readonly weighs: boolean;
}

/** The move that gave away the most, the later one of two; null where every move was the best. */
export function momentOf(turns: readonly TurnShown[]): Moment | null {
  let found: TurnShown | null = null;
  for (const turn of turns)
    if (turn.move !== turn.best && turn.loss > 0 && turn.loss >= (found?.loss ?? 0)) found = turn;
  return found && { turn: found, weighs: found.loss >= LEAST };
}

/** A game with another move beside the one of this number, both from the table before it. */
export function withBetter(
  tags: Readonly<Record<string, string>>,
  moves: readonly string[],
  number: number,
  better: string,
): string {
  const { Game: game = '', ...rest } = tags;
  const body = moves.flatMap((move, index) =>
    index === number - 1 ? [moveToken(move), OPEN_LINE, moveToken(better), CLOSE_LINE] : [moveToken(move)],
  );
  return String(new MatchRecord(new Map(Object.entries({ Game: game, [NOTATION_TAG]: BRANCHED, ...rest })), body));
}

/** The game up to a move, as the engine is asked about it. */
export function upTo(tags: Readonly<Record<string, string>>, moves: readonly string[]): string {
  const kept = Object.entries(tags).filter(([name]) => !/^(?:Result|Deal[A-Z]\w*|Notation|Seat\d)$/.test(name));
  return String(new MatchRecord(new Map(kept), moves.map(moveToken)));
}
