/** Analysis of the chocolate games: each turn judged by what the player could know, and by the full truth. */
import type { AnalysisShown, SideShown, TurnShown } from '../../wire';
import type { Tell } from '../answer';
import { UNWATCHED } from '../calls';
import { refused } from '../forms';
import { type Budget, Pace, round } from '../pace';
import type { Play } from '../play';
import { type Answer, type Judged, search, type Settings, USUAL } from './search';

export const SETTINGS: Settings = { ...USUAL, candidates: 16, depth: 3, again: 6, learned: true };
/** Worlds in which the turn played and the best one meet. */
const COMPARED = 64;
const COMPARED_NODES = 2 * COMPARED * (SETTINGS.depth + 5);
/** Added to the seed of a search for the worlds of a comparison. */
const OTHER_WORLDS = 1_000_000;
const DEFAULT_NODES = 4_000;

/** A turn beside the best one that was found. */
interface Verdict {
  chance: number;
  best: string;
  best_chance: number;
  exact: boolean;
}

type Ask = (settings: Settings, nodes: number, asked: readonly string[], watched: boolean) => Promise<Answer>;

/** Judges every turn of an open play. */
export async function analyse(play: Play, budget: Budget, tell: Tell): Promise<AnalysisShown> {
  if (!play.isOpen) throw refused('not-over', 'the record hides cards');
  const pace = budget.seconds === undefined ? null : new Pace(budget.seconds, play.size);
  const nodes = budget.nodes ?? DEFAULT_NODES;
  const three = play.form.all['players'] === '3';
  const settings = three ? { ...SETTINGS, depth: 2 } : SETTINGS;
  const turns: TurnShown[] = [];
  const known: Verdict[] = [];
  for (const [after, move] of play.moves.entries()) {
    const number = after + 1;
    const watch = pace ?? UNWATCHED;
    const byView: Ask = (how, most, asked, watched) => {
      const seed = number + (asked.length > 0 ? OTHER_WORLDS : 0);
      return search(play, after, how, seed, { nodes: most, asked, watch: watched ? watch : UNWATCHED });
    };
    const byTruth: Ask = (how, most, asked, watched) =>
      search(play, after, { ...how, worlds: 1 }, number, {
        nodes: most,
        asked,
        open: true,
        watch: watched ? watch : UNWATCHED,
      });
    const seen = await verdict(byView, settings, move, nodes, pace);
    const truth = await verdict(byTruth, settings, move, nodes, pace);
    known.push(seen);
    turns.push({
      number,
      seat: play.stand(after).seat,
      move,
      chance: round(seen.chance, 4),
      best: seen.best,
      best_chance: round(seen.best_chance, 4),
      loss: round(Math.max(0, seen.best_chance - seen.chance), 4),
      exact: seen.exact,
      changed: null,
      margin: null,
      line: [],
      open_best: truth.best,
      open_loss: Math.max(0, truth.best_chance - truth.chance),
    });
    pace?.nextTurn();
    tell(number, play.size);
  }
  const sides = play.stand().over ? sidesOf(play, turns, known) : [];
  return { type: 'analysis', game: play.form.game, complete: true, turns, sides };
}

async function verdict(ask: Ask, settings: Settings, move: string, nodes: number, pace: Pace | null): Promise<Verdict> {
  let best = (await ask(settings, nodes, [], true)).judged[0]?.move as string;
  // The turn after an offer is chosen when its fate is known, and cannot be compared with one of now.
  if (isOffer(best) && !isOffer(move))
    best = (await ask({ ...settings, offers: false }, nodes, [], true)).judged[0]?.move as string;
  // A comparison begun is ended: it takes little, and half of it would say nothing.
  const enough = pace?.isOver() ? COMPARED_NODES : Math.max(nodes, COMPARED_NODES);
  const asked = best === move ? [move] : [best, move];
  const compared = await ask({ ...settings, worlds: COMPARED }, enough, asked, false);
  const judged = new Map(compared.judged.map((one) => [one.move, one]));
  const own = judged.get(move) as Judged;
  const other = judged.get(best) as Judged;
  const ahead = own.chance > other.chance || (own.chance === other.chance && own.lead >= other.lead);
  const better = ahead ? own : other;
  return { chance: own.chance, best: better.move, best_chance: better.chance, exact: compared.exact };
}

function isOffer(move: string): boolean {
  return move.startsWith('offer');
}

function sidesOf(play: Play, turns: readonly TurnShown[], known: readonly Verdict[]): SideShown[] {
  const { points } = play.stand();
  const given = points.map(() => 0);
  const lost = points.map(() => 0);
  turns.forEach(({ seat }, i) => {
    const { chance, best_chance } = known[i] as Verdict;
    const side = play.form.room.side(play.form.all, seat);
    given[side] = (given[side] as number) + (best_chance - chance);
    lost[side] = (lost[side] as number) + Math.max(0, best_chance - chance);
  });
  const all = given.reduce((sum, one) => sum + one, 0);
  return points.map((own, side) => {
    const result = play.share(side);
    const quality = (all - (given[side] as number)) / (points.length - 1) - (given[side] as number);
    const luck = result - 1 / points.length - quality;
    return { points: own, result, loss: round(lost[side] as number, 4), mistakes: null, quality, luck };
  });
}
