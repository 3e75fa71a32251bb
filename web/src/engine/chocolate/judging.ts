/**
 * What the turns of the chocolate games are worth: by what the seat knows, in more and more worlds, or by the truth.
 *
 * Offers of a swap are left out: what follows them is chosen when their fate is known, so that they cannot be compared
 * with a turn of now.
 */
import type { Tell } from '../answer';
import type { Watch } from '../calls';
import { within } from '../pace';
import type { Play } from '../play';
import type { MovesJudged } from '../protocol';
import type { Question } from '../rooms';
import { SETTINGS } from './analysis';
import { type Answer, search, type Settings } from './search';

/** Enough for every candidate to be played out in some worlds. */
const NODES_A_ROUND = 1_500;
const MOST_NODES_A_ROUND = 200_000;
const FIRST_NODES = 600;
/** With so many worlds more of them change nothing. */
const MOST_WORLDS = 2_000;
/** What was tried in so small a part of the worlds was given up: it is no better than the least that was not. */
const GIVEN_UP = 4;

/** How far a line is shown where its end is not known, and what each of its moves may cost. */
const LINE_MOVES = 6;
const LINE_NODES = 3_000;

const HOW: Settings = { ...SETTINGS, candidates: 32, offers: false };

export async function judge(play: Play, question: Question, tell: Tell): Promise<MovesJudged> {
  const { open, seconds, nodes: most = Infinity } = question;
  const watch = within(seconds);
  const sum = new Sum(play, !open);
  // The first look does without the net, which takes a moment to be read.
  const first = await search(play, play.size, { ...HOW, learned: false, ...(open && { worlds: 1 }) }, 0, {
    nodes: Math.min(FIRST_NODES, most),
    watch,
    open,
  });
  sum.add(first);
  tell(sum.nodes, null, sum.shown());
  if (!first.exact) sum.forget();
  let nodes = NODES_A_ROUND;
  for (let seed = 1; !first.exact && watch.passed() < 1 && sum.nodes < most; seed++) {
    const settings = open ? { ...HOW, worlds: 1 } : HOW;
    const answer = await search(play, play.size, settings, seed, { nodes, watch, open });
    // A look that was broken off is worth nothing beside whole ones.
    if (watch.passed() >= 1 && sum.worlds > 0) break;
    sum.add(answer);
    tell(sum.nodes, null, sum.shown());
    if (open && seed === 1) await follow(play, question, sum, watch, tell);
    // With everything open one world is all there is. The end of a game is worked out as soon as there are enough nodes for it.
    if (answer.nodes >= nodes) nodes = Math.min(2 * nodes, MOST_NODES_A_ROUND);
    else if (open) break;
    if (answer.exact || sum.worlds >= MOST_WORLDS) break;
  }
  // What is hidden from the seat must not show in what follows, unless nothing is.
  if (open || sum.isExact) await follow(play, question, sum, watch, tell);
  return sum.shown();
}

/** Finds out how the best moves may go on, with everything open: each side makes the move that looks best to it. */
async function follow(play: Play, { lines }: Question, sum: Sum, watch: Watch, tell: Tell): Promise<void> {
  for (const { move } of sum.shown().moves.slice(0, lines)) {
    if (sum.lines.get(move)?.exact === sum.isExact) continue;
    const begin = play.size;
    try {
      play.move(move);
      while (!play.stand().over && (sum.isExact || play.size - begin < LINE_MOVES)) {
        const nodes = sum.isExact ? MOST_NODES_A_ROUND : LINE_NODES;
        const found = await search(play, play.size, { ...HOW, worlds: 1 }, 0, { nodes, watch, open: true });
        if (watch.passed() >= 1) return;
        sum.nodes += found.nodes;
        const [best] = found.judged.sort((one, other) => other.chance - one.chance || other.lead - one.lead);
        // A line of certain moves ends where nothing is certain any more.
        if (!best || (sum.isExact && !found.exact)) break;
        play.move(best.move);
      }
      sum.lines.set(move, { line: play.moves.slice(begin), ends: play.stand().over, exact: sum.isExact });
    } finally {
      while (play.size > begin) play.undo();
    }
    tell(sum.nodes, null, sum.shown());
  }
}

interface Line {
  line: string[];
  ends: boolean;
  /** Whether it was looked for when everything was certain. */
  exact: boolean;
}

interface Seen {
  chance: number;
  lead: number;
  worlds: number;
}

/** Several looks with different worlds, put together. */
class Sum {
  nodes = 0;
  isExact = false;
  /** How moves may go on, as far as that is known. */
  readonly lines = new Map<string, Line>();
  private seen = new Map<string, Seen>();
  private last = new Map<string, Seen>();

  constructor(
    private readonly play: Play,
    private readonly hidden: boolean,
  ) {}

  get worlds(): number {
    return Math.max(0, ...[...this.seen.values()].map(({ worlds }) => worlds));
  }

  /** What was seen before counts no longer once something else is known. */
  forget(): void {
    this.last = this.seen;
    this.seen = new Map();
  }

  add({ judged, exact, nodes }: Answer): void {
    this.nodes += nodes;
    this.isExact = exact;
    // What is certain needs no company, and the truth is one world, however often it is looked at.
    if (exact || !this.hidden) this.seen = new Map();
    for (const { move, chance, lead, worlds } of judged) {
      // Judged by its looks alone, a move has no chance that means anything.
      if (worlds === 0 && judged.length > 1) continue;
      const old = this.seen.get(move) ?? { chance: 0, lead: 0, worlds: 0 };
      const weight = Math.max(1, worlds);
      const all = old.worlds + weight;
      this.seen.set(move, {
        chance: (old.chance * old.worlds + chance * weight) / all,
        lead: (old.lead * old.worlds + lead * weight) / all,
        worlds: all,
      });
    }
  }

  shown(): MovesJudged {
    const { isExact: exact } = this;
    const seen = this.seen.size ? this.seen : this.last;
    const most = Math.max(0, ...[...seen.values()].map(({ worlds }) => worlds));
    const kept = (one: Seen): boolean => one.worlds * GIVEN_UP >= most;
    const least = Math.min(...[...seen.values()].filter(kept).map(({ chance }) => chance));
    const moves = [...seen]
      .map(([move, one]) => ({ move, ...one, chance: kept(one) ? one.chance : Math.min(one.chance, least) }))
      .sort((a, b) => b.chance - a.chance || b.worlds - a.worlds || b.lead - a.lead)
      .map(({ move, chance, lead }) => {
        const { line, ends } = this.lines.get(move) ?? { line: [move], ends: false };
        return { move, chance, exact, lead, line, ends };
      });
    const { seat } = this.play.stand();
    const worlds = this.hidden && !exact ? most : null;
    return {
      seat,
      moves,
      exact,
      legal: this.play.legal().length,
      depth: exact ? null : HOW.depth,
      nodes: this.nodes,
      worlds,
    };
  }
}
