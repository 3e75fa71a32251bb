/** What the host asks of the rules, by way of the engine that sits in the same worker. */
import type { Answer, Asked, Op } from '../engine/protocol';
import { Refusal } from '../net/refusal';
import type { WireTable } from '../tables';
import type { GameShown, StudyShown } from '../wire';

/** Answers a question; throws a Refusal. */
export type Ask = <O extends Op>(asked: Asked<O>) => Promise<Answer<O>>;

/** A game as it is played with some options. */
export interface Terms {
  readonly game: GameShown;
  /** Every option with its word. */
  readonly options: Readonly<Record<string, string>>;
  readonly dealTag: string;
  /** By seat: its side. */
  readonly sides: readonly number[];
}

/** A deal with the moves made so far. */
export interface Line {
  readonly terms: Terms;
  readonly deal: string;
  readonly moves: readonly string[];
}

/** What one observer may know of a position. */
export interface Seen {
  readonly table: WireTable;
  readonly deal: string;
  readonly moves: readonly string[];
}

/** How a line stands; `seen` by every seat, and last by spectators. */
export interface Position extends Pick<Answer<'standing'>, 'seat' | 'over' | 'points' | 'winner' | 'without'> {
  /** Whether everybody heard the last move as it was made. */
  readonly isPublic: boolean;
  readonly seen: readonly Seen[];
}

export class Rules {
  #last: { readonly line: Line; readonly position: Promise<Position> } | null = null;
  #games: Promise<Answer<'games'>> | null = null;

  constructor(readonly ask: Ask) {}

  games(): Promise<Answer<'games'>> {
    return (this.#games ??= this.ask({ op: 'games' }).catch((error: unknown) => {
      this.#games = null;
      throw error;
    }));
  }

  async terms(name: string, options: Readonly<Record<string, string>>): Promise<Terms> {
    const form = await this.ask({ op: 'form', game: name, options });
    const game = (await this.games()).games.find((each) => each.name === form.game);
    if (!game) throw new Refusal('unknown-game', `there is no game ${name}`);
    return { game, options: form.options, dealTag: form.deal_tag, sides: form.sides };
  }

  /** The deal that follows from a secret and one word for each seat. */
  async deal({ game, options }: Terms, secret: string, words: readonly string[]): Promise<string> {
    return (await this.ask({ op: 'deal', game: game.name, options, secret, words })).deal;
  }

  /** How a line stands; asking for the same one again costs nothing, unless there was no answer. */
  position(line: Line): Promise<Position> {
    const last = this.#last;
    if (last && isSame(last.line, line)) return last.position;
    const position = this.#position(line).catch((error: unknown) => {
      if (this.#last?.position === position) this.#last = null;
      throw error;
    });
    this.#last = { line, position };
    return position;
  }

  async #position({ terms, deal, moves }: Line): Promise<Position> {
    const observers = [...terms.sides.keys(), -1];
    const asked = { op: 'standing', game: terms.game.name, options: terms.options, deal, moves, observers } as const;
    const standing = await this.ask(asked);
    const seen = standing.seen.map((each) => ({ ...each, table: JSON.parse(each.table) as WireTable }));
    return { ...standing, isPublic: standing.public.at(-1) ?? true, seen };
  }

  /** What a move does, as the seat that makes it may know, or why it is none. */
  tried({ terms, deal, moves }: Line, seat: number, move: string): Promise<Answer<'try'>> {
    return this.ask({ op: 'try', game: terms.game.name, options: terms.options, deal, moves, seat, move });
  }

  study(record: string): Promise<StudyShown> {
    return this.ask({ op: 'study', record });
  }
}

function isSame(one: Line, other: Line): boolean {
  return (
    one.deal === other.deal &&
    one.moves.length === other.moves.length &&
    one.terms.game.name === other.terms.game.name &&
    one.moves.every((move, index) => move === other.moves[index]) &&
    JSON.stringify(one.terms.options) === JSON.stringify(other.terms.options)
  );
}
