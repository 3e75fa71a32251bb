import { describe, expect, it } from 'vitest';
import { readRecord, RecordError } from '../../src/engine/records';
import { inkOf } from '../../src/study/drawing.svelte';
import {
  COLOURS,
  type Drawn,
  drawnIn,
  drawnWith,
  evaluationOf,
  evaluationText,
  withDrawn,
  withEvaluation,
  withWords,
  wordsOf,
} from '../../src/study/tree/comments';
import { adding, Edits, promoting, removing, saying, shifting } from '../../src/study/tree/edits';
import { growTree, type Node, type Tree } from '../../src/study/tree/tree';

const HEAD = '[Game "tokan"]\n[Notation "2"]\n[Start "…"]\n[Result "1-0"]\n\n';
const BODY = 'a1 (a2!? b1 {so} (b2 c2)) b1 {[%arrow a1 b1 red] look} c1';

function read(body: string): Tree {
  const record = readRecord(HEAD + body);
  const moves = record.body.flatMap(({ kind, text }) => (kind === 'move' ? [text] : []));
  return growTree(record, moves);
}

function at(tree: Tree, ...path: readonly number[]): Node {
  return path.reduce((node, place) => node.variations[place] as Node, tree.root);
}

const bodyOf = (tree: Tree): string => String(tree).split('\n\n')[1]?.trim() ?? '';

describe('a tree', () => {
  it('is written as it was read', () => {
    expect(String(read(BODY))).toBe(`${HEAD}${BODY}\n`);
  });

  it('is notation 1 as long as it has one line and no glyphs', () => {
    const tree = read('a1 (a2) b1');
    removing(at(tree, 1))?.redo();
    expect(String(tree)).toBe(`${HEAD.replace('[Notation "2"]\n', '')}a1 b1\n`);
    saying(at(tree, 0), { glyphs: [5, 1, 5] }).redo();
    expect(String(tree)).toBe(`${HEAD}a1! !? b1\n`);
  });

  it('asks about the way to a node, without what was told of the match', () => {
    expect(read(BODY).line(at(read(BODY), 1, 1, 0))).toBe('[Game "tokan"]\n[Start "…"]\n\na2 b2 c2\n');
  });

  it('knows its main line', () => {
    const tree = read(BODY);
    expect(at(tree, 0, 0).isMainLine).toBe(true);
    expect(at(tree, 1, 0).isMainLine).toBe(false);
    expect(tree.root.end().move).toBe('c1');
    expect([...tree.root.all()].map(({ move }) => move)).toEqual(['', 'a1', 'b1', 'c1', 'a2', 'b1', 'b2', 'c2']);
    expect(tree.root.variation('a2')).toBe(at(tree, 1));
    expect(tree.root.variation('a3')).toBeNull();
  });

  it('is refused when it is written deeper than it may be', () => {
    const tree = read('a1');
    let node = tree.root;
    for (let depth = 0; depth <= 260; depth++) {
      adding(node, `x${depth}`).redo();
      adding(node, `y${depth}`).redo();
      node = node.variations[1] as Node;
    }
    expect(() => String(tree)).toThrow(RecordError);
  });
});

describe('changes', () => {
  it('open a variation, or the main line where nothing follows', () => {
    const tree = read(BODY);
    adding(at(tree, 0), 'b9').redo();
    adding(tree.root.end(), 'd1').redo();
    expect(bodyOf(tree)).toBe('a1 (a2!? b1 {so} (b2 c2)) b1 {[%arrow a1 b1 red] look} (b9) c1 d1');
  });

  it('make a line the main line all the way, or one place better', () => {
    const tree = read(BODY);
    promoting(at(tree, 1, 1, 0))?.redo();
    expect(bodyOf(tree)).toBe('a2!? (a1 b1 {[%arrow a1 b1 red] look} c1) b2 (b1 {so}) c2');
    expect(promoting(at(tree, 0, 0))).toBeNull();
    shifting(at(tree, 1), -1)?.redo();
    expect(bodyOf(tree).startsWith('a1 (a2!?')).toBe(true);
    expect(shifting(at(tree, 0), -1)).toBeNull();
    expect(shifting(at(tree, 1), 1)).toBeNull();
  });

  it('never take out the start', () => {
    expect(removing(read(BODY).root)).toBeNull();
  });

  it('are taken back and made again in their order, and forgotten when something else is done', () => {
    const tree = read(BODY);
    const edits = new Edits();
    const whole = bodyOf(tree);
    const added = edits.make(adding(tree.root, 'a3'));
    edits.make(adding(added, 'b3'));
    const promoted = promoting(added);
    expect(promoted && edits.make(promoted)).toBe(added);
    const changed = bodyOf(tree);
    expect([edits.undo(), edits.undo(), edits.undo()]).toEqual([added, added, tree.root]);
    expect(bodyOf(tree)).toBe(whole);
    expect([edits.canUndo, edits.undo()]).toEqual([false, null]);
    edits.redo();
    edits.redo();
    edits.redo();
    expect(bodyOf(tree)).toBe(changed);
    edits.undo();
    edits.make(saying(tree.root, { comment: 'no } here' }));
    expect([edits.canRedo, tree.root.comment]).toEqual([false, 'no ) here']);
  });
});

