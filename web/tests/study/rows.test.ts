import { describe, expect, it } from 'vitest';
import { readRecord } from '../../src/engine/records';
import { nextPlaced, type Placed, RowPlaces, rowsOf, type Row } from '../../src/study/tree/rows';
import { lineThrough } from '../../src/study/shared/film';
import { GLYPHS } from '../../src/study/tree/signs';
import { growTree, type Node, type Tree } from '../../src/study/tree/tree';

function read(body: string): Tree {
  const record = readRecord(`[Game "tokan"]\n[Notation "2"]\n[Start "…"]\n[Result "1-0"]\n\n${body}`);
  const moves = record.body.flatMap(({ kind, text }) => (kind === 'move' ? [text] : []));
  return growTree(record, moves);
}

/** A row as a person reads it: its depth, the number of its first move, and its moves or words. */
const inWords = ({ depth, ply, nodes, words }: Row): string =>
  `${'>'.repeat(depth)}${ply} ${words || nodes.map(({ move }) => move).join(' ')}`;
const rows = (body: string, perRow = 2): string[] => rowsOf(read(body).root, perRow).map(inWords);

describe('the rows of a tree', () => {
  it('hold so many moves each, and the last one what is left', () => {
    expect(rows('a1 b1 c1 d1 e1')).toEqual(['1 a1 b1', '3 c1 d1', '5 e1']);
    expect(rows('a1 b1 c1 d1', 4)).toEqual(['1 a1 b1 c1 d1']);
    expect(rows('')).toEqual([]);
  });

  it('put alternatives below the move they replace, in their order, and go on after them', () => {
    expect(rows('a1 b1 (b2 c2) (b3) c1 d1')).toEqual(['1 a1 b1', '>2 b2 c2', '>2 b3', '3 c1 d1']);
    expect(rows('a1 (a2 b2 (b3)) b1')).toEqual(['1 a1', '>1 a2 b2', '>>2 b3', '2 b1']);
  });

  it('have words in rows of their own, before and after the moves they are about', () => {
    expect(rows('{Begin} a1 {first} b1 c1')).toEqual(['0 Begin', '1 a1', '1 first', '2 b1 c1']);
    expect(rows('a1 ({other} a2) b1')).toEqual(['1 a1', '>1 other', '>1 a2', '2 b1']);
  });

  it('say nothing of comments that only draw', () => {
    expect(rows('a1 {[%arrow a1 b1 red]} b1 c1')).toEqual(['1 a1 b1', '3 c1']);
  });
});

describe('the rows on their way', () => {
  const all = rowsOf(read('a b c d e f g h i j k l').root, 1);
  const placed = (...rows: number[]): Placed[] =>
    rows
      .map((index, place) => ({ place, index, row: all[index] as Row }))
      .sort((one, other) => one.place - other.place);
  const inOrder = (found: readonly Placed[]) => found.map(({ index }) => index);

  it('change so many at a time, those first that are next to where one is', () => {
    const wanted = placed(6, 7, 8, 9, 10);
    const first = nextPlaced(placed(0, 1, 2, 3, 4), wanted, 8, 2);
    expect([inOrder(first.placed), first.isDone]).toEqual([[0, 7, 8, 3, 4], false]);
    const second = nextPlaced(first.placed, wanted, 8, 2);
    expect([inOrder(second.placed), second.isDone]).toEqual([[6, 7, 8, 9, 4], false]);
    const third = nextPlaced(second.placed, wanted, 8, 2);
    expect([inOrder(third.placed), third.isDone]).toEqual([[6, 7, 8, 9, 10], true]);
  });

  it('leave alone what says the same, also in a list that was made anew', () => {
    const again = rowsOf((all[0]?.nodes[0] as Node).parent as Node, 1);
    const before = placed(0, 1, 2);
    const wanted = before.map((each) => ({ ...each, row: again[each.index] as Row }));
    const next = nextPlaced(before, wanted, 0, 1);
    expect(next.isDone).toBe(true);
    expect(next.placed.every((each, place) => each === before[place])).toBe(true);
    const said = wanted.map((each) => (each.index === 2 ? { ...each, row: { ...each.row, words: 'so' } } : each));
    expect(nextPlaced(before, said, 0, 1).placed.map(({ row }) => row.words)).toEqual(['', '', 'so']);
  });

  it('go at once where there are fewer, and come one by one where there are more', () => {
    expect(inOrder(nextPlaced(placed(0, 1, 2, 3), placed(0, 1), 0, 1).placed)).toEqual([0, 1]);
    const more = nextPlaced(placed(0), placed(0, 1, 2), 0, 1);
    expect([inOrder(more.placed), more.isDone]).toEqual([[0, 1], false]);
  });
});

describe('the line through a node', () => {
  it('comes from the start and goes on to the end of its own line', () => {
    const tree = read('a1 (a2 b2 c2) b1');
    const second = tree.root.variations[1] as Node;
    expect(lineThrough(second).map(({ move }) => move)).toEqual([tree.root.move, 'a2', 'b2', 'c2']);
    expect(lineThrough(tree.root).map(({ move }) => move)).toEqual([tree.root.move, 'a1', 'b1']);
  });

  it('has at most eighty moves, the last ones', () => {
    const moves = Array.from({ length: 100 }, (_, index) => `m${index}`);
    const line = lineThrough(read(moves.join(' ')).root);
    expect(line.length).toBe(81);
    expect(line.at(-1)?.move).toBe('m99');
    expect(line[0]?.move).toBe('m19');
  });
});

it('signs go from the best to the worst', () => {
  expect(GLYPHS.map(([, sign]) => sign)).toEqual(['!!', '!', '!?', '?!', '?', '??']);
});

describe('the places of rows', () => {
  /** Which rows stand in which places, first to last. */
  const placed = (places: RowPlaces, first: number, drawn: number): number[] => {
    const turn = places.turn(first, drawn);
    const found: number[] = [];
    for (let index = 0; index < drawn; index++) found[(turn + index) % drawn] = first + index;
    return found;
  };

  it('stay as they are for rows that stay, and go from those that left to those that come', () => {
    const places = new RowPlaces();
    expect(placed(places, 0, 4)).toEqual([0, 1, 2, 3]);
    expect(placed(places, 1, 4)).toEqual([4, 1, 2, 3]);
    expect(placed(places, 4, 4)).toEqual([4, 5, 6, 7]);
    expect(placed(places, 2, 4)).toEqual([4, 5, 2, 3]);
    expect(placed(places, 2, 4)).toEqual([4, 5, 2, 3]);
  });

  it('keep their order where all rows are others', () => {
    const places = new RowPlaces();
    placed(places, 1, 4);
    expect(placed(places, 101, 4)).toEqual([104, 101, 102, 103]);
    expect(placed(places, 3, 4)).toEqual([6, 3, 4, 5]);
    expect(placed(places, 7, 4)).toEqual([10, 7, 8, 9]);
  });

  it('are as many as are drawn', () => {
    const places = new RowPlaces();
    placed(places, 9, 4);
    expect(placed(places, 9, 3).sort((a, b) => a - b)).toEqual([9, 10, 11]);
    expect(placed(places, 0, 5).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });
});
