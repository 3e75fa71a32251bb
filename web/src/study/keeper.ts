/**
 * Keeps a study on this device while somebody works on it, also where other pages have it open.
 *
 * A page that hears of another's change shows it, unless it has changed something itself: then both are kept, and the
 * page goes on with a copy of its own. So nothing is lost, whoever writes last.
 */
import { copyOf, findStudy, keepPlace, keepStudy, type KeptStudy, putStudy } from './studies';

/** What a page is told about the study that it shows. */
interface Hear {
  /** Another page changed it, and nothing was changed here. */
  changed(kept: KeptStudy): void;
  /** Another page changed it as well: what was done here is a study of its own now. */
  copied(copy: KeptStudy): void;
  failed(): void;
}

/** What is to be kept; the record only where it changed. */
export interface Change {
  readonly title: string;
  readonly record: string | null;
  readonly at: readonly number[];
}

export class Keeper {
  #known: KeptStudy;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Whether another page changed it after something was changed here. */
  #isOvertaken = false;
  readonly #news = new BroadcastChannel('tafelrunde-studies');

  constructor(
    kept: KeptStudy,
    private readonly isChanged: () => boolean,
    private readonly hear: Hear,
  ) {
    this.#known = kept;
    this.#isOvertaken = false;
    this.#news.onmessage = ({ data }: MessageEvent<string>) => {
      if (data !== this.#known.id) return;
      if (this.isChanged()) this.#isOvertaken = true;
      else void this.look();
    };
  }

  get title(): string {
    return this.#known.title;
  }

  /** Keeps what was changed, one change after the other. */
  keep({ title, record, at }: Change): void {
    this.#waiting++;
    this.#last = this.#last
      .then(() => this.#write(title, record, at))
      .catch(() => this.hear.failed())
      .finally(() => this.#waiting--);
  }

  /** Keeps it at once, as the page is being left: nothing can be asked any more. */
  leave({ title, record, at }: Change): void {
    const { revision = 0 } = this.#known;
    const next = { ...this.#known, title, at };
    if (record === null && title === this.#known.title) return void putStudy(next);
    const made = { ...next, record: record ?? next.record, changed: Date.now() };
    // Whatever is still being written comes before it.
    this.#known = this.#isOvertaken ? copyOf(made) : { ...made, revision: revision + this.#waiting + 1 };
    void putStudy(this.#known);
    this.#news.postMessage(this.#known.id);
    if (this.#isOvertaken) this.hear.copied(this.#known);
    this.#isOvertaken = false;
  }

  close(): void {
    this.#news.close();
  }

  /** Looks whether another page changed the study. */
  async look(): Promise<void> {
    if (this.#waiting > 0 || this.isChanged()) return;
    const there = await findStudy(this.#known.id).catch(() => undefined);
    if (!there || this.#waiting > 0 || this.isChanged()) return;
    if ((there.revision ?? 0) > (this.#known.revision ?? 0)) this.hear.changed(there);
  }

  async #write(title: string, record: string | null, at: readonly number[]): Promise<void> {
    const known = this.#known;
    if (record === null && title === known.title) return keepPlace(known, at);
    const kept = await keepStudy({ ...known, title, record: record ?? known.record, at, changed: Date.now() });
    this.#known = kept;
    this.#news.postMessage(kept.id);
    if (kept.id !== known.id) this.hear.copied(kept);
  }
}
