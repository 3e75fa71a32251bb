import { describe, expect, it } from 'vitest';
import { computerNames, named, playersIn, whichOf } from '../../src/app/characters';
import { TABLE } from '../../src/i18n/table/en';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const computer = (level: number) => ({ kind: 'computer', level }) as const;
const nameOf = (level: number): string => named([computer(level)])[0]?.name ?? '';

describe('the guests of the table', () => {
  it('have a name of their own by level, and a line that says who they are', () => {
    expect(new Set(LEVELS.map(nameOf)).size).toBe(8);
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
  });
});
