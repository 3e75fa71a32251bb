/** Short words that come and go: seen at the foot of the page, or only heard by a screen reader. */
import { need, t, type Text } from '../i18n/i18n.svelte';
import { Refusal } from '../net/refusal';
import { reasonInWords } from './reasons';

export interface Notice {
  readonly key: number;
  readonly text: string;
}

class Notices {
  shown: readonly Notice[] = $state.raw([]);
  /** What a screen reader says next. */
  spoken = $state('');
  #count = 0;

  show(text: string): void {
    const notice = { key: ++this.#count, text };
    // What is said again takes the place of what was said before.
    this.shown = [...this.shown.filter((other) => other.text !== text).slice(-2), notice];
    setTimeout(() => (this.shown = this.shown.filter((other) => other !== notice)), 5000);
  }

  /** Says nothing more of what was said. */
  clear(): void {
    this.spoken = '';
    this.shown = [];
  }

  say(text: string): void {
    // The same words twice are two events; the invisible mark makes them differ.
    this.spoken = this.spoken === text ? `${text}\u200b` : text;
  }

  /** Tells why something did not work. */
  refuse(problem: unknown): void {
    void need('reasons').then(() => this.show(problemInWords(problem)));
  }
}

export function problemInWords(problem: unknown): string {
  if (!(problem instanceof Refusal)) throw problem;
  const { move, token, ...why } = problem.why ?? {};
  if (problem.code === 'bad-record' && move !== undefined)
    return t('record.broken', { n: move, token: token ?? '', reason: reasonInWords(why, null) });
  if (problem.code === 'illegal') return reasonInWords(problem.why, problem.message);
  return t(`refusal.${problem.code}` satisfies Text);
}

export const notices = new Notices();
