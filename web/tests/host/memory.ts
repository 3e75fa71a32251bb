/** A store that forgets: what the host writes, without a browser around it. */
import type { Entry } from '../../src/host/events';
import type { Kept, Store } from '../../src/host/store';

export class Memory implements Pick<Store, keyof Store> {
  readonly entriesOf = new Map<string, Entry[]>();
  readonly kept = new Map<string, Kept>();
  readonly beats = new Map<string, number>();
  readonly unwanted = new Map<string, number>();
  /** Called before an entry is written; throwing keeps it from being. */
  onAppend: (entry: Entry) => void = () => undefined;

  async append(entry: Entry, kept: Kept): Promise<boolean> {
    this.onAppend(entry);
    const entries = this.entriesOf.get(entry.match) ?? [];
    if (entries.length !== entry.number - 1 || this.kept.get(entry.match)?.handing) return false;
    // What is written is a copy, as a database makes one.
    this.entriesOf.set(entry.match, [...entries, structuredClone(entry)]);
    this.kept.set(kept.id, structuredClone(kept));
    return true;
  }

  async entries(match: string, after = 0): Promise<readonly Entry[]> {
    return (this.entriesOf.get(match) ?? []).slice(Math.max(0, after));
  }

  async find(match: string): Promise<Kept | undefined> {
    return this.kept.get(match);
  }

  async all(): Promise<readonly Kept[]> {
    return [...this.kept.values()];
  }

  async remove(match: string, at: number): Promise<void> {
    this.#giveUpKey(match, at);
    this.entriesOf.delete(match);
    this.kept.delete(match);
  }

  async hold(kept: Kept, number: number): Promise<boolean> {
    if (this.entriesOf.get(kept.id)?.length !== number || this.kept.get(kept.id)?.handing) return false;
    this.kept.set(kept.id, structuredClone(kept));
    return true;
  }

  async release(match: string, key: string, at: number): Promise<boolean> {
    const before = this.kept.get(match);
    if (before?.handing?.key !== key) return false;
    this.#giveUpKey(match, at);
    const { handing: _, ...kept } = before;
    this.kept.set(match, kept);
    return true;
  }

  async replace(kept: Kept, key: string): Promise<boolean> {
    if (this.kept.get(kept.id)?.handing?.key !== key) return false;
    this.entriesOf.delete(kept.id);
    this.kept.set(kept.id, structuredClone(kept));
    return true;
  }

  #giveUpKey(match: string, at: number): void {
    const { handing } = this.kept.get(match) ?? {};
    if (handing) this.unwanted.set(handing.key, at);
  }

  async giveUp(key: string, at: number): Promise<void> {
    this.unwanted.set(key, at);
  }

  async givenUp(): Promise<ReadonlyMap<string, number>> {
    return new Map(this.unwanted);
  }

  async settle(key: string): Promise<void> {
    this.unwanted.delete(key);
  }

  async beat(match: string, at: number): Promise<void> {
    this.beats.set(match, at);
  }

  async lastBeat(match: string): Promise<number> {
    return this.beats.get(match) ?? 0;
  }
}
