/** Somebody at one puzzle: what lies before them, what came of their moves, and why a wrong one loses. */
import { problemInWords } from '../app/notices.svelte';
import { AGAIN } from '../boards/sending';
import type { SeatInfo } from '../boards/types';
import type { Game, ShownTable, TablePart } from '../games/game';
import { need, t } from '../i18n/i18n.svelte';
import { best } from '../net/api';
import type { PuzzleShown, StudyShown } from '../wire';
import { tableAfter } from './keeping';

export type Stage = 'loading' | 'asking' | 'replying' | 'wrong' | 'solved';
/** After a wrong move: whether the engine plays on, the person may, or the game is over. */
export type Refuting = 'no' | 'thinking' | 'yours' | 'over';

/** What came of a puzzle, with all that somebody else needs to find it out again. */
export interface CameOf {
  readonly solved: boolean;
  /** Own moves, up to the first wrong one. */
  readonly moves: readonly string[];
  /** Whether the solution was shown on the way. */
  readonly shown: boolean;
}

/** How long a reply waits, so that the eye can follow the own move. */
const REPLY_AFTER = 650;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REPLY_AFTER));

/** A record with some moves more. */
export function recordWith(record: string, moves: readonly string[]): string {
  return moves.length
    ? `${record.trimEnd()}${record.trimEnd().endsWith(']') ? '\n\n' : ' '}${moves.join(' ')}\n`
    : record;
}

/** Whether moves go on as a line does, and what comes next in it. */
function nextOf(line: readonly string[], moves: readonly string[]): string | null {
  return moves.every((move, index) => line[index] === move) ? (line[moves.length] ?? null) : null;
}

export class Solving {
  stage: Stage = $state('loading');
  refuting: Refuting = $state('no');
  /** Whether a wrong move was made, or the solution was shown. */
  failed = $state(false);
  problem = $state('');
  /** 0: none; 1: the piece; 2: the move. */
  hinted = $state(0);
  shown: StudyShown | null = $state.raw(null);
  /** Where only points are asked for: what the wrong move brought, and the right one. */
  points: { readonly own: number; readonly best: number } | null = $state.raw(null);
  /** The moves since the position. */
  #moves: readonly string[] = $state.raw([]);
  #seat = 0;
  #before = 0;
  #ended = false;
  #wasShown = false;
  /** How often it is still to be played on: no tap is lost while the engine thinks. */
  #wanted = 0;
  /** Counts beginnings: what was begun before is not gone on with. */
  #turn = 0;

  constructor(
    readonly puzzle: PuzzleShown,
    readonly game: Game,
    readonly part: TablePart,
    readonly onEnd: (what: CameOf) => void,
  ) {
    void this.#begin();
  }

