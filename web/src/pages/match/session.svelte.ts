/** Somebody at a table: which seats are theirs, whose hand is open, and what they do. */
import { untrack } from 'svelte';
import { PERFECT } from '../../app/characters';
import { clockInWords, ticker } from '../../app/clock.svelte';
import { notices } from '../../app/notices.svelte';
import { reasonInWords } from '../../app/reasons';
import { lendSeat, type KeptSeat } from '../../app/seats';
import { GAPS } from '../../app/pace';
import { settings } from '../../app/settings.svelte';
import { seatNames } from '../../app/summaries';
import type { SeatInfo } from '../../boards/types';
import { can, type Game, type ShownTable, type TablePart } from '../../games/game';
import { gameOf } from '../../games/registry';
import { need, t } from '../../i18n/i18n.svelte';
import { isHere } from '../../host/names';
import { hint } from '../../net/api';
import type { Connection } from '../../net/connection.svelte';
import { newId } from '../../net/outbox';
import { MatchTable, SPECTATOR, type SeatView } from '../../net/table.svelte';
import type { WireTable } from '../../tables';
import type { AnyAction, ChatShown, MatchEvent, MatchShown, Tried } from '../../wire';

/** As long as somebody who thinks until it knows takes for a move at most. */
const MOST_SECONDS = 60;
const LOOKING_ON: SeatView = { number: 0, table: null, moves: [], chat: [] };

/** A word of one's own for the deal of a rematch, whose hash has long been published: nobody can choose that deal. */
function wordFor(what: string | undefined): { word?: string } {
  return what === 'rematch' ? { word: newId() } : {};
}

export class Session {
  readonly table: MatchTable;
  /** At one screen with secret hands: the seat whose hand may be seen. */
  facing: number | null = $state(null);
  /** Whether the turn that waits to be acknowledged was made on this board. */
  #sentHere = false;

  constructor(
    readonly id: string,
    readonly kept: readonly KeptSeat[],
    readonly connection: Connection,
    onEvent: (event: MatchEvent, state: MatchShown) => void,
  ) {
    this.table = new MatchTable(
      id,
      kept.filter((seat) => !seat.lent),
      connection,
      onEvent,
      () => GAPS[settings.pace],
      // On this device it is not known yet which game it is: with several seats nobody's hand is shown before it is asked for.
      isHere(id) && kept.length > 1,
    );
  }

  /** Loads what the game needs at the table, as soon as it is known which game it is. */
  async prepare(): Promise<void> {
    try {
      this.part = (await this.game?.loadTable()) ?? null;
    } catch {
      this.incomplete = true;
    }
  }

  // Who is here

