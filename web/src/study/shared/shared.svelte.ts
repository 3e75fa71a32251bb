/**
 * A study that several people have open: what it is, who is there, and what waits to be sent.
 *
 * What is known is the log of the server with what was done here behind it. Everything done here is kept on this device
 * before it is sent, and is sent again until the server has answered.
 */
import { MatchRecord } from '../../engine/records';
import { connection } from '../../app/online';
import { ownTokens } from '../../app/seats';
import { settings } from '../../app/settings.svelte';
import { t } from '../../i18n/i18n.svelte';
import { newId } from '../../net/outbox';
import { isTemporary, Refusal } from '../../net/refusal';
import { doInStudy, studyLog } from '../../net/studies';
import type { ServerMessage, StudyEntry, StudyOp, StudyPerson } from '../../wire';
import type { Study } from '../study.svelte';
import { Binding } from './changes';
import { keepKnown, keepWaiting, type KnownStudy, settle, waiting } from './keeping';
import { type ModelChapter, ModelStudy } from './model';

const AGAIN = 2_000;
const MOST_AT_ONCE = 40;
/** A request has at most 128 kB. */
const MOST_LETTERS = 100_000;
const KEEP_AFTER = 500;

export interface ChapterShown {
  readonly id: string;
  readonly name: string;
  readonly game: string;
}

export class SharedStudy {
  title = $state('');
  chapters: readonly ChapterShown[] = $state.raw([]);
  people: readonly StudyPerson[] = $state.raw([]);
  you = $state('');
  /** How many things done here the server does not know of. */
  unsent = $state(0);
  /** Why the study cannot be read or written any more. */
  closed: Refusal | null = $state.raw(null);
  /** Hears what was refused of what was done here. */
  onRefused: (refusal: Refusal) => void = () => undefined;

  #known: KnownStudy;
  #log: StudyEntry[];
  #pending: StudyOp[] = [];
  #model: ModelStudy;
  /** Whether something was told that does not follow what is known. */
  #missing = false;
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #open: { readonly study: Study; readonly binding: Binding } | null = null;
  #hangUp: (() => void) | null = null;

  constructor(known: KnownStudy, pending: readonly StudyOp[]) {
    this.#known = known;
    this.#log = [...known.log];
    this.#pending = [...pending];
    this.#model = this.#folded();
    this.#show();
  }

  /** A study as this device knows it, with what was done here and not sent. */
  static async open(known: KnownStudy): Promise<SharedStudy> {
    return new SharedStudy(known, await waiting(known.id).catch(() => []));
  }

  get id(): string {
    return this.#known.id;
  }

  get known(): KnownStudy {
    return this.#known;
  }

  get canWrite(): boolean {
    return this.#known.role !== 'read' && this.closed === null;
  }

