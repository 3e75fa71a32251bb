/** What the engine knows of TOKAN. */
import type { Solved } from '../../wire';
import type { Tell } from '../answer';
import { refused } from '../forms';
import { type Budget, now, round } from '../pace';
import type { Play } from '../play';
import { type Room, shuffled } from '../rooms';
import { analyse } from './analysis';
import { judge } from './judging';
import { choose } from './levels';
import { isExact, marginOf, resultOf } from './search';
import { solving } from './solving';

const TILES = ['MMMJJJJJJJLLLLL', 'mmmjjjjjjjlllll'] as const;
const ROWS = 5;
const START_PER_SIDE = 5;

/** Writes cells from the bottom left as five rows, row 5 first. */
function grid(cells: readonly string[]): string {
  const columns = cells.length / ROWS;
  const rows = Array.from({ length: ROWS }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join());
  return rows.reverse().join('/');
}

async function solve(play: Play, { seconds, nodes }: Budget, memory: number, tell: Tell): Promise<Solved> {
  const table = JSON.parse(play.table(undefined, undefined, false)) as { draft: unknown };
  if (table.draft !== null) throw refused('bad-setup', 'a field that is still being laid cannot be solved');
  const begin = now();
  let told = begin;
  const watch = {
    passed: () => 0,
    tell: (positions: number) => {
      const moment = now();
      if (moment - told >= 0.2) {
        told = moment;
        tell(positions, null);
      }
      return seconds === undefined || moment - begin < seconds;
    },
  };
  const limits = { margin: true, line: true, ...(nodes === undefined ? {} : { positions: nodes }) };
  const found = await solving(play, { memory, nodes }, (solver) => solver.solve(play, limits, watch));
  return {
    type: 'solved',
    value: resultOf(found),
    margin: isExact(found) ? marginOf(found) : null,
    best: found.best,
    line: found.line,
    positions: found.positions,
    seconds: round(now() - begin, 3),
  };
}

export const tokan: Room = {
  dealTag: 'Start',
  seats: () => 2,
  side: (_, seat) => seat,
  deal: (all, chance) => {
    const [red, black] = TILES.map((tiles) => shuffled(tiles, chance)) as [string[], string[]];
    const draft = all['setup'] === 'draft';
    const most = draft ? START_PER_SIDE : red.length;
    const tiles = shuffled([...red.slice(0, most), ...black.slice(0, most)], chance);
    return `${grid(tiles)} ${'rb'[chance.below(2)]} -`;
  },
  choose: async (play, level, budget, random) => choose(play, level, budget, random),
  analyse: async (play, budget, tell) => analyse(play, budget, tell),
  judge: async (play, question, tell) => judge(play, question, tell),
  believe: null,
  solve,
};
