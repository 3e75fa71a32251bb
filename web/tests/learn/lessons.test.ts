import { describe, expect, it } from 'vitest';
import { isDone, recordText, type Course, type CourseText } from '../../src/lessons/lessons';
import schoko from '../../src/games/schoko/lessons/course.json';
import schokoly from '../../src/games/schokoly/lessons/course.json';
import de from '../../src/lessons/texts/de';
import en from '../../src/lessons/texts/en';
import es from '../../src/lessons/texts/es';
import fr from '../../src/lessons/texts/fr';
import tokan from '../../src/games/tokan/lessons/course.json';
import type { StudyShown } from '../../src/wire';

const courses = { tokan, schoko, schokoly } as unknown as Record<'tokan' | 'schoko' | 'schokoly', Course>;
const languages: Record<string, CourseText> = { en, de, fr, es };

describe.each(Object.entries(languages))('the lessons in %s', (_, texts) => {
  it.each(['tokan', 'schoko', 'schokoly'] as const)('have words for every step of %s', (game) => {
    expect(Object.keys(texts[game])).toEqual(courses[game].lessons.map(({ id }) => id));
    for (const { id, steps } of courses[game].lessons) {
      expect(texts[game][id]?.steps.length, id).toBe(steps.length);
      for (const [index, step] of steps.entries()) {
        const words = texts[game][id]?.steps[index] ?? [''];
        expect(words.length, `${id} ${index}`).toBe(step.wanted ? 2 : 1);
        for (const text of words) expect(text?.trim()).not.toBe('');
        // What is to be done is named by the same cells in every language.
        const cells = (text: string | undefined): string[] => [...new Set(text?.match(/\b[a-f][1-5]\b/g))].sort();
        expect(cells(words[0])).toEqual(cells(en[game][id]?.steps[index]?.[0]));
      }
    }
  });
});

describe('a course', () => {
  it('writes records with the words of a swap joined', () => {
    expect(recordText('schokoly', 'DDMM', { Players: '3' }, ['offer 2 DDMM', 'accept'])).toBe(
      '[Game "schokoly"]\n[Players "3"]\n[Deck "DDMM"]\n\noffer-2-DDMM accept\n',
    );
  });

  it('sees in the table whether a task is done', () => {
    const after = { sides: [0, 1], table: { family: 'chocolate', points: [8, 5], neutral: [{ holder: 0 }], over: false, winner: null } } as unknown as StudyShown;
    expect(isDone({}, 0, 'DDMM@0,0', after)).toBe(true);
    expect(isDone({ move: '\\^' }, 0, 'DDMM@0,0', after)).toBe(false);
    expect(isDone({ points: 8, theirs: 5, neutral: true }, 0, 'DDMM@0,0', after)).toBe(true);
    expect(isDone({ points: 6 }, 1, 'DDMM@0,0', after)).toBe(false);
    expect(isDone({ theirs: 4 }, 0, 'DDMM@0,0', after)).toBe(false);
    expect(isDone({ won: true }, 0, 'DDMM@0,0', after)).toBe(false);
  });
});