  readonly hint: string | null = $derived.by(() =>
    this.stage === 'asking' && this.hinted > 0 ? (this.puzzle.solution[this.#moves.length] ?? null) : null,
  );
  readonly hintPiece: boolean = $derived(this.hinted === 1);
  /** Whether a wrong move is refuted by playing on; points and chances are told in numbers. */
  readonly refutable: boolean = $derived.by(
    () => this.stage === 'wrong' && this.refuting !== 'over' && /win|draw/.test(this.puzzle.kind),
  );
  readonly record: string = $derived.by(() => recordWith(this.puzzle.record, this.#moves));
  /** Who solves, counted from 0. */
  get seat(): number {
    return this.#seat;
  }
  /** Moves before the position. */
  get before(): number {
    return this.#before;
  }
  /** Whether a right move was made. */
  get underway(): boolean {
    return this.#moves.length > 0;
  }

  readonly seatInfo = (seat: number): SeatInfo => ({ name: seat === this.#seat ? t('you') : t('puzzle.opponent') });

  readonly shownTable: ShownTable | null = $derived.by(() => {
    const { shown, part } = this;
    if (!shown) return null;
    const open = this.stage === 'asking' || (this.stage === 'wrong' && this.refuting === 'yours');
    const table = open ? shown.table : { ...shown.table, legal: null };
    const input = {
      options: shown.options,
      sides: shown.sides,
      moves: shown.moves,
      viewer: this.#seat,
      seatInfo: this.seatInfo,
      over: shown.table.over,
    };
    return { part, scene: part.sceneOf(input, table) };
  });

  /** How a wrong move ended, once it was played on to the end. */
  readonly verdict = $derived.by(() => {
    const { shown } = this;
    if (this.refuting !== 'over' || !shown) return null;
    const { points, winner } = shown.table;
    const side = shown.sides[this.#seat] ?? 0;
    const what = winner === null ? 'draw' : winner === side ? 'win' : 'loss';
    const theirs = Math.max(0, ...points.filter((_, other) => other !== side));
    return { what, own: points[side] ?? 0, theirs } as const;
  });

  async #begin(): Promise<void> {
    const turn = ++this.#turn;
    this.#wanted = 0;
    try {
      const open = await tableAfter(this.puzzle.record);
      if (turn !== this.#turn) return;
      this.#seat = open.table.seat ?? 0;
      this.#before = open.moves.length;
      this.shown = open;
      this.#moves = [];
      this.stage = 'asking';
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    void need('reasons').then(() => (this.problem = problemInWords(error)));
  }

  /** Shows what some moves lead to; whether anybody still wants to see it. */
  async #show(moves: readonly string[], turn: number): Promise<boolean> {
    const shown = await tableAfter(recordWith(this.puzzle.record, moves));
    if (turn !== this.#turn) return false;
    this.shown = shown;
    this.#moves = moves;
    return true;
  }

  /** Makes a move; any that keeps the proved value is right, and at every own step exactly one does. */
  async play(move: string): Promise<true | typeof AGAIN> {
    const text = move.replaceAll(' ', '-');
    if (this.stage === 'wrong' && this.refuting === 'yours') return this.#resist(text);
    if (this.stage !== 'asking') return AGAIN;
    const { puzzle } = this;
    const turn = this.#turn;
    const at = this.#moves.length;
    const right = at === 0 ? puzzle.right.includes(text) : puzzle.solution[at] === text;
    const moves = [...this.#moves, text];
    this.stage = 'replying';
    this.problem = '';
    try {
      if (!(await this.#show(moves, turn))) return true;
    } catch (error) {
      this.#tell(error);
      this.stage = 'asking';
      return AGAIN;
    }
    this.hinted = 0;
    if (!right) await this.#refuse(moves);
    else if (moves.length >= puzzle.solution.length) this.#finish();
    else await this.#reply(moves, turn);
    return true;
  }

  async #reply(moves: readonly string[], turn: number): Promise<void> {
    const reply = this.puzzle.solution[moves.length] as string;
    await pause();
    try {
      if (await this.#show([...moves, reply], turn)) this.stage = 'asking';
    } catch (error) {
      this.#tell(error);
    }
  }

  async #refuse(moves: readonly string[]): Promise<void> {
    const { puzzle, shown } = this;
    this.failed = true;
    this.stage = 'wrong';
    this.refuting = shown?.table.over ? 'over' : 'no';
    this.#end(false, moves);
    if (puzzle.kind !== 'most' || !shown) return;
    const side = shown.sides[this.#seat] ?? 0;
    const right = await tableAfter(recordWith(puzzle.record, puzzle.solution)).catch(() => null);
    if (right) this.points = { own: shown.table.points[side] ?? 0, best: right.table.points[side] ?? 0 };
  }

  /** Plays on after a wrong move until it is the person's turn again, against whom the engine plays as well as it can. */
  async refute(): Promise<void> {
    if (!this.refutable) return;
    this.#wanted++;
    if (this.refuting === 'thinking') return;
    const turn = this.#turn;
    this.refuting = 'thinking';
    this.problem = '';
    try {
      while (this.#wanted > 0 && turn === this.#turn && !this.shown?.table.over) {
        this.#wanted--;
        await this.#playOn(turn);
      }
    } catch (error) {
      this.#wanted = 0;
      this.#tell(error);
    }
    if (turn === this.#turn) this.refuting = this.#standing();
  }

  #standing(): Refuting {
    const { over, seat } = this.shown?.table ?? {};
    return over ? 'over' : seat === this.#seat ? 'yours' : 'no';
  }

  /** Lets the engine move, for both, until it is the person's turn. */
  async #playOn(turn: number): Promise<void> {
    let first = true;
    do {
      if (!first) await pause();
      first = false;
      const seat = this.shown?.table.seat ?? 0;
      const next = nextOf(this.puzzle.refutation, this.#moves) ?? (await best(this.record, seat));
      if (turn !== this.#turn || next === null) return;
      if (!(await this.#show([...this.#moves, next.replaceAll(' ', '-')], turn))) return;
    } while (!this.shown?.table.over && this.shown?.table.seat !== this.#seat);
  }

  /** The person tries to save it; the engine answers. */
  async #resist(text: string): Promise<true | typeof AGAIN> {
    const turn = this.#turn;
    this.refuting = 'thinking';
    this.problem = '';
    try {
      if (!(await this.#show([...this.#moves, text], turn))) return true;
      if (!this.shown?.table.over) await pause();
      if (!this.shown?.table.over && this.shown?.table.seat !== this.#seat) await this.#playOn(turn);
    } catch (error) {
      this.#tell(error);
    }
    if (turn !== this.#turn) return true;
    this.refuting = this.#standing();
    // Taps that came meanwhile.
    if (this.#wanted > 0 && this.refuting === 'yours') {
      this.#wanted--;
      void this.refute();
    }
    return true;
  }

  /** Back to the position. */
  async again(): Promise<void> {
    this.stage = 'loading';
    this.refuting = 'no';
    this.points = null;
    this.problem = '';
    this.hinted = 0;
    await this.#begin();
  }

  showHint(): void {
    if (this.stage !== 'asking') return;
    this.hinted = Math.min(2, this.hinted + 1);
    if (this.hinted === 2) this.failed = this.#wasShown = true;
  }

  #finish(): void {
    this.stage = 'solved';
    this.#end(!this.failed, this.#moves);
  }

  /** What came of it is told once. */
  #end(solved: boolean, moves: readonly string[]): void {
    if (this.#ended) return;
    this.#ended = true;
    this.onEnd({ solved, moves: moves.filter((_, index) => index % 2 === 0), shown: this.#wasShown });
  }
}

/** Fetches all tables of a puzzle, so that it can be solved without a network. */
export async function prepare({ record, solution, refutation }: PuzzleShown): Promise<void> {
  for (const line of [solution, refutation])
    for (let length = 0; length <= line.length; length++) await tableAfter(recordWith(record, line.slice(0, length)));
}
