/** The drill: somebody has the winning side of a solved start, and the other side makes no mistake. */
import { problemInWords } from '../app/notices.svelte';
import { AGAIN } from '../boards/sending';
import type { SeatInfo } from '../boards/types';
import type { ShownTable, TablePart } from '../games/game';
import { need, t } from '../i18n/i18n.svelte';
import { solve } from '../net/api';
import { Refusal } from '../net/refusal';
import type { Solved, StudyShown } from '../wire';
import { nextStart } from './balanced';
import { tableAfter } from './keeping';
import { recordWith } from './solving.svelte';

export type Stage = 'loading' | 'yours' | 'thinking' | 'given' | 'over';

/** How long a reply waits, so that the eye can follow the own move. */
const REPLY_AFTER = 650;
/** What the solver may take for a reply; these starts take it a second, and few a little more. */
const SECONDS = 60;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REPLY_AFTER));

/** What is certain of the position after a record; throws a Refusal. */
async function known(record: string): Promise<Solved> {
  for await (const line of solve({ record, seconds: SECONDS }, new AbortController().signal)) {
    if (line.type === 'solved') return line;
    if (line.type === 'failed') throw new Refusal('unavailable', line.message);
  }
  throw new Refusal('unavailable', 'nobody could say');
}

export class Drill {
  stage: Stage = $state('loading');
  problem = $state('');
  shown: StudyShown | null = $state.raw(null);
  /** What a move that gave the win away left. */
  left: 'draw' | 'loss' = $state('draw');
  /** How often the win was given away. */
  slips = $state(0);
  #start = '';
  #moves: readonly string[] = $state.raw([]);
  #seat = 0;
  /** Counts beginnings: what was begun before is not gone on with. */
  #turn = 0;

  constructor(
    readonly game: string,
    readonly preset: string,
    readonly part: TablePart,
  ) {
    void this.begin();
  }

  readonly record: string = $derived.by(() => recordWith(this.#start, this.#moves));
  get seat(): number {
    return this.#seat;
  }
  readonly seatInfo = (seat: number): SeatInfo => ({ name: seat === this.#seat ? t('you') : t('puzzle.opponent') });

  readonly shownTable: ShownTable | null = $derived.by(() => {
    const { shown, part } = this;
    if (!shown) return null;
    const table = this.stage === 'yours' ? shown.table : { ...shown.table, legal: null };
    const { options, sides, moves } = shown;
    const input = { options, sides, moves, viewer: this.#seat, seatInfo: this.seatInfo, over: shown.table.over };
    return { part, scene: part.sceneOf(input, table) };
  });

  /** How it ended. */
  readonly verdict = $derived.by(() => {
    const { shown } = this;
    if (this.stage !== 'over' || !shown) return null;
    const { points, winner } = shown.table;
    const side = shown.sides[this.#seat] ?? 0;
    const theirs = Math.max(0, ...points.filter((_, other) => other !== side));
    return {
      what: winner === null ? 'draw' : winner === side ? 'win' : 'loss',
      own: points[side] ?? 0,
      theirs,
    } as const;
  });

  /** Begins with another start. */
  async begin(): Promise<void> {
    const turn = ++this.#turn;
    this.stage = 'loading';
    this.problem = '';
    this.slips = 0;
    try {
      const start = await nextStart(this.game, this.preset, Math.random, 'only');
      if (start === null) throw new Refusal('not-found', 'there is no start');
      const shown = await tableAfter(start);
      if (turn !== this.#turn) return;
      this.#start = start;
      this.#moves = [];
      this.#seat = shown.table.seat ?? 0;
      this.shown = shown;
      this.stage = 'yours';
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    void need('reasons').then(() => (this.problem = problemInWords(error)));
  }

  /** Shows what some moves lead to; whether anybody still wants to see it. */
  async #show(moves: readonly string[], turn: number): Promise<boolean> {
    const shown = await tableAfter(recordWith(this.#start, moves));
    if (turn !== this.#turn) return false;
    this.shown = shown;
    this.#moves = moves;
    return true;
  }

  async play(move: string): Promise<true | typeof AGAIN> {
    if (this.stage !== 'yours') return AGAIN;
    const turn = this.#turn;
    this.stage = 'thinking';
    this.problem = '';
    try {
      if (await this.#show([...this.#moves, move], turn)) await this.#answer(turn);
    } catch (error) {
      if (turn !== this.#turn) return true;
      this.#tell(error);
      await this.takeBack();
    }
    return true;
  }

  async #answer(turn: number): Promise<void> {
    if (this.shown?.table.over) return this.#end();
    const [found] = await Promise.all([known(this.record), pause()]);
    if (turn !== this.#turn) return;
    // What the other side can reach is what was given away; where nobody could tell in time, play goes on.
    if (found.value === 'win' || found.value === 'draw') {
      this.left = found.value === 'win' ? 'loss' : 'draw';
      this.slips++;
      this.stage = 'given';
      return;
    }
    if (found.best !== null && !(await this.#show([...this.#moves, found.best], turn))) return;
    if (this.shown?.table.over) this.#end();
    else this.stage = 'yours';
  }

  #end(): void {
    this.stage = 'over';
  }

  /** Takes the last own move back, and what followed from it. */
  async takeBack(): Promise<void> {
    const turn = ++this.#turn;
    const own = this.#moves.length - 1 - ((this.#moves.length - 1) % 2);
    try {
      if (await this.#show(this.#moves.slice(0, Math.max(0, own)), turn)) this.stage = 'yours';
    } catch (error) {
      this.#tell(error);
    }
  }
}
