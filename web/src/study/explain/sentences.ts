/**
 * What is said of a game: which words, and what stands in them.
 *
 * Nothing is made up: every sentence says what the analysis found, or what can be counted on the tables themselves.
 */
import type { Params } from '../../boards/texts';
import type { Reason, Reasons } from '../../games/game';
import type { Text } from '../../i18n/i18n.svelte';
import type { WireTable } from '../../tables';
import type { TurnShown } from '../../wire';
import { percent } from '../judging';
import type { Moment } from './moment';

export interface Said {
  readonly key: Text;
  readonly params: Params;
}

const MOST_REASONS = 2;
/** What a chance means that is worked out for certain. */
const CERTAIN: ReadonlyMap<number, 'won' | 'drawn' | 'lost'> = new Map([
  [1, 'won'],
  [0.5, 'drawn'],
  [0, 'lost'],
]);

function resultsOf({ exact, best_chance: best, chance }: TurnShown): ['won' | 'drawn', 'drawn' | 'lost'] | null {
  const [before, after] = [CERTAIN.get(best), CERTAIN.get(chance)];
  return exact && before && before !== 'lost' && after && after !== 'won' && before !== after ? [before, after] : null;
}

/** Where it was decided, and how sure that is; `hides` where players do not see everything. */
export function decidedBy({ turn, weighs }: Moment, name: string, hides: boolean): Said[] {
  const { number } = turn;
  const results = resultsOf(turn);
  if (results) {
    const key = results[0] === 'drawn' ? 'explain.let.draw' : `explain.let.${results[1]}`;
    return [{ key: key as Text, params: { number, name } }, said('explain.sure')];
  }
  const [before, after] = [percent(turn.best_chance), percent(turn.chance)];
  const trust = turn.exact ? ['explain.sure' as const] : hides ? ['explain.known' as const] : [];
  const key = weighs ? 'explain.decided' : before === after ? 'explain.close' : 'explain.even';
  return [
    { key, params: key === 'explain.close' ? { number, name } : { number, name, before, after } },
    ...trust.map((each) => said(each)),
  ];
}

/** What speaks for the better move; empty where nothing of it can be counted. */
export function betterBy(turn: TurnShown, { better }: Reasons, names: readonly string[]): Said[] {
  const found = better.slice(0, MOST_REASONS).map((reason) => reasonSaid(reason, names));
  const results = resultsOf(turn);
  return found.length || !results ? found : [said(`explain.keeps.${results[0]}`)];
}

/** What came of it, and how it ended. */
export function endedWith(
  { later }: Reasons,
  end: WireTable,
  names: readonly string[],
  list: (all: string[]) => string,
): Said[] {
  return [...later.slice(0, 1).map((reason) => reasonSaid(reason, names)), resultOf(end, names, list)];
}

function resultOf(
  { over, winner, points }: WireTable,
  names: readonly string[],
  list: (all: string[]) => string,
): Said {
  const with_ = (side: number): string => `${names[side] ?? ''} (${points[side] ?? 0})`;
  const all = { points: list(names.map((_, side) => with_(side))) };
  if (!over) return { key: 'explain.stands', params: all };
  if (winner === null) return { key: 'explain.drawn', params: all };
  const name = names[winner] ?? '';
  const others = names.map((_, side) => side).filter((side) => side !== winner);
  const n = points[winner] ?? 0;
  const next = Math.max(...others.map((side) => points[side] ?? 0));
  if (n === next) return { key: 'explain.broken', params: { name, n } };
  return others.length === 1
    ? { key: 'explain.won', params: { name, n, m: next } }
    : { key: 'explain.ahead', params: { name, n, others: list(others.map(with_)) } };
}

function reasonSaid({ kind, side, n, m }: Reason, names: readonly string[]): Said {
  return { key: `explain.${kind}`, params: { name: names[side] ?? '', n, m } };
}

function said(key: Text): Said {
  return { key, params: {} };
}
