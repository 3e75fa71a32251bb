import { describe, expect, it } from 'vitest';
import { RecordError } from '../../src/engine/records';
import { readCourse } from '../../src/lessons/written';

const chapter = (body: string, tags = ''): string =>
  `[Game "tokan"]\n[Notation "2"]\n[Event "First"]\n${tags}[Start "x r -"]\n\n${body}\n`;

describe('a course that is written as a study', () => {
  it('asks for the moves that stand there, and takes none that is marked as bad', () => {
    const { course, texts } = readCourse(
      chapter(
        'a1a2 {[%task] [%show] Go on!} b1b2+1 {Well done.} (b1b3 {Also good.}) (b1b4?) c1c2 d1d2 {[%task] Again!} e1e2',
      ),
      'Start',
    );
    const [first, second] = course.lessons[0]?.steps ?? [];
    expect(first).toMatchObject({ deal: '1', moves: ['a1a2'], hint: 'b1b2+1', guided: true, reply: ['c1c2', 'd1d2'] });
    const fits = (move: string): boolean => new RegExp(first?.wanted?.move ?? '').test(move);
    expect(['b1b2+1', 'b1b3', 'b1b4', 'b1b2', 'xb1b3', 'b1b33'].filter(fits)).toEqual(['b1b2+1', 'b1b3']);
    expect(second).toEqual({ wanted: { move: '^(?:e1e2)$' }, hint: 'e1e2' });
    expect(course.deals).toEqual({ '1': 'x r -' });
    expect(texts['1']).toEqual({ title: 'First', steps: [['Go on!', 'Well done.'], ['Again!']] });
  });

  it('joins chapters of one lesson, and keeps options and seats', () => {
    const { course, texts } = readCourse(
      [
        chapter('{[%seat 2] Only to be read.}', '[Lesson "one"]\n[Scoring "heads"]\n[Seat1 "Anna"]\n'),
        chapter('{[%task won] [%task points 3] Win!} a1a2', '[Lesson "one"]\n'),
        chapter('{[%task begins b+] Any.} b+b3 {[%task any]} c1c2', '[Lesson "two"]\n[Extra "yes"]\n'),
      ].join('\n'),
      'Start',
    );
    expect(course.lessons.map(({ id, extra }) => [id, extra])).toEqual([
      ['one', undefined],
      ['two', true],
    ]);
    expect(course.lessons[0]?.steps).toEqual([
      { deal: '1', tags: { Scoring: 'heads' }, viewer: 1 },
      { deal: '2', wanted: { won: true, points: 3 }, hint: 'a1a2' },
    ]);
    expect(course.lessons[1]?.steps.map(({ wanted }) => wanted)).toEqual([{ move: '^b\\+' }, {}]);
    expect(texts['one']?.steps).toEqual([['Only to be read.'], ['Win!']]);
  });

  it('shows a lesson without tasks as it ends, in the words at its end or else in those before it', () => {
    const read = (body: string) => {
      const { course, texts } = readCourse(chapter(body), 'Start');
      return [course.lessons[0]?.steps[0]?.moves, texts['1']?.steps[0]];
    };
    expect(read('{Before.} a1a2 b1b2 {At its end.}')).toEqual([['a1a2', 'b1b2'], ['At its end.']]);
    expect(read('{Before.} a1a2 b1b2')).toEqual([['a1a2', 'b1b2'], ['Before.']]);
  });

  it('is refused where it is none', () => {
    expect(() => readCourse('[Game "tokan"\n', 'Start')).toThrow(RecordError);
    expect(readCourse('', 'Start').course.lessons).toEqual([]);
  });
});
