/** Who answers questions about positions of TOKAN: this worker, or several that share one table. */
import type { Crew, Watch } from '../calls';
import { optionsText } from '../forms';
import type { Play } from '../play';
import { type Solution, solve, type Value, valuesIn, values } from './search';

interface How {
  /** How many positions may be looked at, by this worker alone. */
  readonly positions?: number;
  readonly margin?: boolean;
  readonly line?: boolean;
}

/** Answers about the last table of a play. */
export interface Solver {
  solve(play: Play, how: How, watch: Watch): Solution;
  values(play: Play, how: How, watch: Watch): Map<string, Value>;
}

const ALONE: Solver = {
  solve: (play, how, watch) => solve(play, play.size, how, watch),
  values: (play, how, watch) => values(play, play.size, how, watch),
};

function together(crew: Crew): Solver {
  return {
    solve: (play, { margin = false, line = false }, watch) =>
      JSON.parse(crew.solve(told(play), margin, line, watch)) as Solution,
    values: (play, { margin = false }, watch) => valuesIn(crew.values(told(play), margin, watch)),
  };
}

function told(play: Play): string[] {
  const { position } = JSON.parse(play.table(undefined, undefined, false)) as { position: string };
  return [optionsText(play.form.all), position];
}

/** Does some work with a solver that has so many bytes, in at most so many workers. */
export async function solving<T>(
  play: Play,
  { memory, threads, nodes }: { memory: number; threads?: number | undefined; nodes?: number | undefined },
  work: (solver: Solver) => T,
): Promise<T> {
  // With a number of positions the answer is always the same, which only one worker can promise.
  const crew = nodes === undefined ? await play.core.gather?.(memory, threads) : null;
  if (!crew) return play.core.solving(memory, () => work(ALONE));
  try {
    return work(together(crew));
  } finally {
    crew.close();
  }
}
