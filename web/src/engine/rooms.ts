/** What the engine knows of one game beside its rules: one line for each game. */
import type { AnalysisShown, Solved } from '../wire';
import type { Tell } from './answer';
import { chocolate } from './chocolate/room';
import type { Words } from './forms';
import type { Budget } from './pace';
import type { Play } from './play';
import type { Believed, MovesJudged, Thought } from './protocol';
import type { Random } from './random';
import { tokan } from './tokan/room';

/** A source of randomness. */
export interface Chance {
  below(stop: number): number;
}

/** How moves are to be judged. */
export interface Question extends Budget {
  /** Whether everything is known that the seat may not know. */
  readonly open: boolean;
  /** Of how many moves the best play that follows is wanted. */
  readonly lines: number;
  /** The bytes that a solver may take. */
  readonly memory: number;
  /** In how many workers it may work; as many as suit the device where nobody says. */
  readonly threads?: number | undefined;
}

export interface Room {
  /** The record tag that holds what chance decided at the start. */
  dealTag: string;
  seats(all: Words): number;
  side(all: Words, seat: number): number;
  deal(all: Words, chance: Chance): string;
  /** Chooses a move for the seat that decides at the last table of a play. */
  choose(play: Play, level: number, budget: Budget, random: Random): Promise<Thought>;
  analyse(play: Play, budget: Budget, tell: Tell): Promise<AnalysisShown>;
  /** Judges the moves at the last table of a play, and tells what it knows again and again. */
  judge(play: Play, question: Question, tell: Tell): Promise<MovesJudged>;
  /** Tells what the seat that decides at the last table may believe of the others' cards, if there are hidden ones. */
  believe: ((play: Play, deals: number) => Believed) | null;
  /** Finds out who wins the last position, if the game can be solved. */
  solve: ((play: Play, budget: Budget, memory: number, tell: Tell) => Promise<Solved>) | null;
}

const ROOMS: Readonly<Record<string, Room>> = {
  tokan,
  schoko: chocolate,
  schokoly: chocolate,
};

export function roomOf(game: string): Room | null {
  return Object.hasOwn(ROOMS, game) ? (ROOMS[game] as Room) : null;
}

/** The items in an order drawn uniformly (Fisher and Yates). */
export function shuffled<T>(items: Iterable<T>, chance: Chance): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = chance.below(last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
