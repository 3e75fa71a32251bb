/** Lays the puzzles beside a static site as files, as the server would answer: nobody else could. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import type { PuzzleShown, PuzzlesShown } from '../src/wire.ts';

const CORPUS = '../src/tafelrunde/research/puzzles/corpus';

/** The rows of a table (CSV): fields with commas, quotes or line ends stand in quotes, which are doubled inside. */
export function rowsOf(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    (lines.at(-1) as string[]).push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  const [names = [], ...rows] = lines.filter((line) => line.length > 1);
  return rows.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])));
}

function puzzleOf(row: Record<string, string>): PuzzleShown {
  const field = (name: string): string => {
    const value = row[name];
    if (value === undefined) throw new Error(`a puzzle has no ${name}`);
    return value;
  };
  const words = (name: string): string[] => field(name).split(' ').filter(Boolean);
  return {
    id: field('id'),
    game: field('game'),
    kind: field('kind') as PuzzleShown['kind'],
    record: field('record'),
    solution: words('solution'),
    right: words('right'),
    rating: Number(field('rating')),
    level: Number(field('level')),
    themes: words('themes'),
    tempting: words('tempting'),
    refutation: words('refutation'),
    grades: field('grades'),
  };
}

/** All parts by their names, in the order of the package's index. */
export function partsOf(folder: string): Map<string, PuzzleShown[]> {
  const { parts } = JSON.parse(readFileSync(`${folder}/index.json`, 'utf8')) as { parts: { part: string }[] };
  const there = new Set(readdirSync(folder));
  return new Map(
    parts
      .filter(({ part }) => there.has(`${part}.csv.gz`))
      .map(({ part }) => [
        part,
        rowsOf(gunzipSync(readFileSync(`${folder}/${part}.csv.gz`)).toString('utf8')).map(puzzleOf),
      ]),
  );
}

/** What the server says of all puzzles: the parts, and the themes of each game, the most frequent first. */
export function indexOf(parts: ReadonlyMap<string, readonly PuzzleShown[]>): PuzzlesShown {
  const counts: Record<string, Record<string, number>> = {};
  for (const { game, themes } of [...parts.values()].flat())
    for (const theme of themes) {
      const own = (counts[game] ??= {});
      own[theme] = (own[theme] ?? 0) + 1;
    }
  const sorted = (own: Record<string, number>): Record<string, number> =>
    Object.fromEntries(Object.entries(own).sort(([, a], [, b]) => b - a));
  return {
    parts: [...parts].map(([name, there]) => ({ name, game: there[0]?.game ?? '', puzzles: there.length })),
    themes: Object.fromEntries(Object.entries(counts).map(([game, own]) => [game, sorted(own)])),
  };
}

export function puzzleFiles(): Plugin {
  return {
    name: 'puzzle-files',
    apply: 'build',
    generateBundle() {
      const parts = partsOf(CORPUS);
      const write = (name: string, value: unknown): void => {
        this.emitFile({ type: 'asset', fileName: `puzzles/${name}.json`, source: JSON.stringify(value) });
      };
      write('index', indexOf(parts));
      for (const [name, puzzles] of parts) write(name, puzzles);
    },
  };
}
