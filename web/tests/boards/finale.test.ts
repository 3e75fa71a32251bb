import { afterEach, describe, expect, it, vi } from 'vitest';
import { Finale } from '../../src/boards/finale.svelte';

function ending(motion: 'full' | 'less') {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { dataset: { motion } } });
  let counted: readonly string[] | null = null;
  const finale = new Finale(
    () => counted,
    (now) => (counted = now),
  );
  const heard = vi.fn();
  finale.play(['a1', 'b2', 'c3'], heard);
  return { finale, heard, counted: () => counted };
}

describe('the end of a game', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is counted one after the other, each with a sound, and then all of it is shown', () => {
    const { finale, heard, counted } = ending('full');
    expect(counted()).toEqual([]);
    vi.advanceTimersByTime(260);
    expect(counted()).toEqual(['a1']);
    vi.advanceTimersByTime(520);
    expect(counted()).toEqual(['a1', 'b2', 'c3']);
    expect(heard).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(260);
    expect([finale.running, counted()]).toEqual([false, null]);
  });

  it('can be skipped, and nothing is counted after that', () => {
    const { finale, heard, counted } = ending('full');
    vi.advanceTimersByTime(260);
    finale.skip();
    vi.advanceTimersByTime(5000);
    expect([finale.running, counted(), heard.mock.calls.length]).toEqual([false, null, 1]);
  });

  it('is simply there for those who want stillness', () => {
    const { finale, heard, counted } = ending('less');
    vi.advanceTimersByTime(5000);
    expect([finale.running, counted(), heard.mock.calls.length]).toEqual([false, null, 0]);
  });
});
