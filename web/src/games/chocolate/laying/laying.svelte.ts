/** A field that is being laid by hand: the card that is laid next, the one that is looked at, and every step back. */
import type { Point } from '../../../boards/geometry/viewport';
import { hasPrintedSmartie, turned, upright } from '../board/cards';
import type { LyingCard, Tier } from '../types';
import { cardsIn, type Material } from './material';
import { meant } from './places';

/** What a touch did. */
export type Done = 'laid' | 'chosen' | 'let-go' | 'secured' | 'freed' | 'nothing';

const MOST_STEPS = 200;

export class Laying {
  cards: readonly LyingCard[] = $state.raw([]);
  /** The look of the card that is laid next; it stays until another one is taken. */
  look: string | null = $state(null);
  /** The card that is looked at. */
  chosen: LyingCard | null = $state.raw(null);
  /** Whether a touch puts smarties on cards. */
  sweet = $state(false);
  /** The card that was laid last. */
  last: LyingCard | null = $state.raw(null);
  /** Cards that are somewhere else than in the field: in hands and in the stack. */
  aside: readonly string[] = $state.raw([]);
  #before: readonly (readonly LyingCard[])[] = $state.raw([]);

  constructor(
    readonly material: Material,
    cards: readonly LyingCard[] = [],
  ) {
    this.cards = cards;
  }

  readonly canUndo: boolean = $derived.by(() => this.#before.length > 0);
  readonly all: number = $derived.by(() => cardsIn(this.material));
  /** The smarties that are still beside the field. */
  readonly smarties: number = $derived.by(
    () => this.material.smarties - this.cards.filter((card) => card.smartie && !hasPrintedSmartie(card.card)).length,
  );
  readonly #left: ReadonlyMap<string, number> = $derived.by(() => {
    const left = new Map(this.material.kinds);
    for (const card of [...this.cards.map((lying) => lying.card), ...this.aside])
      left.set(upright(card), (left.get(upright(card)) ?? 0) - 1);
    return left;
  });

  /** How many cards of a kind are still nowhere. */
  left(card: string): number {
    return this.#left.get(upright(card)) ?? 0;
  }

  /** Takes a look: for the next card, or for the one that is looked at. */
  take(look: string): void {
    this.sweet = false;
    const { chosen } = this;
    if (chosen && upright(chosen.card) !== upright(look) && this.left(look) > 0)
      this.#replace(chosen, this.#as(chosen, look));
    else if (chosen && upright(chosen.card) === upright(look)) this.#replace(chosen, { ...chosen, card: look });
    if (this.left(look) > 0) this.look = look;
  }

  /** Turns the card that is looked at, or the one that is laid next. */
  turn(quarters = 1): void {
    const { chosen } = this;
    if (chosen) this.#replace(chosen, { ...chosen, card: turned(chosen.card, quarters) });
    else if (this.look) this.look = turned(this.look, quarters);
  }

  /** Does what a tap at a point of the field means. */
  touch(point: Point): Done {
    const found = meant(this.cards, point);
    if ('card' in found) return this.sweet ? this.secure(found.card) : this.choose(found.card);
    const { x, y, tier } = found.place;
    return this.lay(x, y, tier);
  }

  /** Looks at a card, or at none if it is the one that is looked at. */
  choose(card: LyingCard): Done {
    this.chosen = this.chosen === card ? null : card;
    return this.chosen ? 'chosen' : 'let-go';
  }

  lay(x: number, y: number, tier: Tier): Done {
    const { look } = this;
    this.chosen = null;
    if (look === null || this.left(look) < 1) return 'nothing';
    const card: LyingCard = { card: look, x, y, tier, smartie: tier === 2 || hasPrintedSmartie(look) };
    this.#change([...this.cards, card]);
    this.last = card;
    if (this.left(look) < 1) this.look = null;
    return 'laid';
  }

  /** Puts a smartie on a card, or takes it off. Printed ones stay, and so do those of the second tier. */
  secure(card: LyingCard): Done {
    if (card.tier === 2 || hasPrintedSmartie(card.card) || !this.material.smarties) return 'nothing';
    const wasChosen = this.chosen === card;
    this.#replace(card, { ...card, smartie: !card.smartie });
    if (!wasChosen) this.chosen = null;
    return card.smartie ? 'freed' : 'secured';
  }

  /** Puts a card elsewhere; it stays in its tier unless it now is on others. */
  move(card: LyingCard, point: Point): boolean {
    const found = meant(
      this.cards.filter((other) => other !== card),
      point,
    );
    if (!('place' in found)) return false;
    const { x, y, tier } = found.place;
    this.#replace(
      card,
      this.#as({ ...card, x, y, tier, smartie: tier === 1 && card.tier === 1 && card.smartie }, card.card),
    );
    return true;
  }

  remove(card: LyingCard): void {
    this.#change(this.cards.filter((other) => other !== card));
    this.chosen = null;
    this.last = null;
  }

  clear(): void {
    this.#change([]);
    this.chosen = null;
    this.last = null;
    this.sweet = false;
  }

  /** Lays other cards in place of all that are there. */
  open(cards: readonly LyingCard[]): void {
    this.#change(cards);
    this.chosen = null;
    this.last = null;
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (!before) return;
    this.cards = before;
    this.#before = this.#before.slice(0, -1);
    this.chosen = null;
    this.last = null;
  }

  #as(card: LyingCard, look: string): LyingCard {
    const loose = card.smartie && !hasPrintedSmartie(card.card);
    return { ...card, card: look, smartie: card.tier === 2 || loose || hasPrintedSmartie(look) };
  }

  #replace(card: LyingCard, next: LyingCard): void {
    this.#change(this.cards.map((other) => (other === card ? next : other)));
    this.chosen = next;
    if (this.last === card) this.last = next;
  }

  #change(cards: readonly LyingCard[]): void {
    this.#before = [...this.#before.slice(-MOST_STEPS), this.cards];
    this.cards = cards;
  }
}
