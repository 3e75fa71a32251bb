/**
 * Courses that are written as studies: a file of the study room, whose comments say what is to be done.
 *
 * Every chapter is a table with a main line. `[%task]` in a comment hands the next move to the learner, and the words
 * beside it say what to do; what is said after that move is what there is to learn from it. The moves from there to
 * the next task are the others'. `docs/studies.md` tells whoever writes one the rest.
 */
import { type MatchRecord, NOTATION_TAG, readRecords } from '../engine/records';
import { commandsIn, wordsOf } from '../study/tree/comments';
import { growTree, type Node, type Tree } from '../study/tree/tree';
import type { Course, Lesson, LessonText, LessonTexts, Step, Wanted } from './lessons';

export interface Written {
  readonly course: Course;
  readonly texts: LessonTexts;
}

/** Tags that are no options of the game. */
const APART = new Set(['Game', 'Event', 'Lesson', 'Extra', 'Result', NOTATION_TAG]);
/** Signs of moves that are shown to be wrong: `?`, `??` and `?!`. */
const WRONG = new Set([2, 4, 6]);

interface Begun extends Lesson {
  readonly steps: Step[];
  readonly text: LessonText & { readonly steps: LessonText['steps'][number][] };
}

/** Reads a course; throws a RecordError where it is no study. Its moves are taken as they are written. */
export function readCourse(text: string, dealTag: string): Written {
  return courseOf(
    readRecords(text).map((record: MatchRecord) => growTree(record, [])),
    dealTag,
  );
}

/** Makes a course of the chapters of a study. */
export function courseOf(chapters: readonly Tree[], dealTag: string): Written {
  const deals: Record<string, string> = {};
  const lessons: Begun[] = [];
  for (const [index, { tags, root }] of chapters.entries()) {
    const name = `${index + 1}`;
    const id = tags.get('Lesson') ?? name;
    const title = tags.get('Event') ?? name;
    const extra = tags.has('Extra') && { extra: true };
    // Chapters of one lesson follow one another.
    if (lessons.at(-1)?.id !== id) lessons.push({ id, ...extra, steps: [], text: { title, steps: [] } });
    const lesson = lessons.at(-1) as Begun;
    deals[name] = tags.get(dealTag) ?? '';
    const options = [...tags].filter(([tag]) => tag !== dealTag && !APART.has(tag) && !/^(?:Seat|Deal)/.test(tag));
    const start = { deal: name, ...(options.length > 0 && { tags: Object.fromEntries(options) }) };
    for (const [step, words] of stepsOf(root, start)) {
      lesson.steps.push(step);
      lesson.text.steps.push(words);
    }
  }
  return {
    course: { deals, lessons: lessons.map(({ id, extra, steps }) => ({ id, ...(extra && { extra }), steps })) },
    texts: Object.fromEntries(lessons.map(({ id, text }) => [id, text])),
  };
}

/** The steps of a chapter; one without a task is only read, at its end. */
function stepsOf(root: Node, start: Step): [Step, LessonText['steps'][number]][] {
  const line = root.end().path();
  const viewer = Number(commandsIn(root.comment, 'seat')[0] ?? 1) - 1;
  const seen = viewer > 0 && { viewer };
  const tasks = line.flatMap((node, at) => (node.next && commandsIn(node.comment, 'task').length > 0 ? [at] : []));
  const moves = (from: number, to: number): string[] => line.slice(from, to).map(({ move }) => move);
  const before = (at: number): Step => (at > 0 ? { ...start, moves: moves(1, at + 1) } : start);
  if (tasks.length === 0)
    return [
      [{ ...before(line.length - 1), ...seen }, [wordsOf((line.at(-1) as Node).comment) || wordsOf(root.comment)]],
    ];
  return tasks.map((at, index): [Step, LessonText['steps'][number]] => {
    const node = line[at] as Node;
    const done = line[at + 1] as Node;
    const next = tasks[index + 1];
    const reply = next === undefined ? [] : moves(at + 2, next + 1);
    const step: Step = {
      ...(index === 0 && before(at)),
      ...seen,
      wanted: wantedAt(node),
      hint: done.move,
      ...(commandsIn(node.comment, 'show').length > 0 && { guided: true }),
      ...(reply.length > 0 && { reply }),
    };
    // Words beside the next task are about that.
    const learned = next === at + 1 ? '' : wordsOf(done.comment);
    return [step, learned ? [wordsOf(node.comment), learned] : [wordsOf(node.comment)]];
  });
}

/** What the learner's move has to bring about: what the task names, else a move that stands there and is not bad. */
function wantedAt(node: Node): Wanted {
  const named = commandsIn(node.comment, 'task').filter(Boolean);
  if (named.length === 0) {
    const good = node.variations.filter(({ glyphs }) => !glyphs.some((glyph) => WRONG.has(glyph)));
    return { move: `^(?:${good.map(({ move }) => escaped(move)).join('|')})$` };
  }
  return Object.assign({}, ...named.map(conditionOf)) as Wanted;
}

function conditionOf(text: string): Wanted {
  const [word = '', ...rest] = text.split(' ');
  const value = rest.join(' ');
  if (word === 'begins') return { move: `^${escaped(value)}` };
  if (word === 'points' || word === 'theirs') return { [word]: Number(value) };
  if (word === 'goal') return { goal: value };
  return word === 'won' ? { won: true } : {};
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
