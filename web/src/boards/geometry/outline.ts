/** The outline of a set of cells as an SVG path. */
import type { Cell } from '../types';

export function keyOf(x: number, y: number): string {
  return `${x},${y}`;
}

interface Edge {
  readonly from: string;
  readonly to: readonly [number, number];
}

/**
 * Draws the border around cells of a given size, drawn in by `inset` and with rounded corners.
 *
 * Every loop is walked with the cells on its right, so that holes come out as loops of their own.
 */
export function outline(cells: readonly Cell[], size: number, inset: number, radius: number): string {
  const inside = new Set(cells.map(([x, y]) => keyOf(x, y)));
  const starts = new Map<string, Edge[]>();
  const add = (x1: number, y1: number, x2: number, y2: number): void => {
    const from = keyOf(x1, y1);
    const list = starts.get(from) ?? [];
    list.push({ from, to: [x2, y2] });
    starts.set(from, list);
  };
  for (const [x, y] of cells) {
    if (!inside.has(keyOf(x, y - 1))) add(x, y, x + 1, y);
    if (!inside.has(keyOf(x + 1, y))) add(x + 1, y, x + 1, y + 1);
    if (!inside.has(keyOf(x, y + 1))) add(x + 1, y + 1, x, y + 1);
    if (!inside.has(keyOf(x - 1, y))) add(x, y + 1, x, y);
  }
  let path = '';
  for (const first of starts.keys()) {
    while (starts.get(first)?.length) path += loop(walk(starts, first), size, inset, radius);
  }
  return path;
}

/** Takes one closed walk out of the edges and returns its corners. */
function walk(starts: Map<string, Edge[]>, first: string): [number, number][] {
  const [sx, sy] = first.split(',').map(Number) as [number, number];
  const corners: [number, number][] = [];
  let at: readonly [number, number] = [sx, sy];
  let heading: readonly [number, number] | null = null;
  for (;;) {
    const edges = starts.get(keyOf(...at)) ?? [];
    const edge = edges.splice(turnIndex(edges, at, heading), 1)[0];
    if (!edge) break;
    const next: readonly [number, number] = [edge.to[0] - at[0], edge.to[1] - at[1]];
    if (!heading || heading[0] !== next[0] || heading[1] !== next[1]) corners.push([at[0], at[1]]);
    heading = next;
    at = edge.to;
    if (at[0] === sx && at[1] === sy) break;
  }
  return corners;
}

/** Where two cells meet at a corner only, the walk turns right and stays with its own cell. */
function turnIndex(
  edges: readonly Edge[],
  at: readonly [number, number],
  heading: readonly [number, number] | null,
): number {
  if (edges.length < 2 || !heading) return 0;
  const right = [-heading[1], heading[0]];
  const index = edges.findIndex(({ to }) => to[0] - at[0] === right[0] && to[1] - at[1] === right[1]);
  return Math.max(0, index);
}

function loop(corners: readonly [number, number][], size: number, inset: number, radius: number): string {
  const points = corners.map((corner, index) => {
    const before = corners.at(index - 1) as [number, number];
    const after = corners[(index + 1) % corners.length] as [number, number];
    const incoming = unit(before, corner);
    const outgoing = unit(corner, after);
    // The cells lie to the right of both edges: move the corner towards them.
    const x = corner[0] * size + (-incoming[1] - outgoing[1]) * inset;
    const y = corner[1] * size + (incoming[0] + outgoing[0]) * inset;
    return { x, y, incoming, outgoing };
  });
  const parts = points.map(({ x, y, incoming, outgoing }, index) => {
    const enter = `${x - incoming[0] * radius} ${y - incoming[1] * radius}`;
    const leave = `${x + outgoing[0] * radius} ${y + outgoing[1] * radius}`;
    return `${index ? 'L' : 'M'}${enter}Q${x} ${y} ${leave}`;
  });
  return `${parts.join('')}z`;
}

function unit(from: readonly [number, number], to: readonly [number, number]): [number, number] {
  return [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
}

/** The cell of a set where a label is read best: inside, near the middle, and not on top of other labels. */
export function labelCell(cells: readonly Cell[], others: readonly Cell[] = [], room: Cell = ROOM): Cell {
  const inside = new Set(cells.map(([x, y]) => keyOf(x, y)));
  const middle = cells.reduce(([sx, sy], [x, y]) => [sx + x / cells.length, sy + y / cells.length] as const, [
    0, 0,
  ] as Cell);
  const cost = ([x, y]: Cell): number => {
    const around = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].filter(([dx, dy]) => inside.has(keyOf(x + (dx ?? 0), y + (dy ?? 0))));
    const covered = others.filter(([ox, oy]) => Math.abs(x - ox) < room[0] && Math.abs(y - oy) < room[1]);
    return Math.hypot(x - middle[0], y - middle[1]) - around.length * 0.6 + covered.length * 100;
  };
  return cells.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best), cells[0] ?? [0, 0]);
}

/** How many cells a label takes, in width and in height, unless it is said. */
const ROOM: Cell = [4, 3];

/** A cell for the label of each of some sets; the smallest, which have the least choice, come first. */
export function labelCells(sets: readonly (readonly Cell[])[], room: Cell = ROOM): readonly Cell[] {
  const found = new Map<readonly Cell[], Cell>();
  for (const cells of [...sets].sort((a, b) => a.length - b.length))
    found.set(cells, labelCell(cells, [...found.values()], room));
  return sets.map((cells) => found.get(cells) ?? [0, 0]);
}
