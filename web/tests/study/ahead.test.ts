/** Tables of a study: each is asked for once, and the next one before somebody goes there. */
import { beforeEach, expect, it, vi } from 'vitest';
import { readRecord } from '../../src/engine/records';
import { growTree } from '../../src/study/tree/tree';

const asked: string[] = [];
let failing = false;
vi.mock('../../src/net/studying', () => ({
  tableAfter: async ({ record }: { record: string }) => {
    const moves = record.split('\n\n')[1]?.trim() ?? '';
    asked.push(moves);
    await Promise.resolve();
    if (failing) throw new Error('away');
    return { moves: moves.split(' ') };
  },
}));
const { firstTable, Study } = await import('../../src/study/study.svelte');

const RECORD = '[Game "cram"]\n[Notation "2"]\n\na1 (b1 c1) a2 a3\n';
const grown = () => growTree(readRecord(RECORD), ['a1', 'b1', 'c1', 'a2', 'a3']);
const study = () => new Study(grown(), {} as never, {} as never, () => ({}) as never);
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  asked.length = 0;
  failing = false;
});

it('the table after the next move is there before anybody asks', async () => {
  const found = study();
  await settled();
  expect(asked).toEqual(['', 'a1']);
  found.forth();
  // It is shown at once, without waiting for an answer.
  expect(found.shown?.moves).toEqual(['a1']);
  await settled();
  found.back();
  found.forth();
  found.forth();
  await settled();
  expect(asked).toEqual(['', 'a1', 'a1 a2', 'a1 a2 a3']);
});

it('the table that a study begins with is shown from the first and asked for once', async () => {
  const tree = grown();
  const first = await firstTable(tree, [1, 0]);
  const found = new Study(tree, {} as never, {} as never, () => ({}) as never, [1, 0], first);
  expect([found.node.move, found.shown]).toEqual(['c1', first]);
  await settled();
  expect(asked).toEqual(['b1 c1']);
  // Where it cannot be had, the study asks for it itself.
  failing = true;
  expect(await firstTable(tree)).toBeNull();
});

it('what is on its way is not asked for again, and nobody is shown where they are not', async () => {
  const found = study();
  found.forth();
  found.forth();
  found.aside(1);
  await settled();
  expect(found.shown?.moves).toEqual(['a1', 'a2']);
  expect(asked.filter((each) => each === 'a1 a2')).toHaveLength(1);
});

it('a table that did not come ahead is asked for by whoever goes there', async () => {
  const found = study();
  failing = true;
  await settled();
  // The first one was asked for before.
  expect(asked).toEqual(['']);
  failing = false;
  found.forth();
  await settled();
  expect(found.shown?.moves).toEqual(['a1']);
  failing = true;
  found.forth();
  found.forth();
  await settled();
  failing = false;
  found.back();
  await settled();
  expect(found.shown?.moves).toEqual(['a1', 'a2']);
});
