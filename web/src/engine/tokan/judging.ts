/** What every move of TOKAN is worth, known better and better: a look, deeper looks, and what the solver proves. */
import type { Tell } from '../answer';
import { type Watch } from '../calls';
import { now } from '../pace';
import type { Play } from '../play';
import type { MoveJudged, MovesJudged } from '../protocol';
import type { Question } from '../rooms';
import { moveValue, type MoveValue } from './analysis';
import { CERTAIN, isExact, search, searchDraft, settings, UNKNOWN, type Value } from './search';
import { type Solver, solving } from './solving';

/** The first look, and how much more each further one may cost. */
const FIRST_NODES = 10_000;
const MOST_NODES = 4_000_000;
/** What a look at another move costs beside one at all of them. */
const BESIDE = 8;
const FIRST_SECONDS = 0.05;
const MORE = 2;
/** For the best play that follows a move. */
const LINE_SECONDS = 1;
const FIRST_DRAFTS = 400;

export async function judge(play: Play, question: Question, tell: Tell): Promise<MovesJudged> {
  const drafting = (JSON.parse(play.table(undefined, undefined, false)) as { draft: unknown }).draft !== null;
  return drafting ? judgeDraft(play, question, tell) : new Judge(play, question, tell).run();
}

/** When to end: after some seconds, or after so many nodes for an answer that can be reproduced. */
class Limit {
  private readonly begin = now();
  used = 0;

  constructor(private readonly question: Question) {}

  get isOver(): boolean {
    const { seconds, nodes } = this.question;
    return (
      this.left <= 0 || (nodes !== undefined && this.used >= nodes) || (seconds === undefined && nodes === undefined)
    );
  }

  get left(): number {
    const { seconds } = this.question;
    return seconds === undefined ? Infinity : seconds - (now() - this.begin);
  }

  /** A watch for the next so many seconds, at most for those that are left; where nodes are limited only for these. */
  watch(most: number): Watch {
    const end = now() + (this.question.nodes === undefined ? Math.min(most, this.left) : this.left);
    const before = this.used;
    return {
      passed: () => (now() >= end ? 1 : 0),
      tell: (positions) => {
        // Where positions are limited they are counted when they are given out.
        if (this.question.nodes === undefined) this.used = before + positions;
        return now() < end;
      },
    };
  }
}

class Judge {
  private readonly legal: readonly string[];
  private readonly limit: Limit;
  private estimates = new Map<string, number>();
  private known: Map<string, Value>;
  /** How moves may go on, as far as a search saw it. */
  private readonly guesses = new Map<string, string[]>();
  private depth = 0;
  private solver!: Solver;
  private readonly lines = new Map<string, { line: string[]; ends: boolean }>();

  constructor(
    private readonly play: Play,
    private readonly question: Question,
    private readonly tell: Tell,
  ) {
    this.legal = play.legal();
    this.limit = new Limit(question);
    this.known = new Map(this.legal.map((move) => [move, UNKNOWN]));
  }

  async run(): Promise<MovesJudged> {
    this.look(FIRST_NODES);
    this.say();
    return solving(this.play, this.question, (solver) => {
      this.solver = solver;
      let nodes = FIRST_NODES;
      let seconds = FIRST_SECONDS;
      while (!this.isKnown && !this.limit.isOver) {
        this.prove(seconds);
        if (!this.isKnown && nodes < MOST_NODES && !this.limit.isOver) {
          this.look((nodes *= MORE));
          this.compare(nodes);
        }
        this.say();
        seconds *= MORE;
      }
      if (this.isKnown) this.finish();
      return this.found();
    });
  }

  /** Whether the result of every move is certain. */
  private get isKnown(): boolean {
    return [...this.known.values()].every(isExact);
  }

  /** Estimates all moves by search. */
  private look(nodes: number): void {
    const found = search(this.play, this.play.size, settings(undefined, CERTAIN), nodes, this.limit.watch(Infinity));
    this.limit.used += found.nodes;
    // A look that was broken off may know nothing of some moves; what was known before stays.
    for (const { move, chance } of found.moves) this.estimates.set(move, chance);
    if (found.line[0] !== undefined) this.guesses.set(found.line[0], found.line);
    this.depth = Math.max(this.depth, found.depth);
  }