describe('comments', () => {
  it('keep words and commands apart', () => {
    const comment = '[%eval 0.62] good [%arrow c3 f3] [%nothing] [%mark 0,-1 blue]';
    expect(wordsOf(comment)).toBe('good');
    expect(withWords(comment, 'bad')).toBe('[%eval 0.62] [%arrow c3 f3] [%nothing] [%mark 0,-1 blue] bad');
    expect(evaluationOf(comment)).toEqual({ chance: 0.62, certain: null, margin: null });
    expect(evaluationOf('[%eval draw 3] [%eval win 3]')).toEqual({ chance: 1, certain: 'win', margin: 3 });
    expect(withEvaluation(comment, { chance: 0.5, certain: null, margin: null })).toContain('[%eval 0.5] good');
    expect(drawnIn(comment)).toEqual([
      { start: 'c3', end: 'f3', colour: 'green' },
      { start: '0,-1', end: null, colour: 'blue' },
    ]);
    expect(withDrawn(comment, [{ start: 'a1', end: null, colour: 'green' }])).toBe(
      '[%mark a1] [%eval 0.62] good [%nothing]',
    );
  });
});

describe('what a move is worth', () => {
  it.each([
    ['win', { chance: 1, certain: 'win', margin: null }],
    ['loss 3', { chance: 0, certain: 'loss', margin: 3 }],
    ['draw', { chance: 0.5, certain: 'draw', margin: null }],
    ['0.125', { chance: 0.125, certain: null, margin: null }],
    ['1', { chance: 1, certain: null, margin: null }],
  ] as const)('is written as it is read: %s', (text, value) => {
    expect(evaluationText(value)).toBe(text);
    expect(evaluationOf(withEvaluation('so', value))).toEqual(value);
  });

  it('has four digits at most, and is taken away again', () => {
    expect(evaluationText({ chance: 0.123456, certain: null, margin: null })).toBe('0.1235');
    expect(withEvaluation('[%eval 0.5] so', null)).toBe('so');
    expect(evaluationOf('so')).toBeNull();
  });
});

describe('a large tree', () => {
  it('of a line and of many alternatives is read and written without going deep', () => {
    const line = Array.from({ length: 5000 }, (_, index) => `m${index}`);
    const long = read(`${line.join(' ')}`);
    expect(at(long).end().ply).toBe(5000);
    const wide = read(
      `m0 ${line
        .slice(1)
        .map((move) => `(${move})`)
        .join(' ')}`,
    );
    expect(wide.root.variations).toHaveLength(5000);
    expect(bodyOf(wide)).toBe(
      `m0 ${line
        .slice(1)
        .map((move) => `(${move})`)
        .join(' ')}`,
    );
  });
});

describe('what is drawn', () => {
  const arrow: Drawn = { start: 'c3', end: 'f3', colour: 'green' };
  const mark: Drawn = { start: 'c3', end: null, colour: 'red' };

  it('is taken away when it is drawn again, and changes its colour', () => {
    expect(drawnWith(drawnWith([], arrow), mark)).toEqual([arrow, mark]);
    expect(drawnWith([arrow, mark], arrow)).toEqual([mark]);
    expect(drawnWith([arrow, mark], { ...mark, colour: 'blue' })).toEqual([arrow, { ...mark, colour: 'blue' }]);
    // The other way round, and an arrow from a place that is marked, are something else.
    expect(drawnWith([arrow], { ...arrow, start: 'f3', end: 'c3' })).toHaveLength(2);
    expect(drawnWith([mark], { ...mark, end: 'f3' })).toHaveLength(2);
  });

  it('stands in the comment of its move, which is taken back as it was', () => {
    const tree = read(BODY);
    const node = at(tree, 0, 0);
    const edits = new Edits();
    const draw = (one: Drawn): Node =>
      edits.make(saying(node, { comment: withDrawn(node.comment, drawnWith(drawnIn(node.comment), one)) }));
    draw(arrow);
    draw(mark);
    const text = 'a1 (a2!? b1 {so} (b2 c2)) b1 {[%arrow a1 b1 red] [%arrow c3 f3] [%mark c3 red] look} c1';
    expect(bodyOf(tree)).toBe(text);
    expect(bodyOf(read(text))).toBe(text);
    expect(drawnIn(at(read(text), 0, 0).comment)).toEqual([{ start: 'a1', end: 'b1', colour: 'red' }, arrow, mark]);
    edits.undo();
    edits.undo();
    expect(bodyOf(tree)).toBe(BODY);
    edits.redo();
    draw(arrow);
    expect(bodyOf(tree)).toBe(BODY);
  });

  it.each(['[%arrow c3]', '[%arrow c3 f3 pink]', '[%mark]', '[%mark a b c]', '[%mark  a1]', '[%arrow a1  b1]'])(
    'is nothing where it does not read as a drawing: %s',
    (comment) => expect(drawnIn(comment)).toEqual([]),
  );

  it('has the colour that the held keys choose', () => {
    const held = (shiftKey: boolean, altKey: boolean) => inkOf({ shiftKey, altKey }, 'green');
    expect([held(false, false), held(true, false), held(false, true), held(true, true)]).toEqual(COLOURS);
  });
});
