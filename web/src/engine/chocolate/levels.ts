/** The levels of the chocolate games: lower ones see less. The same as `players/chocolate/levels.py`, move by move. */
import type { ChocolateTableShown } from '../../wire';
import type { Form } from '../forms';
import { type Budget, round, within } from '../pace';
import type { Play } from '../play';
import type { Thought } from '../protocol';
import type { Random } from '../random';
import { type Judged, search, type Settings, USUAL } from './search';

type Kind = 'schoko' | 'sides' | 'three';

const ONE_LOOK: Settings = { ...USUAL, candidates: 1, looks: 1, endgame: false };
const POINTS: Settings = { ...ONE_LOOK, habits: false };
const OWN_POINTS: Settings = { ...POINTS, others: false };
const FIRST_TIER: Settings = { ...OWN_POINTS, second: false };
const BEST: Settings = { ...USUAL, candidates: 32, depth: 2, again: 6, stages: 3, learned: true };

const SETTINGS: Readonly<Record<Kind, readonly Settings[]>> = {
  schoko: [
    { ...FIRST_TIER, groups: false },
    FIRST_TIER,
    OWN_POINTS,
    { ...POINTS, recent: 16 },
    { ...ONE_LOOK, looks: 4 },
    { ...ONE_LOOK, looks: 48 },
    { ...USUAL, candidates: 4, depth: 1, worlds: 4 },
    BEST,
  ],
  sides: [
    { ...ONE_LOOK, recent: 3, cards: 1 },
    { ...ONE_LOOK, recent: 8, cards: 2 },
    { ...ONE_LOOK, recent: 34, cards: 3 },
    { ...ONE_LOOK, looks: 3 },
    { ...USUAL, candidates: 2, looks: 5, depth: 1, worlds: 2 },
    { ...USUAL, candidates: 4, looks: 40, depth: 1, worlds: 6 },
    { ...USUAL, candidates: 8, looks: 60, depth: 2, worlds: 10, again: 6 },
    BEST,
  ],
  three: [
    { ...FIRST_TIER, groups: false },
    { ...FIRST_TIER, recent: 6, cards: 2 },
    FIRST_TIER,
    { ...OWN_POINTS, recent: 3, cards: 1 },
    { ...ONE_LOOK, looks: 2, recent: 3, cards: 1 },
    { ...ONE_LOOK, looks: 3 },
    { ...USUAL, candidates: 3, looks: 12, depth: 2, worlds: 4, offers: false },
    BEST,
  ],
};

/** What a level thinks at most where no budget is given. */
const NODES: Readonly<Record<Kind, readonly number[]>> = {
  schoko: [200, 200, 200, 200, 200, 200, 300, 12_000],
  sides: [200, 200, 200, 200, 200, 300, 1_000, 12_000],
  three: [200, 200, 200, 200, 200, 200, 300, 12_000],
};

/** Levels that offer a card now and then though their search thinks of none. */
const isSociable = (level: number) => level >= 3 && level < 8;
const ASKING = 0.2;
const ANSWERING = 0.6;
/** Pieces of the other's colour that a card worth offering shows; of one's own it shows fewer. */
const LEAST = 2;

function kindOf({ game, all }: Form): Kind {
  return game === 'schoko' ? 'schoko' : all['players'] === '3' ? 'three' : 'sides';
}

/** Chooses by what the seat knows; the value is the lead expected at the end. */
export async function choose(play: Play, level: number, budget: Budget, random: Random): Promise<Thought> {
  const seed = random.bits(63);
  const kind = kindOf(play.form);
  const friendly = isSociable(level) ? friendlyMove(play, random) : null;
  if (friendly !== null) return { move: friendly, value: null, line: [], exact: false, nodes: 0 };
  const free = budget.nodes === undefined && budget.seconds === undefined;
  const nodes = free ? (NODES[kind][level - 1] as number) : (budget.nodes ?? 0);
  const settings = SETTINGS[kind][level - 1] as Settings;
  const answer = await search(play, play.size, settings, seed, { nodes, watch: within(budget.seconds) });
  const best = answer.judged[0] as Judged;
  const value = best.worlds > 0 ? round(best.lead, 2) : null;
  return { move: best.move, value, line: [], exact: answer.exact, nodes: answer.nodes };
}

/** An offer, or an answer to one, that may suit both: now and then, and null otherwise. */
function friendlyMove(play: Play, random: Random): string | null {
  const { seat } = play.stand();
  const table = JSON.parse(play.table(seat)) as ChocolateTableShown;
  const { swap, colours, turn } = table;
  const answers = swap !== null && swap.countered === null;
  if ((swap !== null && !answers) || random.random() >= (answers ? ANSWERING : ASKING)) return null;
  const side = (of: number) => play.form.room.side(play.form.all, of);
  const mine = colours[side(seat)] ?? null;
  if (mine === null || (swap !== null && Number(swap.offered.slice(1)) < LEAST)) return null;
  let best: string | null = null;
  let most = -Infinity;
  for (const action of table.legal?.swap ?? []) {
    const [kind, ...words] = action.split(' ');
    if (kind !== (answers ? 'counter' : 'offer')) continue;
    const card = words.at(-1) as string;
    const theirs = colours[side(answers ? turn : Number(words[0]) - 1)] ?? null;
    const others = theirs === null ? 0 : count(card, theirs);
    const own = count(card, mine);
    if (others >= LEAST && LEAST > own && others - own > most) {
      best = action;
      most = others - own;
    }
  }
  return best;
}

function count(card: string, colour: string): number {
  return card.split(colour).length - 1;
}
