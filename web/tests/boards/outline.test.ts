import { describe, expect, it } from 'vitest';
import { labelCell, labelCells, outline } from '../../src/boards/geometry/outline';
import type { Cell } from '../../src/boards/types';

/** The corners of each loop of a path that was drawn with neither inset nor rounding. */
function loops(path: string): number[][][] {
  return path
    .split('z')
    .filter(Boolean)
    .map((loop) => [...loop.matchAll(/Q(-?[\d.]+) (-?[\d.]+) /g)].map((match) => [Number(match[1]), Number(match[2])]));
}

/** Twice the area inside a loop; holes count negative. */
function area(corners: number[][]): number {
  return corners.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = corners[(index + 1) % corners.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

describe('the outline of a group', () => {
  it('goes around a single piece', () => {
    expect(loops(outline([[2, 3]], 10, 0, 0))).toEqual([
      [
        [20, 30],
        [30, 30],
        [30, 40],
        [20, 40],
      ],
    ]);
  });

  it('has one corner where the border turns, none where it goes straight on', () => {
    const [loop] = loops(
      outline(
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
        1,
        0,
        0,
      ),
    );
    expect(loop).toHaveLength(6);
    expect(area(loop ?? [])).toBe(6);
  });

  it.each<[Cell, Cell]>([
    [
      [0, 0],
      [1, 1],
    ],
    [
      [1, 1],
      [0, 0],
    ],
    [
      [1, 0],
      [0, 1],
    ],
    [
      [0, 1],
      [1, 0],
    ],
  ])('stays with its own piece where two meet at a corner: %j and %j', (...cells) => {
    const found = loops(outline(cells, 1, 0, 0));
    expect(found.map((corners) => [corners.length, area(corners)])).toEqual([
      [4, 2],
      [4, 2],
    ]);
  });

  it('stays with its own pieces whichever of them is told first', () => {
    const corner: Cell[] = [
      [-1, 0],
      [1, 1],
      [0, 0],
    ];
    expect(loops(outline(corner, 1, 0, 0)).map((corners) => [corners.length, area(corners)])).toEqual([
      [4, 4],
      [4, 2],
    ]);
  });

  it('draws a hole as a loop of its own, the other way round', () => {
    const ring: Cell[] = [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [2, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ];
    const areas = loops(outline(ring, 1, 0, 0))
      .map(area)
      .sort((a, b) => a - b);
    expect(areas).toEqual([-2, 18]);
  });

  it('does not join pieces that meet at a corner only', () => {
    const found = loops(
      outline(
        [
          [0, 0],
          [1, 1],
        ],
        1,
        0,
        0,
      ),
    );
    expect(found).toHaveLength(2);
    expect(found.map(area)).toEqual([2, 2]);
  });

  it('is drawn inside its cells', () => {
    expect(loops(outline([[0, 0]], 44, 3, 0))).toEqual([
      [
        [3, 3],
        [41, 3],
        [41, 41],
        [3, 41],
      ],
    ]);
  });

  it('of nothing is nothing', () => {
    expect(outline([], 44, 2, 8)).toBe('');
  });

  it('is labelled on a cell of the group, inside rather than at its end', () => {
    const cells: Cell[] = [
      [0, 0],
      [1, 0],
      [2, 0],
      [1, 1],
      [1, -1],
    ];
    expect(labelCell(cells)).toEqual([1, 0]);
    const row = Array.from({ length: 9 }, (_, x): Cell => [x + 20, 7]);
    expect(labelCell(row)).toEqual([24, 7]);
    const column = Array.from({ length: 9 }, (_, y): Cell => [7, y + 20]);
    expect(labelCell(column)).toEqual([7, 24]);
    const hook: Cell[] = [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ];
    expect(hook).toContainEqual(labelCell(hook));
  });

  it('is labelled where no label of a neighbour lies', () => {
    const long: Cell[] = Array.from({ length: 12 }, (_, x) => [x, 0]);
    const short: Cell[] = [
      [5, 1],
      [6, 1],
    ];
    const [far, near] = labelCells([long, short]) as [Cell, Cell];
    expect(short).toContainEqual(near);
    expect(Math.abs(far[0] - near[0])).toBeGreaterThanOrEqual(4);
  });
});
