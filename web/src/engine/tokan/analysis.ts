/** Analysis of TOKAN: every legal move solved where that can be done in time, else estimated. From the end on. */
import type { AnalysisShown, SideShown, TurnShown } from '../../wire';
import type { Tell } from '../answer';
import { UNWATCHED, type Watch } from '../calls';
import { type Budget, Pace, round } from '../pace';
import type { Play } from '../play';
import {
  CERTAIN,
  isExact,
  marginOf,
  type Result,
  resultOf,
  search,
  searchDraft,
  settings,
  solve,
  UNKNOWN,
  type Value,
  values,
} from './search';

const MEMORY = 64 << 20;
const DEFAULT_NODES = 2_000_000;
/** The exact margins may take this part of the nodes on top. */
const MARGIN_SHARE = 4;
/** An estimate takes this part of the nodes, or of the time at this many a second. */
const ESTIMATE_SHARE = 20;
const NODES_A_SECOND = 2_000_000;
const MOST_ESTIMATING = 200_000;
const DRAFTS_A_MOVE = 20;
const DRAFT_NODE = 16;
const CHANCES: Readonly<Record<Result, number>> = { win: 1, draw: 0.5, loss: 0, unknown: 0.5 };

export interface MoveValue {
  move: string;
  chance: number;
  exact: boolean;
  result: Result;
  margin: number | null;
}

interface Judged {
  seat: number;
  moves: MoveValue[];
  line: string[];
  exact: boolean;
  result: Result;
  margin: number | null;
}

interface Turn {
  shown: TurnShown;
  /** The chance that it gave away, not rounded. */
  loss: number;
}

/** Judges every turn of a play. */
export function analyse(play: Play, budget: Budget, tell: Tell): AnalysisShown {
  return play.core.solving(MEMORY, () => {
    const bench = new Bench(play, budget);
    const turns: Turn[] = [];
    for (let index = play.size - 1; index >= 0; index--) {
      turns.unshift(turnOf(index + 1, play.moves[index] as string, bench.judge(index)));
      tell(play.size - index, play.size);
    }
    const sides = play.stand().over ? sidesOf(play, turns) : [];
    return { type: 'analysis', game: play.form.game, complete: true, turns: turns.map(({ shown }) => shown), sides };
  });
}

/** A solver with its limits, for the positions of one match, the last first. */
class Bench {
  private readonly nodes: number | null;
  private readonly pace: Pace | null;
  private share: number;
  private fresh = true;

  constructor(
    private readonly play: Play,
    { seconds, nodes }: Budget,
  ) {
    this.nodes = seconds === undefined ? (nodes ?? DEFAULT_NODES) : null;
    this.pace = seconds === undefined ? null : new Pace(seconds, play.size);
    this.share = (seconds ?? 0) / Math.max(1, play.size);
  }

  judge(after: number): Judged {
    if (this.pace !== null && !this.fresh) this.share = this.pace.nextTurn();
    this.fresh = false;
    const drafting = (JSON.parse(this.play.table(undefined, after, false)) as { draft: unknown }).draft !== null;
    const legal = this.play.legal(after);
    const known = drafting ? new Map(legal.map((move) => [move, UNKNOWN])) : this.values(after);
    const open = ![...known.values()].every(isExact);
    const [estimates, guess] = open ? this.estimates(after, drafting, legal.length) : [new Map<string, number>(), []];
    const moves = [...known].map(([move, value]) => moveValue(move, value, estimates.get(move) ?? 0.5));
    moves.sort((a, b) => b.chance - a.chance || (b.margin ?? 0) - (a.margin ?? 0));
    const best = moves[0] as MoveValue;
    // A win is enough; for anything less all other moves must be known to be no better.
    const exact = best.exact && (best.chance === 1 || moves.every((move) => move.exact));
    const line = exact ? this.line(after, best.move) : guess[0] === best.move ? guess : [best.move];
    const { seat } = this.play.stand(after);
    return { seat, moves, line, exact, result: exact ? best.result : 'unknown', margin: best.margin };
  }