  /** Looks how the moves beside the best one may go on. */
  private compare(nodes: number): void {
    for (const { move } of this.sorted().slice(1, this.question.lines)) {
      const line = this.play.branch(this.play.size, move, (branch) => {
        if (branch.stand().over || this.limit.isOver) return [];
        const how = settings(undefined, CERTAIN);
        const found = search(branch, branch.size, how, Math.ceil(nodes / BESIDE), this.limit.watch(Infinity));
        this.limit.used += found.nodes;
        return found.line;
      });
      if (line.length > 0) this.guesses.set(move, [move, ...line]);
    }
  }

  /** Lets the solver find out what it can in some seconds; it remembers what it learned. */
  private prove(seconds: number): void {
    this.learn(this.solver.values(this.play, this.positions, this.limit.watch(seconds)));
  }

  private learn(found: Map<string, Value>): void {
    for (const [move, { low, high }] of found) {
      const old = this.known.get(move) ?? UNKNOWN;
      this.known.set(move, { low: Math.max(old.low, low), high: Math.min(old.high, high) });
    }
  }

  /** A slice of the nodes, where they are what is limited. */
  private get positions(): { positions?: number } {
    const { nodes } = this.question;
    if (nodes === undefined) return {};
    const slice = Math.max(1, Math.floor(nodes / 4));
    this.limit.used += slice;
    return { positions: slice };
  }

  /** Where the result of every move is known: how the best of them go on, then by how many points. */
  private finish(): void {
    this.say();
    this.follow();
    let seconds = FIRST_SECONDS;
    while (!this.isMeasured && !this.limit.isOver) {
      const how = { ...this.positions, margin: true };
      this.learn(this.solver.values(this.play, how, this.limit.watch(seconds)));
      seconds *= MORE;
      this.say();
    }
    if (this.isMeasured) this.follow(true);
  }

  private get isMeasured(): boolean {
    return [...this.known.values()].every(({ low, high }) => low === high);
  }

  /** Finds out how the best moves go on; by points too where those are known, which takes no longer then. */
  private follow(margin = false): void {
    for (const { move } of this.sorted().slice(0, this.question.lines)) {
      if (this.limit.left <= 0) return;
      const found = this.lineOf(move, margin);
      if (found.ends || !this.lines.get(move)?.ends) this.lines.set(move, found);
      this.say();
    }
  }

  private lineOf(move: string, margin: boolean): { line: string[]; ends: boolean } {
    return this.play.branch(this.play.size, move, (branch) => {
      if (branch.stand().over) return { line: [move], ends: true };
      const how = { ...this.positions, line: true, margin };
      const found = this.solver.solve(branch, how, this.limit.watch(LINE_SECONDS));
      for (const next of found.line) branch.move(next);
      return { line: [move, ...found.line], ends: branch.stand().over };
    });
  }

  private sorted(): MoveValue[] {
    return this.legal
      .map((move) => moveValue(move, this.known.get(move) ?? UNKNOWN, this.estimates.get(move) ?? 0.5))
      .sort((a, b) => b.chance - a.chance || (b.margin ?? 0) - (a.margin ?? 0));
  }

  private found(): MovesJudged {
    const moves = this.sorted().map(({ move, chance, exact, margin }): MoveJudged => {
      const { line, ends } = this.lines.get(move) ?? { line: this.guesses.get(move) ?? [move], ends: false };
      return { move, chance, exact, lead: margin, line, ends };
    });
    const { seat } = this.play.stand();
    const exact = moves.every((move) => move.exact);
    const { depth, legal } = this;
    return { seat, moves, exact, legal: legal.length, depth, nodes: this.limit.used, worlds: null };
  }

  private say(): void {
    this.tell(this.limit.used, null, this.found());
  }
}

function judgeDraft(play: Play, question: Question, tell: Tell): MovesJudged {
  const limit = new Limit(question);
  const { seat } = play.stand();
  let drafts = FIRST_DRAFTS;
  let found: MovesJudged;
  do {
    const { moves, nodes } = searchDraft(play, play.size, 1n, drafts, limit.watch(Infinity));
    limit.used += nodes;
    found = {
      seat,
      moves: moves.map(({ move, chance }) => ({ move, chance, exact: false, lead: null, line: [move], ends: false })),
      exact: false,
      legal: play.legal().length,
      depth: null,
      nodes: limit.used,
      worlds: null,
    };
    tell(limit.used, null, found);
    drafts *= MORE;
  } while (!limit.isOver);
  return found;
}
