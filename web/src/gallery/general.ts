/** A game of Cram, as a server would show it: dominoes are laid on a board until somebody cannot lay one. */
import { generalScene, type GeneralScene } from '../games/general/scene';
import type { GeneralTableShown } from '../tables';

const SIZE = 4;
const CELL = 40;
const cellOf = (column: number, row: number): string => `${'abcd'.charAt(column)}${row + 1}`;

function drawn(laid: readonly string[]): string {
  const cells = Array.from({ length: SIZE * SIZE }, (_, index) => {
    const [column, row] = [index % SIZE, Math.floor(index / SIZE)];
    const fill = laid.some((move) => move.includes(cellOf(column, row))) ? '#8a5c46' : '#f0e2c8';
    return `<rect x="${column * CELL + 1}" y="${row * CELL + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="5" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE * CELL} ${SIZE * CELL}">${cells.join('')}</svg>`;
}

function movesAfter(laid: readonly string[]): string[] {
  const isFree = (cell: string): boolean => !laid.some((move) => move.includes(cell));
  const moves: string[] = [];
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const here = cellOf(column, row);
      if (column + 1 < SIZE) moves.push(here + cellOf(column + 1, row));
      if (row + 1 < SIZE) moves.push(here + cellOf(column, row + 1));
    }
  }
  return moves.filter((move) => isFree(move.slice(0, 2)) && isFree(move.slice(2)));
}

function tableOf(laid: readonly string[]): GeneralTableShown {
  const legal = movesAfter(laid);
  const over = legal.length === 0;
  const seat = laid.length % 2;
  return {
    family: 'general',
    svg: drawn(laid),
    diagram: laid.join(' '),
    seat,
    over,
    legal,
    points: over ? [seat, 1 - seat] : [0, 0],
    winner: over ? 1 - seat : null,
  };
}

function sceneOf(laid: readonly string[], viewer: number | null): GeneralScene {
  const names = ['Anna', 'Bruno'];
  return generalScene(
    { options: {}, sides: [0, 1], moves: laid, viewer, seatInfo: (seat) => ({ name: names[seat] ?? '' }), over: false },
    tableOf(laid),
  );
}

const MIDDLE = ['a1a2', 'b1c1', 'b2b3', 'd1d2'];
const OVER = ['a1a2', 'b1c1', 'b2b3', 'd1d2', 'c2c3', 'a3a4', 'b4c4', 'd3d4'];

export const general: Readonly<Record<string, GeneralScene>> = {
  start: sceneOf([], 0),
  middle: sceneOf(MIDDLE, 0),
  wait: sceneOf(MIDDLE, 1),
  over: sceneOf(OVER, 0),
};
export const generalMatch: readonly GeneralScene[] = Array.from({ length: OVER.length + 1 }, (_, ply) =>
  sceneOf(OVER.slice(0, ply), 0),
);

export function previewOf(scene: GeneralScene, move: string): GeneralTableShown {
  return tableOf([...scene.diagram.split(' ').filter(Boolean), move]);
}