  private values(after: number): Map<string, Value> {
    const known = values(this.play, after, this.limits(), this.watch);
    if (![...known.values()].every(isExact) || this.pace?.isOver()) return known;
    // The margins are asked for one after the other: what is known by then stays known.
    const measured = values(this.play, after, { ...this.limits(MARGIN_SHARE), margin: true }, this.watch);
    return new Map(
      [...known].map(([move, value]) => {
        const both = measured.get(move) as Value;
        return [move, isExact(both) ? both : value];
      }),
    );
  }

  /** The chances of all moves by search, for those that are not solved, and the line it thinks best. */
  private estimates(after: number, drafting: boolean, moves: number): [Map<string, number>, string[]] {
    const given = this.nodes ?? Math.trunc(this.share * NODES_A_SECOND);
    const nodes = Math.max(1, Math.min(Math.floor(given / ESTIMATE_SHARE), MOST_ESTIMATING));
    if (drafting) {
      const drafts = Math.max(Math.floor(nodes / DRAFT_NODE), DRAFTS_A_MOVE * moves);
      const visits = searchDraft(this.play, after, 1n, drafts).moves;
      return [new Map(visits.map(({ move, chance }) => [move, chance])), visits.slice(0, 1).map(({ move }) => move)];
    }
    const found = search(this.play, after, settings(undefined, CERTAIN), nodes);
    return [new Map(found.moves.map(({ move, chance }) => [move, chance])), found.line];
  }

  private line(after: number, best: string): string[] {
    return this.play.branch(after, best, (branch) => {
      const found = solve(branch, branch.size, { ...this.limits(MARGIN_SHARE), line: true }, this.watch);
      return [best, ...found.line];
    });
  }

  private limits(part = 1): { positions?: number } {
    return this.nodes === null ? {} : { positions: Math.max(1, Math.floor(this.nodes / part)) };
  }

  private get watch(): Watch {
    return this.pace ?? UNWATCHED;
  }
}

/** What is known of a move, with an estimate where nothing is certain. */
export function moveValue(move: string, value: Value, estimate: number): MoveValue {
  const exact = isExact(value);
  const result = resultOf(value);
  return {
    move,
    chance: exact ? CHANCES[result] : withinBounds(estimate, value),
    exact,
    result,
    margin: marginOf(value),
  };
}

/** An estimate that does not contradict what is known for certain. */
function withinBounds(chance: number, { low, high }: Value): number {
  if (low >= 0) return Math.max(chance, CHANCES.draw);
  return high <= 0 ? Math.min(chance, CHANCES.draw) : chance;
}

function turnOf(number: number, move: string, judged: Judged): Turn {
  const best = judged.moves[0] as MoveValue;
  const played = judged.moves.find((one) => one.move === move) as MoveValue;
  const known = judged.exact && played.exact;
  const better = best.chance > played.chance ? best : played;
  const loss = Math.max(0, best.chance - played.chance);
  const shown: TurnShown = {
    number,
    seat: judged.seat,
    move,
    chance: round(played.chance, 4),
    best: better.move,
    best_chance: round(best.chance, 4),
    loss: round(loss, 4),
    exact: known,
    changed: known ? played.result !== judged.result : null,
    margin: played.margin,
    line: judged.line,
    open_best: null,
    open_loss: null,
  };
  return { shown, loss };
}

function sidesOf(play: Play, turns: readonly Turn[]): SideShown[] {
  return play.stand().points.map((points, side) => {
    const own = turns.filter(({ shown }) => shown.seat === side);
    return {
      points,
      result: play.share(side),
      loss: round(
        own.reduce((sum, { loss }) => sum + loss, 0),
        4,
      ),
      mistakes: own.filter(({ shown }) => shown.changed === true).length,
      quality: null,
      luck: null,
    };
  });
}
