import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clockInWords, ticker } from '../../src/app/clock.svelte';
import { need } from '../../src/i18n/i18n.svelte';

const HOUR = 3_600_000;
const clock = { left: [61_000, 25 * HOUR + 61_000], running: 0, at: 1_000 };

describe('a clock', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await need('table');
  });
  afterAll(() => vi.unstubAllGlobals());

  it('runs for the seat that decides and stands for the others', () => {
    expect(clockInWords(clock, 0, 1_000)).toBe('1:01');
    expect(clockInWords(clock, 0, 2_000)).toBe('1:00');
    expect(clockInWords(clock, 1, 999_000)).toBe('1d 1h');
  });

  it('stands for everybody while nobody decides', () => {
    expect(clockInWords({ ...clock, running: null }, 0, 999_000)).toBe('1:01');
  });

  it('never shows less than nothing, nor more than there was', () => {
    expect(clockInWords(clock, 0, 999_000)).toBe('0:00');
    // The server's clock may be a little ahead of ours.
    expect(clockInWords(clock, 0, 0)).toBe('1:01');
    expect(clockInWords(clock, 7, 0)).toBe('0:00');
  });

  it('counts a second that has begun', () => {
    expect(clockInWords({ left: [59_001], running: null, at: 0 }, 0, 0)).toBe('1:00');
    expect(clockInWords({ left: [1], running: null, at: 0 }, 0, 0)).toBe('0:01');
  });

  it('says hours and days once there are some', () => {
    const left = (ms: number): string => clockInWords({ left: [ms], running: null, at: 0 }, 0, 0);
    expect(left(HOUR - 1_000)).toBe('59:59');
    expect(left(HOUR)).toBe('1:00:00');
    expect(left(HOUR + 61_000)).toBe('1:01:01');
    expect(left(24 * HOUR - 1_000)).toBe('23:59:59');
    expect(left(24 * HOUR)).toBe('1d 0h');
    expect(left(71 * HOUR)).toBe('2d 23h');
  });
});

describe('the ticker', () => {
  it('goes on while it is asked to, and stands still after that', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const began = ticker.now;
    vi.advanceTimersByTime(2000);
    expect(ticker.now).toBe(began);
    ticker.run(true);
    vi.advanceTimersByTime(2000);
    const later = ticker.now;
    expect(later).toBe(Date.now());
    ticker.run(false);
    vi.advanceTimersByTime(2000);
    expect(ticker.now).toBe(later);
    vi.useRealTimers();
  });
});
