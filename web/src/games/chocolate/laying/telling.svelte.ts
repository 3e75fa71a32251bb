/** How a count is told: step after step, or why it cannot be made. */
import { reasonInWords } from '../../../app/reasons';
import { isStill } from '../../../boards/motion';
import { t, textOf } from '../../../i18n/i18n.svelte';
import { Refusal } from '../../../net/refusal';
import { upright } from '../board/cards';
import type { LyingCard } from '../types';
import { placeText } from './places';

/** Milliseconds from one step to the next. */
const STEP = 900;

export class Telling {
  /** How many steps have been told. */
  told = $state(0);
  #all = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Tells some steps one after the other; all at once where nothing may move. */
  tell(steps: number): void {
    this.stop();
    this.#all = steps;
    this.told = isStill() ? steps : Math.min(1, steps);
    if (this.told < steps)
      this.#timer = setInterval(() => {
        this.told += 1;
        if (this.told >= this.#all) this.stop();
      }, STEP);
  }

  skip(): void {
    this.stop();
    this.told = this.#all;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** What is wrong with a table, and the cards that it is about. */
export interface Flaw {
  readonly code: string;
  readonly text: string;
  readonly cards: readonly LyingCard[];
}

/** Why a table is impossible; null where something else went wrong. */
export function flawOf(error: unknown, cards: readonly LyingCard[]): Flaw | null {
  if (!(error instanceof Refusal) || !error.why) return null;
  const { code, ...params } = error.why;
  const words = textOf(`flaw.${code}`);
  const text =
    words === null ? reasonInWords(error.why, error.message) : t(`flaw.${code}` as 'flaw.lies-apart', params);
  const named = [params['card'], params['other']];
  const about =
    code === 'too-many-of-a-card'
      ? cards.filter(({ card }) => upright(card) === params['card'])
      : code === 'too-many-smarties'
        ? cards.filter((card) => card.smartie)
        : cards.filter((card) => named.includes(placeText(card)));
  return { code: String(code), text, cards: about };
}
