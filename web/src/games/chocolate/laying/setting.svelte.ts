/** A whole table that is being laid: the field, and everything around it. */
import { upright } from '../board/cards';
import type { Colour, LyingCard } from '../types';
import { Laying } from './laying.svelte';
import { sidesOf, type Material } from './material';
import { centred, dealt, HAND, type Laid, shared, startText } from './starts';

/** Where a card of the palette goes: to the field, to the hand of a seat, or to the stack. */
export type Where = 'field' | 'stack' | number;

/** What is remembered of a table on this device. */
export interface KeptTable extends Laid {
  readonly players: number;
}

export class Setting {
  readonly laying: Laying;
  players = $state(2);
  where: Where = $state('field');
  hands: readonly (readonly string[])[] = $state.raw([]);
  stack: readonly string[] = $state.raw([]);
  toMove = $state(0);
  #colours: readonly (Colour | null)[] = $state.raw([]);
  /** What somebody said the seats have left; it holds as long as it fits what is on the cards. */
  #smarties: readonly number[] = $state.raw([]);

  constructor(
    readonly material: Material,
    kept: Partial<KeptTable> = {},
  ) {
    this.laying = new Laying(material, kept.cards ?? []);
    this.#seat(material.players.find((n) => n === kept.players) ?? material.players[0] ?? 2);
    if (kept.hands?.length === this.players) this.hands = kept.hands;
    this.stack = kept.stack ?? [];
    if (kept.toMove !== undefined && kept.toMove < this.players) this.toMove = kept.toMove;
    if (kept.colours?.length === this.sides) this.#colours = kept.colours;
    this.#smarties = kept.smarties ?? [];
    this.#tell();
  }

  readonly sides: number = $derived.by(() => sidesOf(this.players));
  /** Before the first card nothing is announced. */
  readonly colours: readonly (Colour | null)[] = $derived.by(() =>
    this.laying.cards.length ? this.#colours : this.#colours.map(() => null),
  );
  readonly most: number = $derived.by(() => Math.floor(this.material.smarties / this.players));
  readonly smarties: readonly number[] = $derived.by(() => {
    const left = this.laying.smarties;
    const fits = this.#smarties.length === this.players && this.#smarties.reduce((sum, n) => sum + n, 0) === left;
    return fits && Math.max(...this.#smarties) <= this.most ? this.#smarties : shared(left, this.players, this.most);
  });

  /** What was laid, to be kept. */
  get laid(): KeptTable {
    const { players, hands, stack, toMove, smarties } = this;
    return { players, cards: this.laying.cards, hands, stack, colours: this.#colours, toMove, smarties };
  }

  #seat(players: number): void {
    this.players = players;
    this.hands = Array.from({ length: players }, (_, seat) => this.hands[seat] ?? []);
    this.toMove = Math.min(this.toMove, players - 1);
    this.#colours = this.material.colours.slice(0, sidesOf(players));
  }

  /** Lets so many play. */
  seat(players: number): void {
    this.#seat(players);
    if (typeof this.where === 'number' && this.where >= players) this.where = 'field';
    this.#tell();
  }

  /** Puts a card where cards go now; false where there is no room for it. */
  put(kind: string): boolean {
    const { where } = this;
    if (where === 'field' || this.laying.left(kind) < 1) return false;
    if (where === 'stack') this.stack = [...this.stack, upright(kind)];
    else {
      if ((this.hands[where]?.length ?? 0) >= HAND) return false;
      this.hands = this.hands.map((hand, seat) => (seat === where ? [...hand, upright(kind)] : hand));
    }
    this.#tell();
    return true;
  }

  /** Takes a card out of the hand or the stack that is looked at. */
  takeOut(index: number): void {
    const without = (cards: readonly string[]): string[] => cards.filter((_, at) => at !== index);
    if (this.where === 'stack') this.stack = without(this.stack);
    else this.hands = this.hands.map((hand, seat) => (seat === this.where ? without(hand) : hand));
    this.#tell();
  }

  /** The cards of the hand or the stack that is looked at. */
  readonly shown: readonly string[] = $derived.by(() => {
    if (this.where === 'field') return [];
    return this.where === 'stack' ? this.stack : (this.hands[this.where] ?? []);
  });

  /** Gives a side a colour; whoever had it gets the one that is free by that. */
  paint(side: number, colour: Colour | null): void {
    const before = this.#colours[side] ?? null;
    const all = this.material.colours.length === this.sides;
    this.#colours = this.#colours.map((own, at) => {
      if (at === side) return colour;
      return own !== null && own === colour ? before : own;
    });
    // Where no colour is left over all are known as soon as one is.
    if (all && colour === null) this.#colours = this.#colours.map(() => null);
    else if (all) {
      const free = this.material.colours.filter((each) => !this.#colours.includes(each));
      this.#colours = this.#colours.map((own) => own ?? free.shift() ?? null);
    }
  }

  /** Moves a smartie to a seat, or away from it: the number beside the field stays. */
  sweeten(seat: number, by: 1 | -1): void {
    const now = [...this.smarties];
    const others = now
      .map((_, at) => at)
      .filter((at) => at !== seat && (by < 0 ? (now[at] ?? 0) < this.most : (now[at] ?? 0) > 0));
    const [other] = others.sort((a, b) => by * ((now[b] ?? 0) - (now[a] ?? 0)));
    if (other === undefined || (now[seat] ?? 0) + by < 0 || (now[seat] ?? 0) + by > this.most) return;
    now[seat] = (now[seat] ?? 0) + by;
    now[other] = (now[other] ?? 0) - by;
    this.#smarties = now;
  }

  clear(): void {
    this.hands = this.hands.map(() => []);
    this.stack = [];
    this.#tell();
  }

  /** The start as the rules read it, and its cards as they are named in it. */
  start(chance: (below: number) => number): { readonly deal: string; readonly cards: readonly LyingCard[] } {
    const cards = centred(this.laying.cards);
    const toMove = cards.length ? this.toMove : 0;
    const laid = { ...this.laid, cards, toMove, colours: this.colours };
    return { deal: startText(this.material, { ...laid, ...dealt(this.material, laid, chance) }), cards };
  }

  #tell(): void {
    this.laying.aside = [...this.hands.flat(), ...this.stack];
  }
}
