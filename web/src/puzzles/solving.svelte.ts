/** Somebody at one puzzle: what lies before them, what came of their moves, and why a wrong one loses. */
import { problemInWords } from '../app/notices.svelte';
import { AGAIN } from '../boards/sending';
import { can, type Game, type ShownTable, type TablePart } from '../games/game';
import { t } from '../i18n/i18n.svelte';
import { solve } from '../net/api';
import type { PuzzleShown, StudyShown } from '../wire';
import { tableAfter } from './keeping';

export type Stage = 'loading' | 'asking' | 'replying' | 'wrong' | 'solved';

/** How long a reply waits, so that the eye can follow the own move. */
const REPLY_AFTER = 650;
const SECONDS = 5;

/** A record with some moves more. */
export function recordWith(record: string, moves: readonly string[]): string {
  return moves.length
    ? `${record.trimEnd()}${record.trimEnd().endsWith(']') ? '\n\n' : ' '}${moves.join(' ')}\n`
    : record;
}

export class Solving {
  stage: Stage = $state('loading');
  /** Whether a wrong move was made, or the solution was shown. */
  failed = $state(false);
  problem = $state('');
  /** 0: none; 1: the piece; 2: the move. */
  hinted = $state(0);
  shown: StudyShown | null = $state.raw(null);
  /** The moves since the position. */
  #moves: readonly string[] = $state.raw([]);
  /** What refutes the wrong move, as far as it was not played yet. */
  #refutation: readonly string[] | null = $state.raw(null);
  #seat = 0;
  #ended = false;

  constructor(
    readonly puzzle: PuzzleShown,
    readonly game: Game,
    readonly part: TablePart,
    readonly onEnd: (solved: boolean) => void,
  ) {
    void this.#begin();
  }

  readonly hint: string | null = $derived.by(() =>
    this.stage === 'asking' && this.hinted > 0 ? (this.puzzle.solution[this.#moves.length] ?? null) : null,
  );
  readonly hintPiece: boolean = $derived(this.hinted === 1);
  readonly refutable: boolean = $derived.by(() => this.stage === 'wrong' && this.#refutation?.length !== 0);
  readonly record: string = $derived.by(() => recordWith(this.puzzle.record, this.#moves));
  /** Who solves, counted from 0. */
  get seat(): number {
    return this.#seat;
  }

  readonly shownTable: ShownTable | null = $derived.by(() => {
    const { shown, part } = this;
    if (!shown) return null;
    const table = this.stage === 'asking' ? shown.table : { ...shown.table, legal: null };
    const input = {
      options: shown.options,
      sides: shown.sides,
      moves: shown.moves,
      viewer: this.#seat,
      seatInfo: (seat: number) => ({ name: seat === this.#seat ? t('you') : t('puzzle.opponent') }),
      over: shown.table.over,
    };
    return { part, scene: part.sceneOf(input, table) };
  });

  async #begin(): Promise<void> {
    try {
      const open = await tableAfter(this.puzzle.record);
      this.#seat = open.table.seat ?? 0;
      await this.#show([]);
      this.stage = 'asking';
    } catch (error) {
      this.problem = problemInWords(error);
    }
  }

  async #show(moves: readonly string[]): Promise<void> {
    this.shown = await tableAfter(recordWith(this.puzzle.record, moves));
    this.#moves = moves;
  }

  /** Makes a move; any that keeps the proved value is right. */
  async play(move: string): Promise<true | typeof AGAIN> {
    if (this.stage !== 'asking') return AGAIN;
    const { puzzle } = this;
    const at = this.#moves.length;
    const text = move.replaceAll(' ', '-');
    const right = at === 0 ? puzzle.right.includes(text) : puzzle.solution[at] === text;
    const moves = [...this.#moves, text];
    this.stage = 'replying';
    try {
      await this.#show(moves);
    } catch (error) {
      // Without the server a wrong move cannot be shown, but it is known to be wrong.
      if (right) {
        this.problem = problemInWords(error);
        this.stage = 'asking';
        return AGAIN;
      }
    }
    this.hinted = 0;
    if (!right) this.#refuse(moves);
    else if (moves.length >= puzzle.solution.length) this.#finish();
    else await this.#reply(moves);
    return true;
  }

  async #reply(moves: readonly string[]): Promise<void> {
    const reply = this.puzzle.solution[moves.length] as string;
    await new Promise((resolve) => setTimeout(resolve, REPLY_AFTER));
    try {
      await this.#show([...moves, reply]);
      this.stage = 'asking';
    } catch (error) {
      this.problem = problemInWords(error);
    }
  }

  #refuse(moves: readonly string[]): void {
    this.failed = true;
    this.stage = 'wrong';
    const [tempting, ...line] = this.puzzle.refutation;
    this.#refutation = moves.length === 1 && tempting === moves[0] ? line : can(this.game, 'solve') ? null : [];
    this.#end(false);
  }

  /** Plays on by one move after a wrong one, until it is plain. */
  async refute(): Promise<void> {
    if (!this.refutable || !this.shown) return;
    try {
      this.#refutation ??= await this.#solved();
      const [next, ...rest] = this.#refutation;
      this.#refutation = rest;
      if (next !== undefined) await this.#show([...this.#moves, next]);
    } catch (error) {
      this.problem = problemInWords(error);
    }
  }

  async #solved(): Promise<readonly string[]> {
    const ended = new AbortController();
    for await (const line of solve({ record: this.record, seconds: SECONDS }, ended.signal)) {
      if (line.type === 'solved') return line.line;
    }
    return [];
  }

  /** Back to the position. */
  async again(): Promise<void> {
    this.stage = 'loading';
    this.problem = '';
    this.hinted = 0;
    await this.#begin();
  }

  showHint(): void {
    if (this.stage !== 'asking') return;
    this.hinted = Math.min(2, this.hinted + 1);
    if (this.hinted === 2) this.failed = true;
  }

  #finish(): void {
    this.stage = 'solved';
    this.#end(!this.failed);
  }

  /** What came of it is told once. */
  #end(solved: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.onEnd(solved);
  }
}

/** Fetches all tables of a puzzle, so that it can be solved without a network. */
export async function prepare({ record, solution, refutation }: PuzzleShown): Promise<void> {
  for (const line of [solution, refutation])
    for (let length = 0; length <= line.length; length++) await tableAfter(recordWith(record, line.slice(0, length)));
}
