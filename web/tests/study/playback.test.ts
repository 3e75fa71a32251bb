/** A line that plays itself: move by move, never on after it was stopped, and gone where it cannot be shown. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const answer = vi.hoisted(() => vi.fn());
vi.mock('../../src/net/studying', () => ({ tableAfter: answer }));
const { Playback } = await import('../../src/study/playback.svelte');

const study = {
  node: {},
  previewed: null as unknown,
  tree: { line: (_node: unknown, moves: readonly string[]) => moves.join(' ') },
};
let playback: InstanceType<typeof Playback>;

beforeEach(() => {
  vi.useFakeTimers();
  answer.mockReset();
  answer.mockImplementation(async ({ record }: { record: string }) => `after ${record}`);
  study.previewed = null;
  playback = new Playback(study as never);
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a line', () => {
  it('waits before it begins, and lays one move after the other', async () => {
    playback.play(['a', 'b']);
    await pass(449);
    expect([playback.made, study.previewed, answer.mock.calls.length]).toEqual([0, null, 0]);
    await pass(1);
    expect([playback.made, study.previewed]).toEqual([1, 'after a']);
    await pass(899);
    expect(playback.made).toBe(1);
    await pass(1);
    expect([playback.made, study.previewed]).toEqual([2, 'after a b']);
    // It stays as it ends.
    await pass(10_000);
    expect([playback.made, playback.line, answer.mock.calls.length]).toEqual([2, ['a', 'b'], 2]);
  });

  it('begins at once where that is asked for', async () => {
    playback.play(['a'], 0);
    await pass(0);
    expect(playback.made).toBe(1);
  });

  it('puts everything back when it is stopped, also while an answer is on its way', async () => {
    let late: (shown: string) => void = () => undefined;
    answer.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
    playback.play(['a', 'b'], 0);
    await pass(0);
    playback.stop();
    late('after a');
    await pass(5000);
    expect([playback.line, playback.made, study.previewed, answer.mock.calls.length]).toEqual([null, 0, null, 1]);
  });

  it('gives way to another one', async () => {
    playback.play(['a', 'b'], 0);
    await pass(0);
    playback.play(['c'], 0);
    expect([playback.made, study.previewed]).toEqual([0, null]);
    await pass(5000);
    expect([playback.line, study.previewed]).toEqual([['c'], 'after c']);
  });

  it('goes away where it cannot be shown', async () => {
    answer.mockRejectedValue(new Error('nobody answers'));
    playback.play(['a'], 0);
    await pass(0);
    expect([playback.line, playback.made, study.previewed]).toEqual([null, 0, null]);
  });
});
