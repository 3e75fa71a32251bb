/** Somebody who studies: where they are, what is tried, what is asked of the rules, and what is taken back. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readRecord } from '../../src/engine/records';
import { Refusal } from '../../src/net/refusal';
import { growTree, type Node } from '../../src/study/tree/tree';
import { wordsOf } from '../../src/study/tree/comments';
import type { StudyShown } from '../../src/wire';

const rules = vi.hoisted(() => ({ tableAfter: vi.fn(), checked: vi.fn(), fresh: vi.fn() }));
vi.mock('../../src/net/studying', () => rules);
vi.mock('../../src/app/notices.svelte', () => ({ problemInWords: ({ code }: { code: string }) => `problem ${code}` }));
vi.mock('../../src/app/reasons', () => ({ reasonInWords: (_: unknown, reason: string) => `reason ${reason}` }));
const { readStudy, Study } = await import('../../src/study/study.svelte');

const HEAD = '[Game "any"]\n[Notation "2"]\n[Start "…"]\n\n';
const grown = (body: string) => {
  const record = readRecord(HEAD + body);
  return growTree(
    record,
    record.body.flatMap(({ kind, text }) => (kind === 'move' ? [text] : [])),
  );
};
const sceneOf = vi.fn((input: object, table: object) => ({ ...input, table }));
const study = (body = 'a1 (a2 b2) b1 c1', at: readonly number[] = []) =>
  new Study(grown(body), {} as never, { sceneOf } as never, (seat) => ({ name: `Seat ${seat}` }) as never, at);
const settle = async () => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
};

/** What the rules say of a record: its moves, whose turn it is, whether it is over after `end`. */
const shown = (moves: string[], more: object = {}): StudyShown =>
  ({
    reason: null,
    why: null,
    moves,
    options: {},
    sides: [0, 1],
    table: { over: moves.at(-1) === 'end', seat: moves.length % 2 },
    ...more,
  }) as never;
const movesIn = (record: string) => (record.split('\n\n')[1] ?? '').split(/\s+/).filter(Boolean);
let asked: { record: string; move?: string }[] = [];
beforeEach(() => {
  vi.clearAllMocks();
  asked = [];
  rules.tableAfter.mockImplementation(async (wish: { record: string; move?: string }) => {
    asked.push(wish);
    const moves = movesIn(wish.record);
    if (wish.move === 'bad') return shown(moves, { reason: 'no', why: { code: 'no' } });
    return shown(wish.move ? [...moves, wish.move] : moves);
  });
});

const path = (node: Node) => node.path().map(({ move }) => move);

describe('a record that is studied', () => {
  it('is read as the rules write it', async () => {
    rules.checked.mockResolvedValue({ record: `${HEAD}a1 b1`, moves: ['a1', 'b1'] });
    expect(path((await readStudy('text')).root.end())).toEqual(['', 'a1', 'b1']);
    expect(rules.checked).toHaveBeenCalledWith('text');
  });
});

