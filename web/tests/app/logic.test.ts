import { describe, expect, it } from 'vitest';
import { withTurns } from '../../src/app/summaries';
import { fill, guessLanguage } from '../../src/i18n/i18n.svelte';
import type { SummaryShown } from '../../src/wire';

describe('own matches', () => {
  const seat = { kind: 'local', name: 'Ann', taken: true, left: false, level: 0 };
  const match = (id: string, status: string, turn: number | null, changed: number): SummaryShown =>
    ({ id, status, turn, changed, game: 'tokan', options: {}, seats: [seat, seat] }) as unknown as SummaryShown;
  it('come once each, those that wait for one first and those that are over last', () => {
    const [over, theirs, ours] = [
      match('over', 'finished', null, 9),
      match('theirs', 'running', 1, 8),
      match('ours', 'running', 0, 1),
    ];
    const found = [over, theirs, ours, ours].map((each, index) => ({
      token: 0,
      seat: index === 3 ? 1 : 0,
      match: each,
    }));
    expect(withTurns(found).map(({ id, yours }) => [id, yours])).toEqual([
      ['ours', true],
      ['theirs', false],
      ['over', false],
    ]);
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
