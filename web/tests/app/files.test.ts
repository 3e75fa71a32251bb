import { describe, expect, it } from 'vitest';
import { indexOf, partsOf, rowsOf } from '../../plugins/puzzles.ts';

const CORPUS = '../src/tafelrunde/research/puzzles/corpus';

describe('the puzzles of a static site', () => {
  it('are read from a table with quotes, commas and line ends in its fields', () => {
    const text = 'id,record,grades\na,"[Game ""tokan""]\n\nd1,d2",\nb,plain,x=1\n';
    expect(rowsOf(text)).toEqual([
      { id: 'a', record: '[Game "tokan"]\n\nd1,d2', grades: '' },
      { id: 'b', record: 'plain', grades: 'x=1' },
    ]);
    expect(rowsOf('id,record\n')).toEqual([]);
    expect(rowsOf('id,record\r\na,b')).toEqual([{ id: 'a', record: 'b' }]);
  });

  it('are all there, in the parts of the package', () => {
    const parts = partsOf(CORPUS);
    const { parts: listed, themes } = indexOf(parts);
    const all = [...parts.values()].flat();
    expect(listed.map(({ game }) => game).filter((game, at, games) => game !== games[at - 1])).toHaveLength(3);
    expect(listed.reduce((sum, part) => sum + part.puzzles, 0)).toBe(all.length);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const puzzle of all) {
      expect(puzzle.id).toMatch(/^[a-z2-7]{8}$/);
      expect(puzzle.record).toContain(`[Game "${puzzle.game}"]\n`);
      expect(puzzle.right).toContain(puzzle.solution[0]);
      expect(puzzle.rating).toBeGreaterThan(0);
      expect(puzzle.tempting.filter((move) => puzzle.right.includes(move))).toEqual([]);
    }
    for (const [game, counts] of Object.entries(themes)) {
      const numbers = Object.values(counts);
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      const [theme, count] = Object.entries(counts)[0] ?? [];
      expect(all.filter((puzzle) => puzzle.game === game && puzzle.themes.includes(theme ?? ''))).toHaveLength(
        count ?? -1,
      );
    }
  });
});