describe('where one is', () => {
  it('is the beginning, or the place one had come to as far as it is still there', () => {
    expect(study().at).toEqual([]);
    const there = study(undefined, [1, 0]);
    expect([path(there.node), there.at]).toEqual([
      ['', 'a2', 'b2'],
      [1, 0],
    ]);
    expect(study(undefined, [1, 7]).at).toEqual([1]);
  });

  it('goes on, back, to the end and to the start, and stays where there is nothing', () => {
    const at = study();
    const seen = (['forth', 'forth', 'back', 'toEnd', 'forth', 'toStart', 'back'] as const).map(
      (go) => (at[go](), at.node.move),
    );
    expect(seen).toEqual(['a1', 'b1', 'a1', 'c1', 'c1', '', '']);
  });

  it('goes aside to what was tried at the same table, and no further', () => {
    const at = study();
    at.aside(1);
    expect(at.node.move).toBe('');
    at.forth();
    const seen = ([1, 1, -1, -1] as const).map((by) => (at.aside(by), at.node.move));
    expect(seen).toEqual(['a2', 'a2', 'a1', 'a1']);
  });

  it('is on the main line or beside it', () => {
    const at = study();
    expect([at.isMainLine, study(undefined, [1]).isMainLine, study(undefined, [0, 0]).isMainLine]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('the table', () => {
  it('is asked for once, with the one after it', async () => {
    const at = study();
    expect(at.shownTable).toBeNull();
    await settle();
    at.forth();
    await settle();
    at.back();
    await settle();
    expect(asked.map(({ record }) => movesIn(record))).toEqual([[], ['a1'], ['a1', 'b1']]);
    expect(at.shown?.moves).toEqual([]);
  });

  it('is seen by whoever is to move, and by nobody once it is over; what is played for a moment lies over it', async () => {
    const at = study('a1 end');
    await settle();
    at.forth();
    await settle();
    expect(at.shownTable?.scene).toMatchObject({ viewer: 1, over: false, moves: ['a1'] });
    at.forth();
    await settle();
    expect(at.shownTable?.scene).toMatchObject({ viewer: null, over: true });
    at.previewed = shown(['x']);
    expect(at.shownTable?.scene).toMatchObject({ moves: ['x'] });
  });

  it('stays as it was where nobody answers, and says so only of where one is', async () => {
    const at = study();
    rules.tableAfter.mockRejectedValueOnce(new Refusal('paused', ''));
    await settle();
    expect(at.problem).toBe('');
    rules.tableAfter.mockRejectedValueOnce(new Refusal('paused', ''));
    at.forth();
    await settle();
    expect([at.problem, at.shown?.moves]).toEqual(['problem paused', []]);
    rules.tableAfter.mockRejectedValueOnce(new Error('lost'));
    at.forth();
    at.toStart();
    await settle();
    expect(at.problem).toBe('');
    rules.tableAfter.mockRejectedValueOnce(new Error('lost'));
    at.toEnd();
    await settle();
    expect(at.problem).toBe('problem unavailable');
  });

  it('of another place does not lie where one went meanwhile', async () => {
    const at = study();
    await settle();
    let late = (_: StudyShown): void => undefined;
    rules.tableAfter.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
    at.forth();
    at.back();
    await settle();
    late(shown(['a1']));
    await settle();
    expect(at.shown?.moves).toEqual([]);
  });
});

describe('a move', () => {
  it('that stands here is gone to without asking whether it may be made', async () => {
    const at = study();
    await settle();
    expect(await at.play('a2')).toBe(true);
    expect([path(at.node), at.canUndo]).toEqual([['', 'a2'], false]);
    expect(asked.some(({ move }) => move !== undefined)).toBe(false);
  });

  it('that is new opens a line, as the rules write it', async () => {
    const at = study();
    rules.tableAfter.mockImplementation(async () => shown(['A3']));
    expect(await at.play('a3')).toBe(true);
    expect([path(at.node), at.at, at.shown?.moves, at.canUndo]).toEqual([['', 'A3'], [2], ['A3'], true]);
    at.toStart();
    expect(await at.play('a-3')).toBe(true);
    // Written otherwise it is the same move.
    expect([at.at, at.tree.root.variations.length]).toEqual([[2], 3]);
  });

  it('that the rules refuse changes nothing and says why', async () => {
    const at = study();
    await settle();
    expect(await at.play('bad')).toBe(false);
    expect([at.problem, at.node.move, at.tree.root.variations.length]).toEqual(['reason no', '', 2]);
    expect([await at.explain('bad'), await at.explain('good')]).toEqual(['reason no', null]);
    rules.tableAfter.mockRejectedValue(new Refusal('offline', ''));
    expect([await at.play('a9'), at.problem, await at.explain('bad')]).toEqual([false, 'problem offline', null]);
  });

  it('does not take along who went elsewhere meanwhile', async () => {
    const at = study();
    const made = at.play('a3');
    at.forth();
    expect(await made).toBe(true);
    expect([at.node.move, at.tree.root.variations.length]).toEqual(['a1', 3]);
  });
});

describe('a move that is played out', () => {
  it('is followed by answers until there are none, the seat told with each, and one stands at the move', async () => {
    const at = study('');
    const seats: number[] = [];
    const answers = ['n1', 'n2', null];
    const answer = async (record: string, seat: number) => (
      seats.push(seat),
      answers[movesIn(record).length - 1] ?? null
    );
    expect(await at.playOut('x', answer)).toBe(true);
    expect([at.node.move, path(at.node.end()), seats]).toEqual(['x', ['', 'x', 'n1', 'n2'], [1, 0, 1]]);
  });

  it('ends with the game, with an answer that is refused, and where nobody answers', async () => {
    const over = study('');
    const answer = vi.fn(async () => 'end');
    expect(await over.playOut('x', answer)).toBe(true);
    expect([path(over.node.end()), answer.mock.calls.length]).toEqual([['', 'x', 'end'], 1]);
    const wrong = study('');
    expect(await wrong.playOut('x', async () => 'bad')).toBe(true);
    expect(path(wrong.node.end())).toEqual(['', 'x']);
    const lost = study('');
    expect(await lost.playOut('x', () => Promise.reject(new Refusal('paused', '')))).toBe(false);
    expect([lost.problem, path(lost.node.end())]).toEqual(['problem paused', ['', 'x']]);
    expect(await lost.playOut('bad', answer)).toBe(false);
  });

  it('is not played out for somebody who went elsewhere meanwhile', async () => {
    const at = study('a1 b1');
    const answer = vi.fn(async () => 'n');
    const made = at.playOut('a3', answer);
    at.toEnd();
    expect(await made).toBe(true);
    expect(answer).not.toHaveBeenCalled();
  });

  it('does not go on for ever', async () => {
    const at = study('');
    let number = 0;
    await at.playOut('x', async () => `n${number++}`);
    expect(number).toBe(60);
  });
});

describe('what is written at a move', () => {
  const at = () => study('a1 $10 {so} b1', [0]);

  it('is words, of which the same ones again are no change', () => {
    const one = at();
    expect(one.words).toBe('so');
    one.say(' so ');
    expect(one.canUndo).toBe(false);
    one.say(' other ');
    expect([one.words, one.canUndo]).toEqual(['other', true]);
  });

  it('is said of the move it was written for, wherever one stands by then', () => {
    const one = at();
    const { node } = one;
    one.toEnd();
    one.say('late', node);
    expect([one.node.move, wordsOf(node.comment), one.words]).toEqual(['b1', 'late', '']);
    // Somebody took that move out: nothing is said, and nothing can be taken back.
    const before = one.version;
    one.tree.root.variations = [];
    one.say('later', node);
    expect([wordsOf(node.comment), one.version]).toEqual(['late', before]);
  });

  it('is signs, of which one says how good a move is, beside others', () => {
    const one = at();
    one.toggle(1);
    expect([...one.glyphs]).toEqual([1, 10]);
    one.toggle(6);
    expect([...one.glyphs]).toEqual([6, 10]);
    one.toggle(6);
    expect([...one.glyphs]).toEqual([10]);
  });

  it('is arrows and marks, as many as there is room for', () => {
    const one = at();
    const arrow = (n: number) => ({ start: `a${n}`, end: `b${n}`, colour: 'red' }) as const;
    const before = one.version;
    one.clearDrawn();
    expect([one.version, one.drawn]).toEqual([before, []]);
    for (let n = 0; n < 48; n++) expect(one.draw(arrow(n))).toBe(true);
    expect([one.draw(arrow(48)), one.drawn.length]).toEqual([false, 48]);
    // Taking one away needs no room.
    expect([one.draw(arrow(0)), one.drawn.length, one.words]).toEqual([true, 47, 'so']);
    one.clearDrawn();
    expect([one.drawn, one.words]).toEqual([[], 'so']);
  });
});

describe('a change of the tree', () => {
  it('is taken back and made again, and one stands where it was', async () => {
    const at = study();
    expect([at.canUndo, at.canRedo]).toEqual([false, false]);
    at.undo();
    at.redo();
    at.forth();
    at.remove();
    expect([at.node.move, at.tree.root.variations.length, at.canUndo]).toEqual(['', 1, true]);
    at.undo();
    expect([at.node.move, at.tree.root.variations.length, at.canRedo]).toEqual(['a1', 2, true]);
    at.redo();
    expect([at.tree.root.variations.length, at.canUndo, at.canRedo]).toEqual([1, true, false]);
  });

  it('that others have taken the line out of leaves nobody where nothing is', async () => {
    const at = study('a1 b1');
    at.toEnd();
    await at.play('x');
    const [a1] = at.tree.root.variations;
    // In a shared study others do so, and one stands where the line was.
    at.tree.root.variations = [];
    at.refresh(at.tree.root);
    at.undo();
    expect([at.node.move, at.node === at.tree.root]).toEqual(['', true]);
    at.redo();
    expect(at.node === at.tree.root).toBe(true);
    // Where the line is back one goes back into it.
    at.tree.root.variations = [a1 as Node];
    at.undo();
    at.redo();
    expect(path(at.node)).toEqual(['', 'a1', 'b1', 'x']);
  });

  it('brings a line forward, and nothing where there is nothing to remove or bring forward', () => {
    const at = study(undefined, [1]);
    const before = at.version;
    at.promote();
    expect([at.at, at.isMainLine, at.version]).toEqual([[0], true, before + 1]);
    at.promote();
    at.toStart();
    at.remove();
    expect(at.version).toBe(before + 1);
  });

  it('by others is heard of, with where one stands now', () => {
    const at = study();
    const before = at.version;
    at.refresh(at.tree.root.variations[1] as Node);
    expect([at.version, at.node.move, at.canUndo]).toEqual([before + 1, 'a2', false]);
  });
});
