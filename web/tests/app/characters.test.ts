import { describe, expect, it, vi } from 'vitest';
import { computerNames, named, PERFECT, playersIn, whichOf } from '../../src/app/characters';
import { levelInWords } from '../../src/app/levels';
import { TABLE } from '../../src/i18n/table/en';

vi.mock('../../src/i18n/i18n.svelte', () => ({
  t: (key: string, { n = '' }: { n?: number | string } = {}) => `${key} ${n}`.trim(),
}));

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, PERFECT];
const computer = (level: number) => ({ kind: 'computer', level }) as const;
const nameOf = (level: number): string => named([computer(level)])[0]?.name ?? '';

describe('the guests of the table', () => {
  it('have a name of their own by level, and a line that says who they are', () => {
    expect(new Set(LEVELS.map(nameOf)).size).toBe(9);
    for (const level of LEVELS) expect(Object.keys(TABLE)).toContain(`character.${level}`);
  });

  it('differ at one table, also where all are of one level', () => {
    for (const level of LEVELS) {
      const names = named([computer(level), computer(level), computer(level), computer(level)]).map(({ name }) => name);
      expect(new Set(names).size).toBe(4);
      expect(names.map((name) => whichOf(level, name ?? ''))).toEqual([0, 1, 2, 3]);
    }
  });

  it('get names that are free where they came without one', () => {
    const seats = [
      { kind: 'local', name: nameOf(2), level: 0 },
      { kind: 'computer', name: 'Computer 2', level: 2 },
      { kind: 'computer', name: 'Computer 2', level: 2 },
    ] as const;
    const names = computerNames(seats);
    expect(names[0]).toBeNull();
    expect(new Set([nameOf(2), ...names.slice(1)]).size).toBe(3);
  });

  it('keep name and level in a record, and people theirs', () => {
    const sitters = playersIn({ Seat1: 'Anna', Seat2: 'Otis (level 3)', Game: 'tokan' });
    expect([...sitters.values()]).toEqual([
      { seat: 0, name: 'Anna', level: 0 },
      { seat: 1, name: 'Otis', level: 3 },
    ]);
    expect(playersIn({ Seat1: 'Sphinx (level 9)' }).get(0)).toEqual({ seat: 0, name: 'Sphinx', level: PERFECT });
    expect(playersIn({ Seat1: 'Otis (level 10)' }).get(0)).toMatchObject({ name: 'Otis (level 10)', level: 0 });
  });

  it('are perfect in a word, and of a level in a number', () => {
    expect(levelInWords(PERFECT)).toBe('seat.perfect');
    expect(levelInWords(8)).toBe('seat.level 8');
  });
});
