import { describe, expect, it } from 'vitest';
import chocolate from '../../src/games/chocolate/table';
import type { LessonsPart } from '../../src/games/game';
import schoko from '../../src/games/schoko/game';
import schokoly from '../../src/games/schokoly/game';
import tokan from '../../src/games/tokan/game';
import { isDone, recordText, type LessonTexts } from '../../src/lessons/lessons';
import { LANGUAGES, type Language } from '../../src/i18n/i18n.svelte';
import type { StudyShown } from '../../src/wire';

describe('the words of a course', () => {
  const languages = Object.keys(LANGUAGES) as Language[];

  it('fit above the board of a phone, and name no key', async () => {
    const all = [tokan, schoko, schokoly].flatMap(({ course }) => languages.map((language) => course?.texts(language)));
    expect(all).toHaveLength(12);
    for (const lessons of (await Promise.all(all)) as LessonTexts[])
      for (const text of Object.values(lessons).flatMap(({ steps }) => steps.flat())) {
        if (text === undefined) continue;
        expect(text.length, text).toBeLessThanOrEqual(175);
        expect(text).not.toMatch(/\bR\b/);
      }
  });
});

describe('a course', () => {
  it('writes records with the words of a swap joined', () => {
    expect(recordText(schokoly, 'DDMM', { Players: '3' }, ['offer 2 DDMM', 'accept'])).toBe(
      '[Game "schokoly"]\n[Players "3"]\n[Deck "DDMM"]\n\noffer-2-DDMM accept\n',
    );
    expect(recordText(tokan, 'x', {}, [])).toContain('[Start "x"]');
  });

  it('sees in the table whether a task is done', () => {
    const lessons = chocolate.lessons as LessonsPart;
    const after = {
      sides: [0, 1],
      table: { family: 'chocolate', points: [8, 5], neutral: [{ holder: 0 }], over: false, winner: null },
    } as unknown as StudyShown;
    const done = (wanted: Parameters<typeof isDone>[0], viewer = 0): boolean =>
      isDone(wanted, viewer, 'DDMM@0,0', after, lessons);
    expect(done({})).toBe(true);
    expect(done({ move: '\\^' })).toBe(false);
    expect(done({ points: 8, theirs: 5, goal: 'neutral area' })).toBe(true);
    expect(done({ goal: 'neutral area' }, 1)).toBe(false);
    expect(done({ goal: 'unheard of' })).toBe(false);
    expect(done({ points: 6 }, 1)).toBe(false);
    expect(done({ theirs: 4 })).toBe(false);
    expect(done({ won: true })).toBe(false);
  });
});
