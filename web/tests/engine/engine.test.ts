import { describe, expect, it } from 'vitest';
import { Engine } from '../../src/engine/engine';
import type { FromWorker, ToWorker } from '../../src/engine/protocol';
import type { Running } from '../../src/engine/running';

/** A worker that answers when it is told to. */
class Hand {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;
  readonly asked: ToWorker[] = [];

  postMessage(asked: ToWorker): void {
    this.asked.push(asked);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(answer: unknown, at = 0): void {
    this.onmessage?.({ data: { id: this.asked[at]?.id ?? 0, type: 'answer', answer } });
  }
}

function setUp(): { engine: Engine; hands: Hand[] } {
  const hands: Hand[] = [];
  const engine = new Engine(() => {
    hands.push(new Hand());
    return hands.at(-1) as unknown as Running;
  });
  return { engine, hands };
}

const FORM = { op: 'form', game: 'tokan', options: {} } as const;
const name = (error: Error): string => error.name;

describe('the engine', () => {
  it('starts a worker with the first question, and one only', async () => {
    const { engine, hands } = setUp();
    expect(hands).toHaveLength(0);
    const both = [engine.ask(FORM), engine.ask(FORM)];
    expect(hands).toHaveLength(1);
    hands[0]?.answer('second', 1);
    hands[0]?.answer('first');
    expect(await Promise.all(both)).toEqual(['first', 'second']);
  });

  it('tells how far it is, and throws what was refused', async () => {
    const { engine, hands } = setUp();
    const told: number[] = [];
    const asked = engine.ask(FORM, { tell: ({ done }) => told.push(done) });
    const id = hands[0]?.asked[0]?.id ?? 0;
    hands[0]?.onmessage?.({ data: { id, type: 'progress', progress: { done: 3, total: null } } });
    hands[0]?.onmessage?.({ data: { id, type: 'refusal', code: 'bad-setup', message: 'no', why: null } });
    await expect(asked).rejects.toMatchObject({ code: 'bad-setup', message: 'no' });
    expect(told).toEqual([3]);
  });

  it('ends the worker of a question that nobody waits for, and asks the others again', async () => {
    const { engine, hands } = setUp();
    const leaving = new AbortController();
    const long = engine.ask(FORM, { signal: leaving.signal }).catch(name);
    const behind = engine.ask(FORM);
    leaving.abort();
    expect(await long).toBe('AbortError');
    expect(hands.map(({ ended }) => ended)).toEqual([true, false]);
    expect(hands[1]?.asked).toHaveLength(1);
    hands[1]?.answer('here');
    expect(await behind).toBe('here');
  });

  it('does not ask for whoever has left already', async () => {
    const { engine, hands } = setUp();
    expect(await engine.ask(FORM, { signal: AbortSignal.abort() }).catch(name)).toBe('AbortError');
    expect(hands).toHaveLength(0);
  });

  it('leaves the worker alone when a signal comes after the answer', async () => {
    const { engine, hands } = setUp();
    const leaving = new AbortController();
    const asked = engine.ask(FORM, { signal: leaving.signal });
    hands[0]?.answer('here');
    expect(await asked).toBe('here');
    leaving.abort();
    expect(hands[0]?.ended).toBe(false);
  });

  it('says that it is not there where the worker breaks, and starts another the next time', async () => {
    const { engine, hands } = setUp();
    const asked = engine.ask(FORM);
    hands[0]?.onerror?.();
    await expect(asked).rejects.toMatchObject({ code: 'offline' });
    const again = engine.ask(FORM);
    hands[1]?.answer('here');
    expect(await again).toBe('here');
  });

  it('stops everything at once', async () => {
    const { engine, hands } = setUp();
    const both = [engine.ask(FORM).catch(name), engine.ask(FORM).catch(name)];
    engine.stop();
    expect(await Promise.all(both)).toEqual(['AbortError', 'AbortError']);
    expect(hands[0]?.ended).toBe(true);
  });
});
