/** The shape of a record's body: where signs may stand, and what is said of those that stand wrongly. */
import { describe, expect, it } from 'vitest';
import { readRecord, RecordError } from '../../src/engine/records';

const HEAD = '[Game "cram"]\n[Notation "2"]\n\n';
const wrong = (body: string): string => {
  try {
    readRecord(HEAD + body);
  } catch (error) {
    if (error instanceof RecordError) return error.reason;
    throw error;
  }
  return '';
};

describe('the body of a record', () => {
  it.each([
    ['a1) b1', 'no variation is open here'],
    ['a1 (b1)) b2', 'no variation is open here'],
    ['a1 () b1', 'a variation has at least one move'],
    ['(a1) b1', 'a variation stands after the move it is an alternative to'],
    ['a1 ((b1) c1) b2', 'a variation stands after the move it is an alternative to'],
    ['$1 a1', 'a glyph stands after a move'],
    ['a1 ($1 b1) b2', 'a glyph stands after a move'],
  ])('is refused: %s', (body, reason) => expect(wrong(body)).toContain(reason));

  it.each(['a1 b1', 'a1 (b1) b2', 'a1 (b1 (c1) c2) b2 (c3)', 'a1 $1 (b1 $2) b2', ''])('is read: %s', (body) =>
    expect(wrong(body)).toBe(''),
  );
});
