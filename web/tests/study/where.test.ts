/** Where somebody stands in a study: kept when they leave, and found again. */
import { describe, expect, it, vi } from 'vitest';
import { readRecord } from '../../src/engine/records';
import { growTree } from '../../src/study/tree/tree';

vi.mock('../../src/net/studying', () => ({ tableAfter: async () => null }));
const { Study } = await import('../../src/study/study.svelte');

const RECORD = '[Game "cram"]\n[Notation "2"]\n\na1 (b1 c1 (c2 d2)) b2\n';
const MOVES = ['a1', 'b1', 'c1', 'c2', 'd2', 'b2'];
const study = (at?: readonly number[]) =>
  new Study(growTree(readRecord(RECORD), MOVES), {} as never, {} as never, () => ({}) as never, at);

describe('a place in a study', () => {
  it.each([
    [[], ''],
    [[0], 'a1'],
    [[0, 0], 'b2'],
    [[1], 'b1'],
    [[1, 0], 'c1'],
    [[1, 1], 'c2'],
    [[1, 1, 0], 'd2'],
  ])('is kept as %j and found again', (at, move) => {
    const found = study(at);
    expect([found.node.move, found.at]).toEqual([move, at]);
  });

  it('is as near as can be where the line is gone', () => {
    expect(study([1, 7]).node.move).toBe('b1');
    expect(study([5]).node.move).toBe('');
    expect(study().at).toEqual([]);
  });
});
