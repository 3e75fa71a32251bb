import { describe, expect, it } from 'vitest';
import { clockInWords } from '../../src/app/clock.svelte';
import { isSwapMove, readPlacing, readStep } from '../../src/app/scenes';
import { wishFor, type Setup } from '../../src/app/setup';
import { withTurns } from '../../src/app/summaries';
import { fill, guessLanguage } from '../../src/i18n/i18n.svelte';
import type { SummaryShown } from '../../src/wire';

const setup: Setup = {
  mode: 'computer', level: 3, players: 2, begin: 'first', options: {}, clock: 'none', listed: true, friendly: true, names: [], friends: 1,
};
const guest = (n: number): string => `Player ${n}`;

describe('a setup', () => {
  it('against the computer has one person, and is never listed', () => {
    const wish = wishFor('tokan', { ...setup, options: { scoring: 'heads' } }, 'Ann', guest);
    expect(wish).toMatchObject({
      game: 'tokan', options: { scoring: 'heads' }, listed: false, draw_seats: false,
      seats: [{ kind: 'local', name: 'Ann' }, { kind: 'computer', level: 3 }],
    });
  });

  it('lets the other side begin', () => {
    expect(wishFor('schoko', { ...setup, begin: 'second' }, 'Ann', guest).seats.map(({ kind }) => kind)).toEqual(['computer', 'local']);
  });

  it('names everybody at one screen and draws no seats there', () => {
    const wish = wishFor('schokoly', { ...setup, mode: 'screen', players: 3, begin: 'lot', names: ['Bo'] }, 'Ann', guest);
    expect(wish.seats.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Player 3']);
    expect(wish.draw_seats).toBe(false);
    expect(wish.options).toEqual({ players: '3' });
  });

  it('keeps the swap out where three do not play', () => {
    expect(wishFor('schokoly', { ...setup, players: 4, options: { swap: 'off' } }, 'Ann', guest).options).toEqual({ players: '4' });
  });

  it('fills the seats nobody is invited to with computers', () => {
    const wish = wishFor('schokoly', { ...setup, mode: 'friends', players: 4, friends: 2 }, 'Ann', guest);
    expect(wish.seats.map(({ kind }) => kind)).toEqual(['local', 'open', 'open', 'computer']);
    expect(wish.listed).toBe(true);
  });
});

describe('moves', () => {
  it('are read as steps and placings', () => {
    expect(readStep('c1a1+2')).toEqual({ source: 'c1', target: 'a1', carried: 2 });
    expect(readStep('c1')).toBeNull();
    expect(readPlacing('L@-2,3')).toEqual({ tile: 'L', column: -2, row: 3 });
    expect(isSwapMove('offer 2 DDMW')).toBe(true);
    expect(isSwapMove('pass')).toBe(false);
  });
});

describe('own matches', () => {
  const seat = { kind: 'local', name: 'Ann', taken: true, left: false, level: 0 };
  const match = (id: string, status: string, turn: number | null, changed: number): SummaryShown =>
    ({ id, status, turn, changed, game: 'tokan', options: {}, seats: [seat, seat] }) as unknown as SummaryShown;
  it('come once each, those that wait for one first and those that are over last', () => {
    const [over, theirs, ours] = [match('over', 'finished', null, 9), match('theirs', 'running', 1, 8), match('ours', 'running', 0, 1)];
    const found = [over, theirs, ours, ours].map((each, index) => ({ token: 0, seat: index === 3 ? 1 : 0, match: each }));
    expect(withTurns(found).map(({ id, yours }) => [id, yours])).toEqual([['ours', true], ['theirs', false], ['over', false]]);
  });
});

describe('a clock', () => {
  const clock = { left: [61_000, 90_061_000], running: 0, at: 1_000 };
  it('runs for one seat and stands for the other', () => {
    expect(clockInWords(clock, 0, 2_000)).toBe('1:00');
    expect(clockInWords(clock, 0, 999_000)).toBe('0:00');
    expect(clockInWords(clock, 1, 999_000)).toBe('1d 1h');
  });
});

describe('texts', () => {
  it('choose their form by number', () => {
    expect(fill('{n} move|{n} moves', { n: 1 })).toBe('1 move');
    expect(fill('{n} move|{n} moves', { n: 2 })).toBe('2 moves');
  });
  it('come in the first language that we speak', () => {
    expect(guessLanguage(['nl', 'fr-CA', 'de'])).toBe('fr');
    expect(guessLanguage([])).toBe('en');
  });
});
