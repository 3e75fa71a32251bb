/** The levels of TOKAN: lower ones see less. The same as `players/tokan/levels.py`, move by move. */
import { type Budget, round, within } from '../pace';
import type { Play } from '../play';
import type { Thought } from '../protocol';
import { Random } from '../random';
import { type Allowance, ALL_MEMORY, type Certainty, ExactPlay, Promises, withMemory } from './exact';
import {
  CERTAIN,
  type Findings,
  isExact,
  nearest,
  POINTS,
  type Ranked,
  resultOf,
  search,
  searchDraft,
  type Settings,
  settings,
  THREATS,
} from './search';

/** Nodes that a draft laid to its end counts for. */
const DRAFT_NODE = 16;
/** As long as the field has no more gaps than this a game is young. */
const YOUNG = 1;
/** Moves of the search that are looked at in a position known to be at least drawn. */
const CHECKED = 3;
/** In a young game moves may fall behind the best by at least so much. */
const VARIETY = 30;
const EVERYTHING = 1e15;

interface Level {
  settings: Settings;
  draft: number;
  solves?: number;
  nodes?: number;
  seconds?: number;
  /** Whether all of the time may go into solving, with all the memory that a solver usually has. */
  untilKnown?: boolean;
}

const STRONGEST: Level = {
  settings: settings(undefined, 4),
  draft: EVERYTHING,
  solves: EVERYTHING,
  nodes: EVERYTHING,
  seconds: 1,
};
const LEVELS: Readonly<Record<number, Level>> = {
  1: { settings: settings(1, 40, POINTS), draft: 300 },
  2: { settings: settings(2, 30, THREATS), draft: 600 },
  3: { settings: settings(1, 22), draft: 600 },
  4: { settings: settings(2, 26), draft: 1_000 },
  5: { settings: settings(3, 6), draft: 2_000 },
  6: { settings: settings(5, 24), draft: 8_000 },
  7: { settings: settings(6, 6), draft: 12_000, solves: 40_000 },
  8: STRONGEST,
  // As long as a minute for a move that is not known yet; once the first is, the others take no time.
  9: { ...STRONGEST, seconds: 60, untilKnown: true },
};
/** How long one who thinks until he knows looks at what he cannot know, or knows to be lost. */
const GUESS_SECONDS = 1;
const HEADS: Readonly<Record<number, Level>> = {
  ...LEVELS,
  4: { settings: settings(2, 8), draft: 1_000 },
  5: { settings: settings(4, 24), draft: 2_000 },
  6: { settings: settings(6, 16), draft: 8_000 },
  7: { settings: settings(7, 4), draft: 12_000, solves: 120_000 },
};

const promises = new Promises();

/** Chooses a move; the value is a word where the result is certain, else the chance to win. */
export function choose(play: Play, number: number, given: Budget, random: Random): Thought {
  const level = (play.form.all['scoring'] === 'heads' ? HEADS : LEVELS)[number] as Level;
  const seed = random.bits(63);
  const free = given.seconds === undefined && given.nodes === undefined;
  const budget = free ? { seconds: level.seconds } : given;
  const table = JSON.parse(play.table(undefined, undefined, false)) as { draft: unknown; towers: string[] };
  if (table.draft !== null) return lay(play, level, budget, seed);
  const young = table.towers.filter((tower) => tower === '').length <= YOUNG;
  // What was known before makes answers differ: it is for those who have nothing but a clock.
  const clock = budget.seconds !== undefined && level.seconds !== undefined;
  const allowance = solving(level, budget, young);
  const memory = level.untilKnown && clock ? ALL_MEMORY : ExactPlay.memory(allowance);
  return withMemory(play.core, memory, () => {
    const exact = new ExactPlay(play, allowance);
    const certain = exact.find(clock ? promises.find(play) : null);
    const won = resultOf(certain.value) === 'win';
    const choice = won ? certainChoice(certain, exact) : bySearch(play, level, budget, seed, exact, certain, young);
    if (clock && (certain.value.low >= 0 || choice.value === 'win'))
      promises.make(play, choice.move, { worth: choice.value === 'win' ? 1 : 0, positions: choice.nodes });
    return choice;
  });
}

/** Chooses a step of those that the search likes, without giving away what is certain. */
function bySearch(
  play: Play,
  level: Level,
  budget: Budget,
  seed: bigint,
  exact: ExactPlay,
  certain: Certainty,
  young: boolean,
): Thought {
  const near = young ? Math.max(2 * level.settings.near, VARIETY) : level.settings.near;
  let nodes = level.nodes ?? 1_000_000;
  if (budget.nodes !== undefined) nodes = Math.min(nodes, Math.max(1, budget.nodes - exact.positions));
  let seconds = budget.seconds === undefined ? undefined : Math.max(0.001, budget.seconds - exact.seconds);
  if (level.untilKnown && budget.seconds !== undefined && seconds !== undefined)
    seconds = Math.min(GUESS_SECONDS, Math.max(seconds, budget.seconds / 20));
  const found = search(play, play.size, { ...level.settings, near }, nodes < EVERYTHING ? nodes : 0, within(seconds));
  let chosen = new Random(seed).choice(nearest(found, near)).move;
  if (certain.value.low >= 0) {
    // Nothing is given away, whatever the search thinks; but among equals the search knows the harder ones.
    const ranked = found.moves.slice(0, CHECKED).map(({ move }) => move);
    chosen = exact.firstSafe([chosen, ...ranked]) ?? certain.best ?? chosen;
  }
  const result = isExact(certain.value) ? resultOf(certain.value) : certainResult(found);
  return {
    move: chosen,
    value: result ?? round((found.moves[0] as Ranked).chance, 4),
    line: found.line[0] === chosen ? found.line : [chosen],
    exact: result !== null,
    nodes: found.nodes + exact.positions,
  };
}

function lay(play: Play, level: Level, budget: Budget, seed: bigint): Thought {
  let drafts = level.draft;
  if (budget.nodes !== undefined) drafts = Math.min(drafts, Math.max(1, Math.floor(budget.nodes / DRAFT_NODE)));
  const { seconds } = budget;
  const watch = within(level.untilKnown && seconds !== undefined ? Math.min(GUESS_SECONDS, seconds) : seconds);
  const visits = searchDraft(play, play.size, seed, drafts, watch);
  const best = visits.moves[0] as { move: string; chance: number };
  return { move: best.move, value: round(best.chance, 4), line: [], exact: false, nodes: visits.nodes * DRAFT_NODE };
}

/** The part of a budget that is for solving; a young game is hardly solved in a moment. */
function solving(level: Level, budget: Budget, young: boolean): Allowance {
  const share = level.untilKnown ? 1 : young ? 0.2 : 0.6;
  let positions = level.solves ?? 0;
  if (budget.nodes !== undefined) positions = Math.min(positions, Math.trunc(share * budget.nodes));
  return { positions, seconds: budget.seconds === undefined ? null : share * budget.seconds };
}

/** The result that a search is certain of. */
function certainResult({ moves }: Findings): string | null {
  const best = (moves[0] as Ranked).score;
  return best >= CERTAIN ? 'win' : best <= -CERTAIN ? 'loss' : null;
}

function certainChoice(certain: Certainty, exact: ExactPlay): Thought {
  const best = certain.best as string;
  return { move: best, value: resultOf(certain.value), line: [best], exact: true, nodes: exact.positions };
}
