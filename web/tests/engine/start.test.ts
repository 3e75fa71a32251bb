import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tended } from '../../src/engine/start';

/** A worker that does nothing by itself. */
class Idle {
  static made: Idle[] = [];
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;
  readonly heard: unknown[] = [];

  constructor() {
    Idle.made.push(this);
  }

  postMessage(message: unknown): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent<unknown>);
  }
}

function setUp() {
  const worker = new Idle();
  const running = tended(worker as unknown as Worker);
  const said: unknown[] = [];
  running.onmessage = ({ data }) => said.push(data);
  return { worker, running, said };
}

describe('a worker in the page', () => {
  beforeEach(() => {
    Idle.made = [];
    vi.stubGlobal('Worker', Idle);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('says everything else to whoever started it', () => {
    const { worker, said } = setUp();
    worker.say({ id: 1, type: 'answer' });
    worker.say('ready');
    worker.say(null);
    expect(said).toEqual([{ id: 1, type: 'answer' }, 'ready', null]);
    expect(Idle.made).toHaveLength(1);
  });

  it('is given the workers it wants, with a line that the page does not keep', () => {
    const { worker, said } = setUp();
    const line = { postMessage: vi.fn() };
    worker.say({ spawn: 'engine', id: 1, line });
    expect(Idle.made[1]?.heard).toEqual([{ line }]);
    expect(said).toEqual([]);
    expect(line.postMessage).not.toHaveBeenCalled();
  });

  it('is told when one of them breaks, and which', () => {
    const { worker } = setUp();
    worker.say({ spawn: 'engine', id: 1, line: {} });
    worker.say({ spawn: 'solver', id: 2, line: {} });
    Idle.made[2]?.onerror?.();
    expect(worker.heard).toEqual([{ broken: 2 }]);
  });

  it('gets rid of one of them and keeps the others', () => {
    const { worker } = setUp();
    worker.say({ spawn: 'engine', id: 1, line: {} });
    worker.say({ spawn: 'engine', id: 2, line: {} });
    worker.say({ unspawn: 1 });
    expect(Idle.made.map(({ ended }) => ended)).toEqual([false, true, false]);
  });

  it('ends with all of them, and with theirs', () => {
    const { worker, running } = setUp();
    worker.say({ spawn: 'engine', id: 1, line: {} });
    Idle.made[1]?.say({ spawn: 'solver', id: 1, line: {} });
    running.terminate();
    expect(Idle.made.map(({ ended }) => ended)).toEqual([true, true, true]);
  });
});
