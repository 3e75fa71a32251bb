/** How a step is shown: who hears what, and what lies there at which moment. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CELLS } from '../../../src/games/tokan/board/places';
import { dance } from '../../../src/games/tokan/board/choreography';
import { Staging } from '../../../src/games/tokan/board/staging.svelte';
import type { TokanScene, TokanStep } from '../../../src/games/tokan/types';

const field = (towers: Readonly<Record<string, string>>): string[] => CELLS.map((cell) => towers[cell] ?? '');
const scene = (towers: readonly string[], last: TokanStep | null): TokanScene =>
  ({ towers, last }) as unknown as TokanScene;
const STEP = { source: 'b1', target: 'c1', carried: 0 } as unknown as TokanStep;
const BEFORE = field({ a1: 'j', b1: 'J', c1: 'm', d1: 'L' });

function perform(after: readonly string[], motion = 'more') {
  vi.stubGlobal('document', { documentElement: { dataset: { motion } } });
  const cues: string[] = [];
  const closed = vi.fn();
  const staging = new Staging(scene(BEFORE, null), () => ({
    drawing: undefined,
    cue: (cue) => cues.push(cue),
    closed,
  }));
  staging.show(scene(after, STEP));
  return { staging, cues, closed };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a step', () => {
  it('that leaves no gap is over when the animal has landed', async () => {
    // A tower of two: the upper tile goes, the lower one stays.
    const before = field({ a1: 'j', b1: 'lJ', c1: 'm' });
    const after = field({ a1: 'j', b1: 'l', c1: 'mJ' });
    vi.stubGlobal('document', { documentElement: { dataset: { motion: 'more' } } });
    const [cues, closed] = [[] as string[], vi.fn()];
    const staging = new Staging(scene(before, null), () => ({
      drawing: undefined,
      cue: (cue) => cues.push(cue),
      closed,
    }));
    staging.show(scene(after, STEP));
    expect(dance(before, after, STEP)?.closing).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([staging.shown, cues, closed.mock.calls.length, staging.settled]).toEqual([after, ['place'], 0, true]);
  });

  it('that leaves a gap lands first, and the row closes up a little later', async () => {
    const after = field({ b1: 'j', c1: 'mJ', d1: 'L' });
    expect(dance(BEFORE, after, STEP)?.closing).not.toEqual([]);
    const { staging, cues, closed } = perform(after);
    await vi.advanceTimersByTimeAsync(1);
    expect([staging.shown, cues, closed.mock.calls.length, staging.settled]).toEqual([
      field({ a1: 'j', c1: 'mJ', d1: 'L' }),
      ['place'],
      0,
      false,
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect([staging.shown, cues, closed.mock.calls.length, staging.settled]).toEqual([
      after,
      ['place', 'slide'],
      1,
      true,
    ]);
  });

  it('is there at once for those who asked for stillness', () => {
    const after = field({ b1: 'j', c1: 'mJ', d1: 'L' });
    const { staging, cues } = perform(after, 'less');
    expect([staging.shown, cues, staging.settled]).toEqual([after, [], true]);
  });

  it('gives way to the next one', async () => {
    const { staging, cues } = perform(field({ b1: 'j', c1: 'mJ', d1: 'L' }));
    await vi.advanceTimersByTimeAsync(1);
    const other = field({ f5: 'j' });
    staging.show(scene(other, null));
    await vi.advanceTimersByTimeAsync(100);
    expect([staging.shown, cues, staging.settled]).toEqual([other, ['place'], true]);
  });
});
