import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Asking } from '../../src/study/asking.svelte';
import { need, speak } from '../../src/i18n/i18n.svelte';
import type { Failed, Progress } from '../../src/wire';

type Answer = { readonly type: 'answer'; readonly worth: number };
type Line = Answer | Progress | Failed;

async function* told(...lines: readonly Line[]): AsyncIterable<Line> {
  for (const line of lines) yield await Promise.resolve(line);
}

const PROGRESS = { type: 'progress', done: 3, total: 7 } as Progress;
const ANSWER: Answer = { type: 'answer', worth: 1 };

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await need('table', 'reasons', 'study');
  await speak('en');
});

describe('a question that takes long', () => {
  it('has not begun at first', () => {
    const asking = new Asking<Answer>();
    expect([asking.running, asking.done, asking.total, asking.result, asking.problem]).toEqual([
      ...[false, 0, null, null, ''],
    ]);
  });

  it('tells how far it is, and its answer', async () => {
    const asking = new Asking<Answer>();
    const asked = asking.ask(() => told(PROGRESS, ANSWER));
    expect(asking.running).toBe(true);
    await asked;
    expect([asking.running, asking.done, asking.total, asking.result, asking.problem]).toEqual([
      ...[false, 3, 7, ANSWER, ''],
    ]);
  });

  it.each([
    ['says so', () => told({ type: 'failed' } as Failed)],
    ['ends without an answer', () => told(PROGRESS)],
  ])('has a problem when the server %s', async (_, question) => {
    const asking = new Asking<Answer>();
    await asking.ask(question);
    expect([asking.running, asking.result]).toEqual([false, null]);
    expect(asking.problem).not.toBe('');
  });

  it('that is forgotten says nothing any more', async () => {
    const asking = new Asking<Answer>();
    let heard: AbortSignal | undefined;
    const asked = asking.ask((signal) => {
      heard = signal;
      return told(PROGRESS, ANSWER);
    });
    asking.forget();
    await asked;
    expect(heard?.aborted).toBe(true);
    expect([asking.running, asking.result, asking.problem]).toEqual([false, null, '']);
  });
});
