/**
 * Lessons: positions, what is to be done in them, and words about it. A lesson knows no rules: what is legal, and why
 * something is not, comes from the server; whether the task is done is seen in the move and in what lies after it.
 */
import type { Game, LessonsPart } from '../games/game';
import type { StudyShown } from '../wire';

/** What a move has to bring about; nothing named means that any legal move will do. */
export interface Wanted {
  /** A pattern that the move's notation fits. */
  readonly move?: string;
  /** At least so many own points. */
  readonly points?: number;
  /** Somebody else has at most so many points. */
  readonly theirs?: number;
  /** Something that only the game itself can tell. */
  readonly goal?: string;
  /** The game is over and won. */
  readonly won?: true;
}

export interface Step {
  /** The name of the deal; a step without one goes on where the step before ended. */
  readonly deal?: string;
  /** The options, as tags of a record. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The moves made before the learner sees the table. */
  readonly moves?: readonly string[];
  /** The learner's seat, 0 unless it is said. */
  readonly viewer?: number;
  /** The task; a step without one is only read. */
  readonly wanted?: Wanted;
  /** A move that does it. */
  readonly hint?: string;
  /** Whether the hint is shown from the start. */
  readonly guided?: boolean;
  /** What the others do before the next step. */
  readonly reply?: readonly string[];
}

export interface Lesson {
  readonly id: string;
  /** Whether one can play without it: another way to play, for those who want to know more. */
  readonly extra?: boolean;
  readonly steps: readonly Step[];
}

export interface Course {
  readonly deals: Readonly<Record<string, string>>;
  readonly lessons: readonly Lesson[];
}

export interface LessonText {
  readonly title: string;
  /** For each step what to do, and what to learn from it once it is done. */
  readonly steps: readonly (readonly [ask: string, done?: string])[];
}
/** The words of a course, by lesson. */
export type LessonTexts = Readonly<Record<string, LessonText>>;

/** The record of a table of a course. */
export function recordText(
  game: Game,
  deal: string,
  tags: Readonly<Record<string, string>>,
  moves: readonly string[],
): string {
  const all = { Game: game.name, ...tags, [game.course?.dealTag ?? 'Start']: deal };
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${value}"]`);
  return `${lines.join('\n')}\n\n${moves.map((move) => move.replaceAll(' ', '-')).join(' ')}\n`;
}

/** Whether a legal move does what was wanted. */
export function isDone(wanted: Wanted, viewer: number, move: string, after: StudyShown, lessons: LessonsPart): boolean {
  const { table } = after;
  const own = after.sides[viewer] ?? viewer;
  if (wanted.move !== undefined && !new RegExp(wanted.move).test(move)) return false;
  if (wanted.points !== undefined && (table.points[own] ?? 0) < wanted.points) return false;
  if (
    wanted.theirs !== undefined &&
    table.points.every((points, side) => side === own || points > (wanted.theirs ?? 0))
  )
    return false;
  if (wanted.goal !== undefined && !lessons.reached(wanted.goal, table, own)) return false;
  return !wanted.won || (table.over && table.winner === own);
}

/** A record with the tags of another, and some moves of it only. */
export function recordUpTo(record: string, moves: readonly string[]): string {
  const tags = record.split('\n').filter((line) => /^\[\w+ ".*"\]$/.test(line.trim()));
  const kept = tags.filter((line) => !/^\[(?:Result|Deal\w+|Seat\d) /.test(line.trim()));
  return `${kept.join('\n')}\n\n${moves.map((move) => move.replaceAll(' ', '-')).join(' ')}\n`;
}
