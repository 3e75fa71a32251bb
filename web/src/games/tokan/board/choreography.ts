/** From one field to the next: who flies where, and which towers then close the gap. */
import type { TokanPlacing, TokanStep } from '../types';
import { CELLS, indexOf, neighbour } from './places';

export interface Dance {
  /** The tiles that move, from bottom to top. */
  readonly flying: string;
  /** The field while they are in the air. */
  readonly lifted: readonly string[];
  /** The field after they have landed. */
  readonly landed: readonly string[];
  /** The towers that then move up, each from a cell to a cell. */
  readonly closing: readonly { readonly from: string; readonly to: string }[];
}

/** The field after a step, before a gap is closed. */
export function stepped(
  towers: readonly string[],
  { source, target, carried }: TokanStep,
): { lifted: string[]; landed: string[]; flying: string } {
  const from = indexOf(source);
  const to = indexOf(target);
  const tower = towers[from] ?? '';
  const split = Math.max(0, tower.length - carried - 1);
  const lifted = [...towers];
  lifted[from] = tower.slice(0, split);
  const landed = [...lifted];
  landed[to] = (landed[to] ?? '') + tower.slice(split);
  return { lifted, landed, flying: tower.slice(split) };
}

/** Explains how one field became the next by a step; null where the step does not explain it. */
export function dance(before: readonly string[], after: readonly string[], step: TokanStep): Dance | null {
  const { lifted, landed, flying } = stepped(before, step);
  if (!flying) return null;
  const line = behind(step);
  for (let count = 0; count <= line.length; count++) {
    const field = [...landed];
    const closing: { from: string; to: string }[] = [];
    let free = step.source;
    for (const cell of line.slice(0, count)) {
      const tower = field[indexOf(cell)] ?? '';
      field[indexOf(free)] = tower;
      field[indexOf(cell)] = '';
      if (tower) closing.push({ from: cell, to: free });
      free = cell;
    }
    if (field.every((tower, cell) => tower === after[cell])) return { flying, lifted, landed, closing };
  }
  return null;
}

/** The cells behind the source of a step, the nearest first. */
function behind({ source, target }: TokanStep): string[] {
  const from = indexOf(source);
  const to = indexOf(target);
  const columns = Math.sign((from % 6) - (to % 6));
  const rows = Math.sign(Math.floor(from / 6) - Math.floor(to / 6));
  const cells: string[] = [];
  for (
    let cell = neighbour(source, columns, rows);
    cell !== null && cells.length < CELLS.length;
    cell = neighbour(cell, columns, rows)
  ) {
    cells.push(cell);
  }
  return cells;
}

export function stepText({ source, target, carried }: TokanStep): string {
  return `${source}${target}${carried ? `+${carried}` : ''}`;
}

/** Reads a step; null for a placing. */
export function readStep(text: string): TokanStep | null {
  const match = /^([a-f][1-5])([a-f][1-5])(?:\+([12]))?$/.exec(text);
  return match ? { source: match[1] as string, target: match[2] as string, carried: Number(match[3] ?? 0) } : null;
}

/** Reads a placing of the draft; null for a step. */
export function readPlacing(text: string): TokanPlacing | null {
  const match = /^([MJLmjl])@(-?\d+),(\d)$/.exec(text);
  return match ? { tile: match[1] as string, column: Number(match[2]), row: Number(match[3]) } : null;
}