  readonly state: MatchShown | null = $derived.by(() => this.table.state);
  /** The seats that are played at this screen. */
  readonly own: readonly number[] = $derived.by(() => this.table.seats.map(({ seat }) => seat));
  readonly #name = $derived(this.state?.game ?? null);
  readonly game: Game | null = $derived(this.#name === null ? null : gameOf(this.#name));
  /** What the game needs at the table, once it is loaded; `incomplete` if it cannot be. */
  part: TablePart | null = $state.raw(null);
  incomplete = $state(false);
  readonly hidesHands: boolean = $derived(this.game !== null && can(this.game, 'hands'));
  readonly over = $derived(this.state?.status === 'finished');
  /** Several people with secret hands share this screen, though some of them may hold their hands on devices of their own. */
  readonly sharesSecrets = $derived.by(() => this.kept.length > 1 && this.hidesHands);
  /** The own seat that decides now. */
  readonly mover: number | null = $derived.by(() => {
    const turn = this.state?.turn ?? null;
    return turn !== null && this.own.includes(turn) && !this.state?.seats[turn]?.level ? turn : null;
  });
  /** The seat that has to be handed the screen before its hand is shown. */
  readonly curtain: number | null = $derived.by(() => {
    if (!this.sharesSecrets || this.over || this.mover === null) return null;
    return this.mover === this.facing ? null : this.mover;
  });
  /** The seat on turn that was handed to another device. */
  readonly lentTurn: number | null = $derived.by(() => {
    const turn = this.state?.turn ?? null;
    return turn !== null && this.kept.some((seat) => seat.seat === turn && seat.lent) ? turn : null;
  });
  /** The seat on turn whose owner has left, and for which nobody decides. */
  readonly leftTurn: number | null = $derived.by(() => {
    const turn = this.state?.turn ?? null;
    const seat = turn === null ? null : this.state?.seats[turn];
    return seat?.left && !seat.level ? turn : null;
  });
  /** Whether somebody at this screen has left the table. */
  readonly gone: boolean = $derived.by(() => this.own.some((seat) => this.state?.seats[seat]?.left));
  /** Whether the person here may ask for hints: alone with computers, in a friendly match. */
  readonly mayAskHints: boolean = $derived.by(() => {
    const seats = this.state?.seats ?? [];
    return (
      this.state?.status === 'running' &&
      this.state.friendly &&
      seats.every(({ kind }, seat) => kind === 'computer' || this.own.includes(seat)) &&
      seats.filter(({ kind }) => kind !== 'computer').length === 1 &&
      seats.length > 1
    );
  });
  /** The seat through whose eyes the board is seen; null for a spectator's. */
  readonly viewer: number | null = $derived.by(() => {
    const [first, ...others] = this.own;
    if (first === undefined) return null;
    if (!others.length && !this.sharesSecrets) return first;
    if (this.curtain !== null) return null;
    if (!this.hidesHands) return this.mover ?? first;
    if (this.over) return this.facing ?? first;
    // Where hands are held elsewhere this screen is the table: it shows a hand only while its owner plays from it.
    return this.kept.some((seat) => seat.lent) ? this.mover : this.facing;
  });
  /** The seat for which wishes other than moves are said. */
  readonly speaker: number | null = $derived(this.mover ?? this.viewer ?? this.own[0] ?? null);
  readonly view: SeatView = $derived.by(() => {
    const views = this.table.views;
    return views[this.viewer ?? this.own[0] ?? SPECTATOR] ?? views[SPECTATOR] ?? LOOKING_ON;
  });
  readonly chat: readonly ChatShown[] = $derived(this.view.chat);

  readonly #names = $derived(this.state ? seatNames(this.state.seats) : []);

  readonly seatInfo = (seat: number): SeatInfo => {
    const state = this.state;
    const shown = state?.seats[seat];
    const here = this.table.presence?.seats[seat] ?? true;
    const mine = this.kept.length === 1 && this.own[0] === seat && !shown?.level;
    // Who has not said a name is nobody's player 1 to themselves.
    const nameless = mine && !settings.name.trim();
    // Nobody who sits at this screen is away from it, however late the news of their coming is.
    const absent = this.own.includes(seat) ? undefined : !here && state?.status !== 'finished';
    return {
      name: nameless ? t('you') : (this.#names[seat] ?? ''),
      you: mine && !nameless,
      level: shown?.level || undefined,
      left: !!shown?.left && !shown.level,
      away: !shown || shown.level ? undefined : shown.left || absent,
      clock: state?.clock ? clockInWords(state.clock, seat, ticker.now + this.connection.skew) : undefined,
    };
  };

  // What is on the table

  readonly #wireTable = $derived(this.view.table);
  readonly #stuck = $derived.by(() => {
    const pending =
      this.connection.waiting && this.viewer !== null ? this.connection.pendingMove(this.id, this.viewer) : null;
    return pending !== null && !this.#sentHere;
  });
  /** Everything but the table that a scene is made of: as a text, so that only a change counts as one. */
  readonly #basis = $derived.by(() => {
    const state = this.state;
    const { moves } = this.view;
    return JSON.stringify([state?.status, state?.finished, moves.length, moves.at(-1), this.viewer, this.#stuck]);
  });
  readonly shown: ShownTable | null = $derived.by(() => {
    void this.#basis;
    const table = this.#wireTable;
    const { part } = this;
    return untrack(() => {
      const state = this.state;
      if (!part || !table || !state) return null;
      const input = {
        options: state.options,
        sides: state.sides,
        moves: this.view.moves,
        viewer: this.viewer,
        seatInfo: this.seatInfo,
        over: state.status === 'finished',
        ...(state.finished && { winner: state.finished.winner }),
      };
      return { part, scene: part.sceneOf(input, this.#stuck ? { ...table, legal: null } : table) };
    });
  });

  // What they do

  async act(action: AnyAction, seat: number | null = this.speaker): Promise<boolean> {
    if (seat === null) return false;
    try {
      await this.table.act(seat, action);
      return true;
    } catch (error) {
      notices.refuse(error);
      return false;
    }
  }

  /** What somebody who watches is just saying: their own words need no notice. */
  saying = '';

  /** Says something: for a seat, or as somebody who watches, by the name one goes by. */
  async say(text: string): Promise<void> {
    if (this.speaker !== null) {
      await this.act({ type: 'chat', text });
      return;
    }
    const name = settings.name.trim();
    this.saying = text;
    await this.act({ type: 'chat', text, ...(name && { name }) }, SPECTATOR);
    this.saying = '';
  }

  /** Makes a move; a refused one is explained, and the answer gives it back to the board. */
  async move(text: string): Promise<boolean> {
    const seat = this.viewer;
    const ply = this.state?.ply;
    if (seat === null || ply === undefined) return false;
    this.#sentHere = true;
    const done = await this.act({ type: 'move', move: text, ply }, seat);
    this.#sentHere = false;
    return done;
  }

  /** Proposes something, and agrees for everybody else at this screen: they can talk to each other. */
  async propose(what: 'draw' | 'pause' | 'rematch' | 'revanche' | 'takeback'): Promise<void> {
    const seat = this.speaker;
    if (!(await this.act({ type: 'propose', what, ...wordFor(what) }, seat))) return;
    for (const other of this.own) {
      if (other !== seat && this.state?.proposal) await this.act({ type: 'agree', ...wordFor(what) }, other);
    }
  }

  async answer(agree: boolean): Promise<void> {
    const asked = this.own.filter((seat) => !this.state?.agreed.includes(seat));
    if (!agree) await this.act({ type: 'decline' }, asked[0] ?? this.speaker);
    else for (const seat of asked) await this.act({ type: 'agree', ...wordFor(this.state?.proposal?.what) }, seat);
  }

  /** Lets another device show a seat's hand, or shows it here again. */
  lend(seat: number, lent: boolean): void {
    lendSeat(this.id, seat, lent);
  }

  /** Takes the hand away once its owner's turn is over, where this screen is everybody's table. */
  tidy(): void {
    if (this.mover === null && this.kept.some((seat) => seat.lent)) this.facing = null;
  }

  /** Who thinks until it knows while everybody waits, and for so many seconds at most. */
  readonly pondering = $derived.by(() => {
    const { turn = null, status, seats } = this.state ?? {};
    if (turn === null || status !== 'running' || seats?.[turn]?.level !== PERFECT) return null;
    return { name: this.seatInfo(turn).name, most: MOST_SECONDS };
  });

  // Hints

  /** A hint for the turn after so many moves: first the piece, then the whole move, then why. */
  hint: { readonly ply: number; readonly move: string; readonly whole: boolean; readonly why: string } | null =
    $state.raw(null);
  thinking = $state(false);

  async askHint(): Promise<void> {
    const seat = this.mover;
    const ply = this.state?.ply;
    const token = this.table.seats.find((own) => own.seat === seat)?.token;
    if (seat === null || ply === undefined || !token || this.thinking) return;
    if (this.hint?.ply === ply) {
      this.hint = { ...this.hint, whole: true };
      return;
    }
    this.thinking = true;
    try {
      const { move } = await hint(this.id, token);
      const after = await this.preview(move);
      const table = this.view.table;
      const side = this.state?.sides[seat] ?? seat;
      const why =
        table &&
        (await this.part?.advice?.({ table, after, move, seat, side, name: (other) => this.seatInfo(other).name }));
      if (this.state?.ply === ply) this.hint = { ply, move, whole: false, why: why || '' };
    } catch (error) {
      notices.refuse(error);
    }
    this.thinking = false;
  }

  /** The hint for the present turn. */
  readonly shownHint = $derived.by(() =>
    this.hint && this.hint.ply === this.state?.ply && this.mover !== null ? this.hint : null,
  );

  // What the boards ask

  readonly explain = async (move: string): Promise<string | null> => {
    const [tried] = await Promise.all([this.#try(move), need('reasons')]);
    return !tried || tried.legal ? null : reasonInWords(tried.why, tried.reason);
  };

  readonly preview = async (move: string): Promise<WireTable | null> => (await this.#try(move))?.table ?? null;

  /** Asks the server what a move would do; without it only the board's own word remains. */
  async #try(move: string): Promise<Tried | null> {
    if (this.viewer === null) return null;
    try {
      return await this.connection.tryMove(this.id, this.viewer, move);
    } catch {
      return null;
    }
  }
}