  get #number(): number {
    return this.#log.at(-1)?.number ?? 0;
  }

  // With the server

  /** Hears from now on what others do, and sends what was done here; the answer ends it. */
  join(): () => void {
    this.#hangUp ??= connection.call({
      greet: () => [
        {
          type: 'follow-study',
          study: this.id,
          since: this.#number,
          name: settings.name.trim() || t('seat.guest'),
          token: this.#known.token,
        },
      ],
      hear: (message) => this.#hear(message),
    });
    void this.#send();
    const online = (): void => void this.#send();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      this.#hangUp?.();
      this.#hangUp = null;
      connection.say({ type: 'unfollow-study', study: this.id });
      clearTimeout(this.#timer);
      this.#keepSoon(0);
    };
  }

  /** Other tokens open the study from now on. */
  reopen(change: Partial<Pick<KnownStudy, 'token' | 'links' | 'role'>>): Promise<void> {
    this.#known = { ...this.#known, ...change };
    return this.#keep();
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'welcome') this.people = [];
    if (!('study' in message) || message.study !== this.id) return;
    if (message.type === 'study-told') {
      this.#take(message.entries);
      if (this.#missing) void this.#catchUp();
      void this.#send();
    } else if (message.type === 'study-people') {
      this.people = message.people;
      this.you = message.you;
    } else if (message.type === 'study-closed') this.closed = new Refusal(message.reason, '');
  }

  /** Asks for everything after what is known. */
  async #catchUp(): Promise<void> {
    this.#missing = false;
    try {
      this.#take((await studyLog(this.id, this.#known.token, this.#number)).entries);
    } catch {
      // Whoever is cut off hears of it when the connection is back.
    }
  }

  #take(told: readonly StudyEntry[]): void {
    const entries = told.filter(({ number }) => number > this.#number);
    const [first] = entries;
    if (!first) return;
    if (first.number !== this.#number + 1) {
      this.#missing = true;
      return;
    }
    this.#gather();
    const known = new Set(entries.map(({ op }) => op.id));
    const isPlain = !this.#pending.length;
    this.#log.push(...entries);
    this.#pending = this.#pending.filter(({ id }) => !known.has(id));
    // Behind what is known nothing was done here: what is new can simply be added.
    if (isPlain) for (const { op } of entries) this.#model.fold(op);
    else this.#model = this.#folded();
    this.#show();
    this.#keepSoon();
  }

  async #send(): Promise<void> {
    if (this.#sending || !this.#pending.length || this.closed || this.#known.role === 'read') return;
    this.#sending = true;
    clearTimeout(this.#timer);
    let isAgain = false;
    /** So many are sent at once: fewer where a request is refused as a whole, until it is known what for. */
    let most = MOST_AT_ONCE;
    while (this.#pending.length && !this.closed && !isAgain) {
      const ops = batch(this.#pending, most);
      try {
        await this.#deliver(ops);
        continue;
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal('unavailable', '');
        if (isTemporary(refusal.code) || refusal.code === 'too-many') isAgain = true;
        else if (refusal.code === 'not-found' || refusal.code === 'forbidden') this.closed = refusal;
        else if (ops.length > 1) most = Math.ceil(ops.length / 2);
        else {
          const refused = ops.map(({ id }) => id);
          this.#drop(new Set(refused));
          await settle(this.id, refused).catch(() => undefined);
          this.onRefused(refusal);
          most = MOST_AT_ONCE;
        }
      }
    }
    this.#sending = false;
    this.unsent = this.#pending.length;
    if (isAgain) this.#timer = setTimeout(() => void this.#send(), AGAIN * (0.5 + Math.random()));
  }

  /** Sends some of what was done here, and takes in what became of it; throws a Refusal of the whole request. */
  async #deliver(ops: readonly StudyOp[]): Promise<void> {
    const tokens = ops.some(({ type }) => type === 'add-chapter') ? ownTokens().slice(0, 20) : [];
    const { done } = await doInStudy(this.id, this.#known.token, { ops: [...ops], tokens: [...tokens] });
    const refused = new Map(done.flatMap(({ id, code, message }) => (code ? [[id, { code, message }] as const] : [])));
    // What was written comes with the log; what was refused never was.
    const written = Math.max(0, ...done.map(({ number }) => number ?? 0));
    if (refused.size) this.#drop(new Set(refused.keys()));
    for (const { code, message } of refused.values()) this.onRefused(new Refusal(code, message));
    const answered = ops.map(({ id }) => id);
    await settle(this.id, answered).catch(() => undefined);
    if (written > this.#number) await this.#catchUp();
    const known = new Set(answered);
    if (this.#pending.some(({ id }) => known.has(id))) this.#drop(known);
  }

  #drop(ids: ReadonlySet<string>): void {
    this.#gather();
    this.#pending = this.#pending.filter(({ id }) => !ids.has(id));
    this.#model = this.#folded();
    this.#show();
  }

  // On this device

  #folded(): ModelStudy {
    const model = new ModelStudy(this.#known.title);
    for (const { op } of this.#log) model.fold(op);
    for (const op of this.#pending) model.fold(op);
    return model;
  }

  #show(): void {
    this.title = this.#model.title;
    this.unsent = this.#pending.length;
    this.chapters = this.#model.shown().map(([id, { name, tags }]) => ({ id, name, game: tags.get('Game') ?? '' }));
    const chapter = this.#open && this.#model.chapters.get(this.#open.binding.id);
    if (!this.#open || !chapter) return;
    const { study, binding } = this.#open;
    binding.show(chapter);
    study.refresh(binding.standing(study.node, chapter));
  }

  #keepSoon(after = KEEP_AFTER): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.#keep().catch(() => undefined), after);
  }

  #keep(): Promise<void> {
    this.#known = { ...this.#known, title: this.#model.title, log: [...this.#log], used: Date.now() };
    return keepKnown(this.#known);
  }

  /** A chapter as a tree for the board; null where it is gone. */
  bind(id: string): Binding | null {
    const chapter = this.#model.chapters.get(id);
    return chapter ? new Binding(id, chapter) : null;
  }

  /** From now on what is done on the board is done in the study, and the board shows what others do. */
  attach(study: Study, binding: Binding): () => void {
    this.#open = { study, binding };
    return () => {
      this.#gather();
      if (this.#open?.study === study) this.#open = null;
    };
  }

  /** Takes in what was done on the board. */
  changed(): void {
    this.#gather();
  }

  #gather(): void {
    const chapter = this.#open && this.#model.chapters.get(this.#open.binding.id);
    if (!this.#open || !chapter || !this.canWrite) return;
    const ops = this.#open.binding.changes(chapter);
    if (ops.length) this.do(...ops);
  }

  /** Does something in the study: here at once, on disk, and then for everybody. */
  do(...ops: readonly StudyOp[]): void {
    if (!this.canWrite) return;
    this.#pending.push(...ops);
    for (const op of ops) this.#model.fold(op);
    this.#show();
    void keepWaiting(this.id, ops)
      .catch(() => undefined)
      .then(() => this.#send());
  }

  rename(title: string): void {
    if (title.trim() && title.trim() !== this.title) this.do({ type: 'title', id: newId(), title: title.trim() });
  }

  /** The chapters as records, for a file. */
  records(): string[] {
    const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
    return this.#model.shown().map(([id, chapter]) => recordOf(id, chapter, oneLine(this.#model.title)));
  }
}

function recordOf(id: string, chapter: ModelChapter, study: string): string {
  const { tree } = new Binding(id, chapter);
  const record = tree.record();
  const tags = new Map([...record.tags, ['Event', chapter.name.replace(/\s+/gu, ' ').trim()], ['Study', study]]);
  return String(new MatchRecord(tags, record.body));
}

/** The first of what waits: as much as a request takes, and no more than so many. */
function batch(pending: readonly StudyOp[], most: number): StudyOp[] {
  const ops: StudyOp[] = [];
  let letters = 0;
  for (const op of pending.slice(0, most)) {
    letters += JSON.stringify(op).length;
    if (ops.length && letters > MOST_LETTERS) break;
    ops.push(op);
  }
  return ops;
}
