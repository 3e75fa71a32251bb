/** What is said of a game in three sentences: which words are chosen, and that they say what is so. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { need, speak, t } from '../../src/i18n/i18n.svelte';
import type { WireTable } from '../../src/tables';
import { betterBy, decidedBy, endedWith, type Said } from '../../src/study/explain/sentences';
import type { TurnShown } from '../../src/wire';

const turn = (best: number, chance: number, exact = false): TurnShown => ({
  number: 7,
  seat: 0,
  move: 'a',
  chance,
  best: 'b',
  best_chance: best,
  loss: best - chance,
  exact,
  changed: null,
  margin: null,
  line: [],
  open_best: null,
  open_loss: null,
});
const end = (points: number[], winner: number | null, over = true): WireTable =>
  ({ family: 'general', points, winner, over }) as unknown as WireTable;
const names = ['Ann', 'Ben', 'Cleo'];
const list = (all: string[]): string => all.join(' and ');
const keys = (all: readonly Said[]): string[] => all.map(({ key }) => key);
const none = { better: [], later: [] };

describe('where it was decided', () => {
  const decided = (one: TurnShown, weighs = true, hides = false): string[] =>
    keys(decidedBy({ turn: one, weighs }, 'Ann', hides));

  it('is told as a result where that is certain', () => {
    expect(decided(turn(1, 0, true))).toEqual(['explain.let.lost', 'explain.sure']);
    expect(decided(turn(1, 0.5, true))).toEqual(['explain.let.drawn', 'explain.sure']);
    expect(decided(turn(0.5, 0, true))).toEqual(['explain.let.draw', 'explain.sure']);
  });

  it('is told as chances where it is not, and never as certain', () => {
    expect(decided(turn(1, 0))).toEqual(['explain.decided']);
    expect(decided(turn(0.6, 0.4), true, true)).toEqual(['explain.decided', 'explain.known']);
    expect(decided(turn(0.75, 0.25, true), true, true)).toEqual(['explain.decided', 'explain.sure']);
  });

  it('is no decision where little was given away, and names no two chances that read the same', () => {
    expect(decided(turn(0.5, 0.47), false)).toEqual(['explain.even']);
    expect(decided(turn(0.501, 0.499), false)).toEqual(['explain.close']);
  });
});

describe('what speaks for the better move', () => {
  it('is at most two facts, and that it keeps the result where none of them is to be seen', () => {
    const fact = { kind: 'lead', side: 0, n: 1, m: 0 } as const;
    expect(keys(betterBy(turn(1, 0, true), { better: [fact, fact, fact], later: [] }, names))).toEqual([
      'explain.lead',
      'explain.lead',
    ]);
    expect(keys(betterBy(turn(1, 0, true), none, names))).toEqual(['explain.keeps.won']);
    expect(keys(betterBy(turn(0.5, 0, true), none, names))).toEqual(['explain.keeps.drawn']);
    expect(betterBy(turn(1, 0), none, names)).toEqual([]);
  });
});

describe('how it ended', () => {
  const ended = (table: WireTable, who = names.slice(0, 2)): Said | undefined =>
    endedWith(none, table, who, list).at(-1);

  it('names who won, and how close it was', () => {
    expect(ended(end([12, 9], 0))).toEqual({ key: 'explain.won', params: { name: 'Ann', n: 12, m: 9 } });
    expect(ended(end([9, 12], 1))).toEqual({ key: 'explain.won', params: { name: 'Ben', n: 12, m: 9 } });
    expect(ended(end([9, 9], 1))).toEqual({ key: 'explain.broken', params: { name: 'Ben', n: 9 } });
    expect(ended(end([9, 12, 10], 1), names)).toEqual({
      key: 'explain.ahead',
      params: { name: 'Ben', n: 12, others: 'Ann (9) and Cleo (10)' },
    });
  });

  it('names nobody where nobody won, or where it was not played to its end', () => {
    expect(ended(end([9, 9], null))).toEqual({ key: 'explain.drawn', params: { points: 'Ann (9) and Ben (9)' } });
    expect(ended(end([9, 3], null, false))?.key).toBe('explain.stands');
  });
});

describe('the words', () => {
  beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
  afterAll(async () => {
    await speak('en');
    vi.unstubAllGlobals();
  });

  it.each(['en', 'de', 'fr', 'es'] as const)('leave no gap and count one and many apart in %s', async (language) => {
    await speak(language);
    await need('study');
    for (const kind of [
      'area',
      'cut',
      'holds',
      'neutral',
      'room',
      'hems',
      'moves',
      'tower',
      'lead',
      'ahead',
      'broken',
    ] as const) {
      const words = [1, 2].map((n) => t(`explain.${kind}`, { name: 'Ann', n, m: 7, others: 'Ben (1)' }));
      for (const text of words) expect(text).not.toMatch(/[{}|]/);
      expect(words[0]).toContain('1');
      expect(words[1]).toContain('2');
    }
    expect(t('explain.area', { name: 'Ann', n: 1, m: 0 })).not.toMatch(/pieces|carrés|tabletas/);
  });
});
