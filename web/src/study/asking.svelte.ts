/** A question to the server that takes long: how far it is, what came of it, and how to give it up. */
import { problemInWords } from '../app/notices.svelte';
import { t } from '../i18n/i18n.svelte';
import type { Failed, Progress } from '../wire';

export class Asking<Result extends { readonly type: string }> {
  running = $state(false);
  done = $state(0);
  total: number | null = $state(null);
  result: Result | null = $state.raw(null);
  problem = $state('');
  #giveUp: AbortController | null = null;

  async ask(question: (signal: AbortSignal) => AsyncIterable<Result | Progress | Failed>): Promise<void> {
    this.forget();
    const own = (this.#giveUp = new AbortController());
    this.running = true;
    try {
      for await (const line of question(own.signal)) {
        if (own.signal.aborted) return;
        if (line.type === 'progress') ({ done: this.done, total: this.total } = line as Progress);
        else if (line.type === 'failed') this.problem = t('study.failed');
        else this.result = line as Result;
      }
      if (!this.result && !this.problem) this.problem = t('study.failed');
    } catch (error) {
      if (!own.signal.aborted) this.problem = error instanceof TypeError ? t('study.failed') : problemInWords(error);
    } finally {
      if (this.#giveUp === own) this.running = false;
    }
  }

  /** Gives up what is being worked on; what was found stays. */
  stop(): void {
    this.#giveUp?.abort();
    this.running = false;
  }

  forget(): void {
    this.stop();
    this.result = null;
    this.problem = '';
    this.done = 0;
    this.total = null;
  }
}
