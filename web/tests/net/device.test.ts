/** What the engine on this device is asked in place of the server, and which engine is kept, ended or made ready. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

interface Asked {
  readonly question: Record<string, unknown>;
  readonly context: { readonly tell?: (progress: object) => void; readonly signal?: AbortSignal };
}
const made = vi.hoisted(() => ({
  engines: [] as { asked: Asked[]; stopped: boolean; answers: ((question: object) => unknown)[] }[],
  answer: (_: Record<string, unknown>): unknown => ({}),
}));
vi.mock('../../src/engine/start', () => ({ startEngine: () => undefined }));
vi.mock('../../src/engine/engine', () => ({
  Engine: class {
    readonly asked: Asked[] = [];
    stopped = false;
    constructor() {
      made.engines.push(this as never);
    }
    async ask(question: Record<string, unknown>, context: object = {}): Promise<unknown> {
      this.asked.push({ question, context });
      return made.answer(question);
    }
    stop(): void {
      this.stopped = true;
    }
  },
}));
const device = await import('../../src/net/device');
const [reader, thinker] = made.engines;
const last = () => made.engines.at(-1) as (typeof made.engines)[number];
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

beforeEach(() => {
  device.rest();
  for (const engine of made.engines) engine.asked.length = 0;
  made.engines.length = 2;
  made.answer = () => ({});
});

describe('a question to the device', () => {
  it.each([
    ['games', () => device.games(), { op: 'games' }],
    ['replay', () => device.replay('r'), { op: 'replay', record: 'r' }],
    ['study', () => device.study({ record: 'r' } as never), { op: 'study', record: 'r', move: null, seat: null }],
    [
      'a move as a seat sees it',
      () => device.study({ record: 'r', move: 'm', seat: 0 } as never),
      { op: 'study', record: 'r', move: 'm', seat: 0 },
    ],
    ['count', () => device.count({ game: 'go', table: 't' }), { op: 'count', game: 'go', options: {}, table: 't' }],
    ['tree', () => device.tree('r'), { op: 'tree', record: 'r' }],
  ])('is read at once: %s', async (_, ask, question) => {
    await ask();
    expect([reader?.asked.map((each) => each.question), thinker?.asked]).toEqual([[question], []]);
  });

  it('is thought about elsewhere, so that reading goes on', async () => {
    made.answer = () => ({ move: 'best' });
    expect(await device.best('r', 1)).toBe('best');
    await device.believe('r');
    expect(reader?.asked).toEqual([]);
    expect(thinker?.asked.map(({ question }) => question)).toEqual([
      { op: 'hint', record: 'r', seat: 1 },
      { op: 'believe', record: 'r' },
    ]);
  });
});

describe('a game that nobody has played yet', () => {
  const form = { game: 'go', options: { size: '9' }, deal_tag: 'Start', sides: [0, 1] };
  beforeEach(() => {
    made.answer = ({ op, tags }) =>
      op === 'form' ? form : op === 'deal' ? { deal: 'dealt' } : op === 'write' ? { text: JSON.stringify(tags) } : {};
  });

  it('has a deal of its own, with a word for every side', async () => {
    const text = await device.fresh('go', {});
    expect(JSON.parse(text)).toEqual({ Game: 'go', Size: '9', Start: 'dealt' });
    const deals = () => (reader?.asked ?? []).filter(({ question }) => question['op'] === 'deal');
    await device.fresh('go', {});
    const secrets = deals().map(({ question }) => question['secret'] as string);
    expect(deals()[0]?.question['words']).toEqual(['study', 'study']);
    expect([secrets.every((secret) => /^[0-9a-f]{64}$/.test(secret)), new Set(secrets).size]).toEqual([true, 2]);
  });

  it('begins with a table laid by hand only where the rules take it', async () => {
    expect(JSON.parse(await device.begun('go', {}, 'laid'))).toEqual({ Game: 'go', Size: '9', Start: 'laid' });
    expect(reader?.asked.map(({ question }) => question['op'])).toEqual(['form', 'standing', 'write']);
    made.answer = ({ op }) => {
      if (op === 'standing') throw new Error('impossible');
      return form;
    };
    await expect(device.begun('go', {}, 'laid')).rejects.toThrow('impossible');
  });
});

describe('long work', () => {
  it.each([
    [
      'analyse',
      () => device.analyse({ record: 'r', seconds: 2 }, new AbortController().signal),
      { op: 'analyse', record: 'r', seconds: 2 },
    ],
    [
      'solve',
      () => device.solve({ record: 'r' }, 99, new AbortController().signal),
      { op: 'solve', record: 'r', memory: 99 },
    ],
  ] as const)(
    'has an engine of its own, tells how far it is, and ends with its answer: %s',
    async (_, work, question) => {
      let done = (_: unknown): void => undefined;
      made.answer = () => new Promise((resolve) => (done = resolve));
      const lines: AsyncGenerator<object> = work();
      const first = lines.next();
      const engine = last();
      expect([engine === reader || engine === thinker, engine.asked[0]?.question]).toEqual([false, question]);
      engine.asked[0]?.context.tell?.({ part: 0.5 });
      expect((await first).value).toEqual({ type: 'progress', part: 0.5 });
      done({ type: 'done' });
      expect((await lines.next()).value).toEqual({ type: 'done' });
      expect([(await lines.next()).done, engine.stopped]).toEqual([true, true]);
    },
  );

  it('ends its engine where nobody listens any more', async () => {
    made.answer = () => new Promise(() => undefined);
    const lines = device.analyse({ record: 'r' }, new AbortController().signal);
    const first = lines.next();
    last().asked[0]?.context.tell?.({ part: 0.1 });
    await first;
    await lines.return(undefined);
    expect(last().stopped).toBe(true);
  });
});

describe('judging moves', () => {
  const asked = { record: 'r', open: true, seconds: 1, memory: 9 };

  it('tells what is known on the way and in the end, and keeps its engine for the next time', async () => {
    const tell = vi.fn();
    made.answer = () => ({ best: 1 });
    await device.judge(asked, new AbortController().signal, tell);
    expect([tell.mock.calls, last().asked[0]?.question]).toEqual([[[{ best: 1 }]], { op: 'judge', ...asked }]);
    const engine = last();
    await device.judge(asked, new AbortController().signal, tell);
    expect([last() === engine, engine.asked.length, engine.stopped]).toEqual([true, 2, false]);
    device.rest();
    expect(engine.stopped).toBe(true);
  });

  it('makes another engine ready once something is found, and ends the one that worked', async () => {
    let done = (_: unknown): void => undefined;
    made.answer = ({ op }) => (op === 'judge' ? new Promise((resolve) => (done = resolve)) : {});
    const tell = vi.fn();
    const judged = device.judge(asked, new AbortController().signal, tell);
    const engine = last();
    engine.asked[0]?.context.tell?.({});
    expect([tell.mock.calls.length, last() === engine]).toEqual([0, true]);
    engine.asked[0]?.context.tell?.({ found: { best: 1 } });
    engine.asked[0]?.context.tell?.({ found: { best: 2 } });
    const spare = last();
    expect([tell.mock.calls, spare === engine, made.engines.length]).toEqual([
      [[{ best: 1 }], [{ best: 2 }]],
      false,
      4,
    ]);
    done({ best: 3 });
    await judged;
    expect([tell.mock.lastCall, engine.stopped, spare.stopped]).toEqual([[{ best: 3 }], true, false]);
    made.answer = () => ({});
    await device.judge(asked, new AbortController().signal, tell);
    expect([last() === spare, spare.asked.at(-1)?.question['op']]).toEqual([true, 'judge']);
  });

  it('that was ended tells nothing more, and its engine is not kept', async () => {
    const control = new AbortController();
    let fail = (_: unknown): void => undefined;
    made.answer = () => new Promise((_, reject) => (fail = reject));
    const tell = vi.fn();
    const judged = device.judge(asked, control.signal, tell);
    const engine = last();
    control.abort();
    engine.asked[0]?.context.tell?.({ found: { best: 1 } });
    fail(new Error('ended'));
    await expect(judged).rejects.toThrow('ended');
    await settle();
    expect([tell.mock.calls, engine.stopped, last() === engine]).toEqual([[], true, true]);
  });
});
