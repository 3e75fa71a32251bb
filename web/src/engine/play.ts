/** A play in the module: every table from its deal to its last move. */
import { type Core, Objection, OPEN } from './calls';
import { type Form, formFromTags, optionsText, sidesOf } from './forms';
import { type MatchRecord, NOTATION_TAG, PLAIN, BRANCHED, RecordError, Shape } from './records';
import { Refusal } from '../net/refusal';

export interface Stand {
  seat: number;
  over: boolean;
  points: number[];
  winner: number | null;
  /** The bits of the sides in front. */
  leaders: number;
}

const NOTATIONS: readonly string[] = [PLAIN, BRANCHED];
const ALL = 0xff;

export class Play {
  readonly moves: string[] = [];
  /** By move: whether all hear it as it was made. */
  readonly isPublic: boolean[] = [];
  /** All moves of the record that was replayed, those in variations too, in the order of its text. */
  readonly walked: string[] = [];

  private constructor(
    readonly core: Core,
    readonly form: Form,
    readonly deal: string,
    private readonly id: number,
  ) {}

  /** Sets up a play whose deal is open; throws an Objection. */
  static start(core: Core, form: Form, deal: string): Play {
    return Play.open(core, form, deal, false, null);
  }

  /** Sets up a table that was laid by hand, to be counted; throws an Objection. */
  static lay(core: Core, form: Form, table: string): Play {
    const texts = [form.game, optionsText(form.all), table];
    const { play } = core.call<{ play: number }>(texts, (exports) => exports.play_lay());
    return new Play(core, form, table, play);
  }

  private static open(core: Core, form: Form, deal: string, inferred: boolean, observer: number | null): Play {
    const texts = [
      form.game,
      optionsText(form.all),
      deal,
      inferred ? '1' : '',
      observer === null ? '' : `${observer + 1}`,
    ];
    const { play } = core.call<{ play: number }>(texts, (exports) => exports.play_start());
    return new Play(core, form, deal, play);
  }

  /** Checks a record by the rules, its variations too, and stays at the end of its main line; throws a RecordError. */
  static replay(core: Core, record: MatchRecord, observer: number | null = null): Play {
    const { tags } = record;
    if (!tags.has('Game')) throw new RecordError(1, 'the tag Game is missing');
    const notation = tags.get(NOTATION_TAG) ?? PLAIN;
    if (!NOTATIONS.includes(notation))
      throw new RecordError(1, `it is written in notation ${notation}, and ${NOTATIONS.join(' and ')} are known`);
    const play = Play.setUp(core, tags, observer);
    try {
      play.walk(record);
    } catch (error) {
      play.close();
      throw error;
    }
    return play;
  }

  /**
   * Plays all lines of a record.
   *
   * A variation begins before the last move, which is taken back for it and played again after it: so there is one
   * table, however many lines there are.
   */
  private walk(record: MatchRecord): void {
    const shape = new Shape();
    const { isBranched } = record;
    /** What was played at the table before the last move, and how many moves the line has. */
    let alternatives = new Set<string>();
    let begun = true;
    const left: { moves: number; alternatives: Set<string>; undone: string }[] = [];
    for (const token of record.body) {
      const wrong = isBranched ? shape.take(token) : null;
      if (wrong !== null) throw new RecordError(1, wrong, this.size, token.text);
      if (token.kind === 'open') {
        left.push({ moves: this.size, alternatives, undone: this.moves.at(-1) as string });
        this.undo();
        begun = false;
      } else if (token.kind === 'close') {
        const line = left.pop() as (typeof left)[number];
        while (this.size >= line.moves) this.undo();
        this.move(line.undone);
        alternatives = line.alternatives;
        begun = true;
      } else if (token.kind === 'move') {
        alternatives = begun ? new Set() : (left.at(-1) as (typeof left)[number]).alternatives;
        const made = this.checked(token.text);
        if (alternatives.has(made)) throw new RecordError(1, 'this move stands here already', this.size, token.text);
        alternatives.add(made);
        this.walked.push(made);
        begun = true;
      }
    }
    if (shape.depth > 0) throw new RecordError(1, 'a variation is not closed');
  }

