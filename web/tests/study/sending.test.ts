/** What is done in a shared study and refused: it does not stand in the way of what was done after it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';
import type { KnownStudy } from '../../src/study/shared/keeping';
import type { ServerMessage, StudyEntry, StudyOp } from '../../src/wire';

type Done = { id: string; number?: number; code?: string; message?: string };
let log: StudyEntry[] = [];
let tell: (message: ServerMessage) => void = () => undefined;
const send = vi.fn<(ops: readonly StudyOp[]) => Promise<Done[]>>();
vi.mock('../../src/app/settings.svelte', () => ({ settings: { name: 'Ann' } }));
vi.mock('../../src/i18n/i18n.svelte', () => ({ t: (key: string) => key }));
vi.mock('../../src/net/studies', () => ({
  doInStudy: async (_: string, __: string, { ops }: { ops: readonly StudyOp[] }) => ({ done: await send(ops) }),
  studyLog: async (_: string, __: string, since: number) => ({ entries: log.filter(({ number }) => number > since) }),
}));
vi.mock('../../src/app/online', () => ({
  connection: { call: ({ hear }: { hear: typeof tell }) => ((tell = hear), () => undefined), say: () => undefined },
}));
vi.mock('../../src/study/shared/keeping', () => ({
  keepKnown: async () => undefined,
  keepWaiting: async () => undefined,
  settle: async () => undefined,
  waiting: async () => [],
}));
const { SharedStudy } = await import('../../src/study/shared/shared.svelte');

const KNOWN: KnownStudy = { id: 's', title: 'T', role: 'write', token: 't', links: {}, log: [], used: 0 };
const title = (id: string): StudyOp => ({ type: 'title', id, title: id });
const chapters = (n: number): StudyOp[] =>
  Array.from({ length: n }, (_, k) => ({ type: 'name-chapter', id: `r${k}`, chapter: 'none', name: 'x' }) as StudyOp);
const asked = (): string[][] => send.mock.calls.map(([ops]) => ops.map(({ id }) => id));

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset();
  send.mockImplementation(async (ops) => ops.map(({ id }) => ({ id })));
});
afterEach(() => void vi.useRealTimers());

describe('what others do', () => {
  const entry = (number: number): StudyEntry =>
    ({ number, op: { type: 'title', id: `o${number}`, title: `title ${number}` } }) as unknown as StudyEntry;
  const hear = (...numbers: number[]): void =>
    tell({ type: 'study-told', study: 's', entries: numbers.map(entry) } as unknown as ServerMessage);

  it('is taken in order, once, and asked for where some of it is missing', async () => {
    vi.stubGlobal('window', new EventTarget());
    log = [1, 2, 3, 4, 5].map(entry);
    const study = new SharedStudy(KNOWN, []);
    study.join();
    hear(1);
    expect(study.title).toBe('title 1');
    hear(2, 3);
    hear(2);
    expect(study.title).toBe('title 3');
    // The fourth was never heard: what comes after it has to wait until it is known.
    hear(5);
    expect(study.title).toBe('title 3');
    await vi.advanceTimersByTimeAsync(1);
    expect(study.title).toBe('title 5');
    vi.unstubAllGlobals();
  });
});

describe('what is refused', () => {
  it('as a whole is only what the request was refused for: all else is sent', async () => {
    const arrived: string[] = [];
    send.mockImplementation(async (ops) => {
      if (ops.some(({ id }) => id === 'r17')) throw new Refusal('bad-message', 'no');
      arrived.push(...ops.map(({ id }) => id));
      return ops.map(({ id }) => ({ id }));
    });
    const study = new SharedStudy(KNOWN, chapters(40));
    const refused: string[] = [];
    study.onRefused = ({ code }) => refused.push(code);
    study.do(title('behind'));
    await vi.advanceTimersByTimeAsync(1);
    const others = [...chapters(40).map(({ id }) => id), 'behind'].filter((id) => id !== 'r17');
    expect([refused, study.unsent, arrived]).toEqual([['bad-message'], 0, others]);
    // It is looked for by halves: no request for each of them.
    expect(asked().length).toBeLessThan(12);
  });

  it('is not sent again where nothing came after it', async () => {
    send.mockRejectedValueOnce(new Refusal('bad-message', 'no'));
    const study = new SharedStudy(KNOWN, []);
    study.do(title('alone'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked(), study.unsent]).toEqual([[['alone']], 0]);
  });

  it.each(['unavailable', 'too-many'] as const)('for a while (%s) is kept and sent again', async (code) => {
    send.mockRejectedValueOnce(new Refusal(code, ''));
    const study = new SharedStudy(KNOWN, []);
    study.do(title('patient'));
    await vi.advanceTimersByTimeAsync(1);
    expect([asked(), study.unsent, study.title]).toEqual([[['patient']], 1, 'patient']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked(), study.unsent]).toEqual([[['patient'], ['patient']], 0]);
  });

  it.each(['not-found', 'forbidden'] as const)('for good (%s) closes the study', async (code) => {
    send.mockRejectedValueOnce(new Refusal(code, ''));
    const study = new SharedStudy(KNOWN, []);
    study.do(title('late'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked().length, study.closed?.code, study.canWrite]).toEqual([1, code, false]);
  });

  it('one by one takes only those away', async () => {
    send.mockImplementationOnce(async ([first]) => [
      { id: first?.id ?? '', code: 'bad-message', message: '' },
      { id: 'good' },
    ]);
    const study = new SharedStudy(KNOWN, []);
    const refused: string[] = [];
    study.onRefused = ({ code }) => refused.push(code);
    study.do(title('bad'), title('good'));
    await vi.advanceTimersByTimeAsync(1);
    expect([refused, study.unsent, asked().length]).toEqual([['bad-message'], 0, 1]);
  });
});
