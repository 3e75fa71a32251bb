/** The searches of TOKAN in the module. */
import { fraction, UNWATCHED, type Watch } from '../calls';
import type { Play } from '../play';

/** What `native/wasm/tokan.cpp` exports. */
declare module '../calls' {
  interface Exports {
    tokan_search(play: number, after: number, depth: number, near: number, sight: number): number;
    tokan_draft(play: number, after: number, sight: number): number;
    solver_solve(play: number, after: number, margin: number, line: number): number;
    solver_values(play: number, after: number, margin: number): number;
  }
}

/** Scores from here on are results. */
export const CERTAIN = 20_000;

/** How much the evaluation sees. */
export const POINTS = 0;
export const THREATS = 1;
export const EVERYTHING_SEEN = 2;

export interface Settings {
  depth: number;
  near: number;
  sight: number;
}

export function settings(depth = 64, near = 0, sight = EVERYTHING_SEEN): Settings {
  return { depth, near, sight };
}

export interface Ranked {
  move: string;
  score: number;
  chance: number;
}

export interface Findings {
  moves: Ranked[];
  line: string[];
  /** How many moves ahead everything was looked at. */
  depth: number;
  nodes: number;
}

/** Ranks the moves of the side to move. */
export function search(
  play: Play,
  after: number,
  { depth, near, sight }: Settings,
  nodes: number,
  watch: Watch = UNWATCHED,
): Findings {
  const found = play.core.watched(watch, () =>
    play.ask<{ moves: [string, number, string][]; line: string[]; depth: number; nodes: number }>(
      [`${nodes}`],
      (exports, id) => exports.tokan_search(id, after, depth, near, sight),
    ),
  );
  const moves = found.moves.map(([move, score, chance]) => ({ move, score, chance: fraction(chance) }));
  return { ...found, moves };
}

/** The moves that are no further from the best than that; certain ones have no neighbours but equals. */
export function nearest({ moves }: Findings, distance: number): Ranked[] {
  const best = (moves[0] as Ranked).score;
  const reach = Math.abs(best) >= CERTAIN ? 0 : distance;
  return moves.filter(({ score }) => score >= best - reach);
}

/** Ranks the placings of a draft by how fields that follow look. */
export function searchDraft(
  play: Play,
  after: number,
  seed: bigint,
  nodes: number,
  watch: Watch = UNWATCHED,
): { moves: { move: string; chance: number }[]; nodes: number } {
  const found = play.core.watched(watch, () =>
    play.ask<{ moves: [string, string, number][]; nodes: number }>([`${seed}`, `${nodes}`], (exports, id) =>
      exports.tokan_draft(id, after, EVERYTHING_SEEN),
    ),
  );
  return { nodes: found.nodes, moves: found.moves.map(([move, chance]) => ({ move, chance: fraction(chance) })) };
}

/** What is known of a worth: twice the margin in points; both ends belong to it. */
export interface Value {
  low: number;
  high: number;
}

export const UNKNOWN: Value = { low: -128, high: 128 };

export type Result = 'win' | 'draw' | 'loss' | 'unknown';

export function resultOf({ low, high }: Value): Result {
  if (low >= 1) return 'win';
  if (high <= -1) return 'loss';
  return low === 0 && high === 0 ? 'draw' : 'unknown';
}

export function isExact(value: Value): boolean {
  return resultOf(value) !== 'unknown';
}

/** The points more than the opponent's with best play on both sides, if known exactly. */
export function marginOf({ low, high }: Value): number | null {
  return low === high ? Math.trunc(low / 2) + 0 : null;
}

export const ALWAYS = '18446744073709551615';

export interface Solution extends Value {
  best: string | null;
  line: string[];
  positions: number;
}

/** Solves a position as far as the limits go; a solver must be open. */
export function solve(
  play: Play,
  after: number,
  {
    positions = ALWAYS,
    margin = false,
    line = false,
  }: { positions?: number | string; margin?: boolean; line?: boolean },
  watch: Watch = UNWATCHED,
): Solution {
  return play.core.watched(watch, () =>
    play.ask([`${positions}`], (exports, id) => exports.solver_solve(id, after, Number(margin), Number(line))),
  );
}

/** What every legal move is worth to the side to move. */
export function values(
  play: Play,
  after: number,
  { positions = ALWAYS, margin = false }: { positions?: number | string; margin?: boolean },
  watch: Watch = UNWATCHED,
): Map<string, Value> {
  return play.core.watched(watch, () =>
    valuesOf(play.ask([`${positions}`], (exports, id) => exports.solver_values(id, after, Number(margin)))),
  );
}

type Listed = [move: string, low: number, high: number][];

/** The values of moves as the module writes them. */
export function valuesIn(json: string): Map<string, Value> {
  return valuesOf(JSON.parse(json) as Listed);
}

function valuesOf(listed: Listed): Map<string, Value> {
  return new Map(listed.map(([move, low, high]) => [move, { low, high }]));
}
