import { beforeAll, describe, expect, it } from 'vitest';
import { poolInWords, poolsOf } from '../../src/app/pools';
import { clockInWords, formInWords } from '../../src/app/terms';
import { catalogue } from '../../src/games/catalogue.svelte';
import { need } from '../../src/i18n/i18n.svelte';
import { scaleOf } from '../../src/pages/profile/scale';
import type { GameInfo } from '../../src/tables';

beforeAll(() => need('lobby', 'ratings', 'room'));

describe('the scale of a curve', () => {
  const point = (rating: number, deviation: number) => ({ rating, deviation });

  it('is that of a beginner without any points', () => {
    expect(scaleOf([])).toEqual({ low: 1400, high: 1600, ticks: [1400, 1450, 1500, 1550, 1600] });
  });

  it('holds every point with what surrounds it, between round numbers', () => {
    expect(scaleOf([point(1500, 40), point(1610, 30)])).toEqual({
      low: 1450,
      high: 1650,
      ticks: [1450, 1500, 1550, 1600, 1650],
    });
    expect(scaleOf([point(1500, 340), point(910, 60)])).toEqual({
      low: 800,
      high: 2000,
      ticks: [800, 1000, 1200, 1400, 1600, 1800, 2000],
    });
  });

  it('takes the next step once there would be too many ticks, and not before', () => {
    expect(scaleOf([point(1500, 124)]).ticks).toEqual([1350, 1400, 1450, 1500, 1550, 1600, 1650]);
    expect(scaleOf([point(1500, 125)]).ticks).toEqual([1300, 1400, 1500, 1600, 1700]);
  });

  it('is never empty, also where nothing is uncertain', () => {
    expect(scaleOf([point(1500, 0)])).toEqual({ low: 1500, high: 1550, ticks: [1500, 1550] });
  });
});

const CARDS = {
  name: 'cards',
  options: [
    { name: 'players', choices: ['2', '3'] },
    { name: 'ties', choices: ['draw', 'second'] },
  ],
  presets: { standard: {}, odd: { players: '3' } },
} as unknown as GameInfo;

describe('what is to be played, in words', () => {
  it('names clocks that are offered, and tells others', () => {
    expect(clockInWords(null)).toBe('no clock');
    const own = (kind: 'days' | 'sudden' | 'fischer', seconds: number, increment: number) =>
      clockInWords({ kind, seconds, increment } as never);
    expect(own('fischer', 450, 7)).toBe('7.5 min + 7 s');
    expect(own('fischer', 420, 0)).toBe('7 min');
    expect(own('days', 5 * 86_400, 0)).toBe('5 days per move');
    expect(own('days', 100, 0)).toBe('1 day per move');
  });

  it('says nothing of the ordinary form, the name of one that has one, else what differs', () => {
    catalogue.games = [CARDS] as never;
    expect(formInWords('cards', {})).toBe('');
    expect(formInWords('cards', { players: '2', ties: 'draw' })).toBe('');
    expect(formInWords('cards', { players: '3' })).toBe('odd');
    expect(formInWords('cards', { players: '3', ties: 'second' })).toMatch(/^3 players, /);
    expect(formInWords('cards', { ties: 'second' })).not.toMatch(/players/);
    expect(formInWords('unknown', { players: '3' })).toBe('');
  });
});

describe('pools', () => {
  it('are every form of a game, live and by days', () => {
    expect(poolsOf(CARDS)).toEqual(['cards standard live', 'cards standard days', 'cards odd live', 'cards odd days']);
    expect(poolsOf(undefined)).toEqual([]);
  });

  it('are told with the game or without it', () => {
    const [live, days] = [poolInWords('tokan standard live'), poolInWords('tokan standard days')];
    expect(live).toMatch(/^TOKAN · /);
    expect(poolInWords('tokan standard live', false)).toBe(live.replace('TOKAN · ', ''));
    expect(live).not.toBe(days);
    expect(poolInWords('tokan odd live')).toContain('odd');
  });
});