  /** Plays a move of a record; throws a RecordError. */
  private checked(text: string): string {
    try {
      return this.move(text);
    } catch (error) {
      if (!(error instanceof Objection)) throw error;
      throw new RecordError(1, error.reason, this.size + 1, text, error.why);
    }
  }

  private static setUp(core: Core, tags: ReadonlyMap<string, string>, observer: number | null): Play {
    try {
      const form = formFromTags(tags);
      const deal = tags.get(form.room.dealTag);
      if (deal === undefined) throw new RecordError(1, `the tag ${form.room.dealTag} is missing`);
      return Play.open(core, form, deal, true, observer);
    } catch (error) {
      // A game that only others know is no fault of the record.
      if (error instanceof Refusal && error.code === 'unknown-game') throw error;
      if (error instanceof Objection || error instanceof Refusal) throw new RecordError(1, error.message);
      throw error;
    }
  }

  /** The number of moves. */
  get size(): number {
    return this.moves.length;
  }

  /** Whether nothing is hidden in it. */
  get isOpen(): boolean {
    return !this.deal.split(' ').includes('?');
  }

  /** Plays a move; throws an Objection and changes nothing where it is illegal or does not read. */
  move(text: string): string {
    const made = this.core.call<{ move: string; public: boolean }>([text], (exports) => exports.play_move(this.id));
    this.moves.push(made.move);
    this.isPublic.push(made.public);
    return made.move;
  }

  undo(): void {
    this.core.undo(this.id);
    this.moves.pop();
    this.isPublic.pop();
  }

  /** Does something with the play after one more move. */
  after<T>(move: string, look: () => T): T {
    this.move(move);
    try {
      return look();
    } finally {
      this.undo();
    }
  }

  /** Does something with another play that begins like this one, up to a table, and goes on with a move. */
  branch<T>(after: number, move: string, look: (branch: Play) => T): T {
    const branch = Play.open(this.core, this.form, this.deal, true, null);
    try {
      for (const text of [...this.moves.slice(0, after), move]) branch.move(text);
      return look(branch);
    } finally {
      branch.close();
    }
  }

  /** The JSON of a table, after so many moves, as an observer may see it. */
  table(observer = OPEN, after = this.size, act = true): string {
    return this.core.text([], (exports) => exports.play_table(this.id, after, observer, Number(act)));
  }

  stand(after = this.size, among = ALL): Stand {
    const bits = among & ((1 << (Math.max(...sidesOf(this.form)) + 1)) - 1);
    return this.core.call([], (exports) => exports.play_standing(this.id, after, bits));
  }

  /** Every legal move. */
  legal(after = this.size): string[] {
    return this.core.call([], (exports) => exports.play_moves(this.id, after));
  }

  /** The deal and the moves as an observer may know them. */
  known(observer: number): { deal: string; moves: string[] } {
    return this.core.call([], (exports) => exports.play_known(this.id, observer));
  }

  /** Asks a search of the module about the table after so many moves. */
  ask<T>(
    texts: readonly string[],
    call: (exports: Parameters<Parameters<Core['call']>[1]>[0], id: number) => number,
  ): T {
    return this.core.call(texts, (exports) => call(exports, this.id));
  }

  /** A side's part of a finished game: 1 for a win, 0 for a loss, equal parts of 1 for a draw. */
  share(side: number): number {
    const { leaders } = this.stand();
    let sharing = 0;
    for (let bits = leaders; bits > 0; bits &= bits - 1) sharing += 1;
    return (leaders >> side) & 1 ? 1 / sharing : 0;
  }

  close(): void {
    this.core.close(this.id);
  }
}
