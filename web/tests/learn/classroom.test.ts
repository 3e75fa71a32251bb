import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AGAIN } from '../../src/boards/sending';
import type { Game, TablePart } from '../../src/games/game';
import { need, speak } from '../../src/i18n/i18n.svelte';
import type { Course } from '../../src/lessons/lessons';
import { Refusal } from '../../src/net/refusal';
import type { StudyShown } from '../../src/wire';

/** What the server was asked, and what it says to a move. */
const asked: { record: string; seat: number; move?: string }[] = [];
let reason: string | null = null;
let away = false;

vi.mock('../../src/net/api', () => ({
  study: (question: { record: string; seat: number; move?: string }): Promise<StudyShown> => {
    asked.push(question);
    if (away) return Promise.reject(new Refusal('unavailable', 'away'));
    const moves = (question.record.split('\n\n')[1] ?? '').trim().split(' ').filter(Boolean);
    if (question.move !== undefined && reason === null) moves.push(question.move);
    return Promise.resolve({
      ...{ moves, reason: question.move === undefined ? null : reason, why: null, sides: [0, 1], options: {} },
      table: { points: [0, 0], over: false, winner: null, legal: ['x'] },
    } as unknown as StudyShown);
  },
}));

const { Classroom } = await import('../../src/lessons/classroom.svelte');

const GAME = { name: 'pebbles', course: { dealTag: 'Deck' } } as unknown as Game;
const PART = { sceneOf: (_: unknown, table: unknown) => ({ table }) } as unknown as TablePart;
const COURSE: Course = {
  deals: { first: 'one', second: 'two' },
  lessons: [
    {
      id: 'begin',
      steps: [
        { deal: 'first', moves: ['m0'], wanted: { move: '^good$' }, hint: 'good', reply: ['answer'] },
        { viewer: 1, wanted: {}, hint: 'any', guided: true },
      ],
    },
    { id: 'read', steps: [{ deal: 'second', tags: { Swap: 'on' } }] },
  ],
};

async function enter(course = COURSE, part = PART) {
  const room = new Classroom(GAME, course, part);
  await vi.waitFor(() => {
    if (!room.shown && !room.problem) throw new Error('not yet');
  });
  return room;
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  await need('table', 'reasons', 'study');
  await speak('en');
});

beforeEach(() => {
  asked.length = 0;
  reason = null;
  away = false;
});

describe('a lesson', () => {
  it('is gone through step by step, each from where the last one ended', async () => {
    const room = await enter();
    expect(asked[0]).toEqual({ record: '[Game "pebbles"]\n[Deck "one"]\n\nm0\n', seat: 0 });
    expect([room.done, room.isLast, room.hint]).toEqual([false, false, null]);
    // Nobody said who looks: it is the first seat.
    expect(room.viewer).toBe(0);
    expect(await room.play('good')).toBe(true);
    expect([room.done, room.remark]).toEqual([true, '']);
    await room.next();
    expect([room.lessonIndex, room.stepIndex, room.done, room.viewer]).toEqual([0, 1, false, 1]);
    expect(asked.at(-1)).toEqual({ record: '[Game "pebbles"]\n[Deck "one"]\n\nm0 good answer\n', seat: 1 });
    expect([room.hint, room.canHint]).toEqual(['any', false]);
    expect(await room.play('whatever')).toBe(true);
    await room.next();
    expect([room.lessonIndex, room.stepIndex, room.done, room.isLast]).toEqual([1, 0, true, true]);
    expect(asked.at(-1)?.record).toContain('[Swap "on"]\n[Deck "two"]');
    await room.next();
    expect([room.lessonIndex, room.stepIndex]).toEqual([1, 0]);
  });

  it('is enough to play once nothing is left to learn but other ways to play', async () => {
    const [first, second] = COURSE.lessons as [Course['lessons'][0], Course['lessons'][0]];
    const room = await enter();
    expect(room.canPlay).toBe(false);
    await room.play('good');
    await room.next();
    expect(room.canPlay).toBe(false);
    await room.open(1);
    expect(room.canPlay).toBe(true);
    const short = await enter({ ...COURSE, lessons: [second, { ...first, extra: true }] });
    expect([short.canPlay, short.isLast]).toEqual([true, false]);
    const long = await enter({ ...COURSE, lessons: [second, first] });
    expect(long.canPlay).toBe(false);
  });

  it('can be opened out of its order', async () => {
    const room = await enter();
    expect(room.lessonIndex).toBe(0);
    await room.open(1);
    expect([room.lessonIndex, room.shown?.moves]).toEqual([1, []]);
  });

  it('says that a legal move is not the one, and helps after three tries', async () => {
    const room = await enter({ ...COURSE, lessons: [COURSE.lessons[0] as Course['lessons'][0]] });
    await room.open(0);
    for (const tries of [1, 2, 3]) {
      expect([room.hint, room.canHint]).toEqual([null, true]);
      expect(await room.play(`bad${tries}`)).toBe(AGAIN);
      expect(room.remark).not.toBe('');
    }
    expect([room.hint, room.canHint, room.done, room.shown?.moves]).toEqual(['good', false, false, ['m0']]);
  });

  it('shows the hint to whoever asks', async () => {
    const room = await enter();
    await room.open(0);
    room.showHint();
    expect([room.hint, room.canHint]).toEqual(['good', false]);
  });

  it('explains what is illegal, and nothing else', async () => {
    const room = await enter();
    await room.open(0);
    expect(await room.explain('good')).toBeNull();
    reason = 'too far';
    const why = await room.explain('good');
    expect(why).toBeTruthy();
    expect(await room.play('good')).toBe(AGAIN);
    expect([room.done, room.remark]).toEqual([false, why]);
    away = true;
    expect(await room.explain('good')).toBeNull();
    expect(await room.play('good')).toBe(AGAIN);
    expect(room.remark).not.toBe(why);
  });

  it('draws what holds for the next turn only while it is to be done', async () => {
    const settled = vi.fn((scene: unknown) => ({ settled: scene }));
    const part = { ...PART, lessons: { settled, isDrawn: () => false, reached: () => false } } as unknown as TablePart;
    const room = await enter(COURSE, part);
    await room.open(0);
    expect(room.shownTable?.scene).toMatchObject({ table: { legal: ['x'] } });
    expect(room.canHint).toBe(false);
    await room.play('good');
    expect(room.shownTable?.scene).toMatchObject({ settled: { table: { legal: null } } });
  });

  it('that cannot be loaded says so', async () => {
    away = true;
    const room = await enter();
    expect([room.shown, room.shownTable]).toEqual([null, null]);
    expect(room.problem).not.toBe('');
    expect(await room.play('good')).toBe(AGAIN);
    expect(await room.explain('good')).toBeNull();
  });
});
