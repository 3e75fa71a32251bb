/**
 * The tree beside the one in Python: records that `tests/web/test_tree.py` wrote, with what Python made of them.
 *
 * Without the file there is nothing to compare.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer } from '../../src/engine/answer';
import { Core } from '../../src/engine/calls';
import type { AnyAsked, TreeShown } from '../../src/engine/protocol';
import { readRecord } from '../../src/engine/records';
import { Refusal } from '../../src/net/refusal';
import { drawnIn, withDrawn, wordsOf } from '../../src/study/tree/comments';
import { adding, type Edit, promoting, removing, saying, shifting } from '../../src/study/tree/edits';
import { growTree, type Node, type Tree } from '../../src/study/tree/tree';

interface Change {
  readonly what: 'add' | 'remove' | 'up' | 'down' | 'main' | 'say' | 'draw';
  readonly path: readonly number[];
  readonly move?: string;
  readonly comment?: string;
  readonly glyphs?: readonly number[];
  readonly after: string;
}
interface Case {
  readonly text: string;
  readonly refused?: string;
  readonly normal?: string;
  readonly nodes?: readonly (readonly [number, string, string, number])[];
  readonly edits?: readonly Change[];
}

const file = process.env['TREES'];
const cases = file ? (JSON.parse(readFileSync(file, 'utf8')) as Case[]) : [];

async function read(core: Core, text: string): Promise<Tree> {
  const { moves } = (await answer(core, { op: 'tree', record: text } as AnyAsked, () => undefined)) as TreeShown;
  return growTree(readRecord(text), moves);
}

function editOf(tree: Tree, { what, path, move, comment, glyphs }: Change): Edit | null {
  const node = path.reduce<Node>((at, place) => at.variations[place] as Node, tree.root);
  if (what === 'add') return move === undefined || node.variation(move) ? null : adding(node, move);
  if (what === 'remove') return removing(node);
  if (what === 'up' || what === 'down') return shifting(node, what === 'up' ? -1 : 1);
  if (what === 'main') return promoting(node);
  if (what === 'draw') return saying(node, { comment: withDrawn(node.comment, drawnIn(node.comment).slice(1)) });
  return comment === undefined ? null : saying(node, { comment, ...(glyphs && { glyphs }) });
}

describe.skipIf(!file)('the tree of the page', async () => {
  const core = file
    ? new Core(await WebAssembly.compile(readFileSync('src/engine/module/engine.wasm')), async () => null)
    : (null as unknown as Core);

  it('reads and writes what Python wrote, byte for byte', async () => {
    for (const { text, normal, nodes } of cases) {
      if (normal === undefined) continue;
      const tree = await read(core, text);
      expect(String(tree)).toBe(normal);
      const found = [...tree.root.all()].slice(1);
      expect(found.map((node) => [node.ply, node.move, wordsOf(node.comment), drawnIn(node.comment).length])).toEqual(
        nodes,
      );
    }
  });

  it('is changed as in Python, and every change can be taken back and made again', async () => {
    for (const { text, normal, edits = [] } of cases) {
      if (normal === undefined) continue;
      const tree = await read(core, text);
      const made: Edit[] = [];
      for (const change of edits) {
        const edit = editOf(tree, change);
        edit?.redo();
        if (edit) made.push(edit);
        expect(String(tree)).toBe(change.after);
      }
      for (const edit of [...made].reverse()) edit.undo();
      expect(String(tree)).toBe(normal);
      for (const edit of made) edit.redo();
      expect(String(tree)).toBe(edits.at(-1)?.after ?? normal);
    }
  });

  it('refuses what Python refuses, in the same words', async () => {
    for (const { text, refused } of cases) {
      if (refused === undefined) continue;
      const error = await read(core, text).catch((error: unknown) => error);
      expect(error, text.slice(0, 300)).toBeInstanceOf(Refusal);
      expect((error as Refusal).message, text.slice(0, 300)).toBe(refused);
    }
  });
});
