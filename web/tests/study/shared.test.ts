/** A shared study in the page: the same histories as in Python come to the same, and a changed tree becomes steps. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adding, Edits, promoting, removing, saying } from '../../src/study/tree/edits';
import type { Node } from '../../src/study/tree/tree';
import { Binding } from '../../src/study/shared/changes';
import { type ModelChapter, ModelStudy, split } from '../../src/study/shared/model';
import type { StudyOp } from '../../src/wire';

interface History {
  readonly ops: readonly StudyOp[];
  readonly comes_to: unknown;
}
const HISTORIES = JSON.parse(readFileSync(new URL('histories.json', import.meta.url), 'utf8')) as History[];

function picture(study: ModelStudy): unknown {
  return [study.title, study.shown().map(([id, chapter]) => [id, chapter.name, String(new Binding(id, chapter).tree)])];
}

function folded(ops: readonly StudyOp[]): ModelStudy {
  const study = new ModelStudy('Study');
  for (const op of ops) study.fold(op);
  return study;
}

const RECORD = `[Game "tokan"]
[Notation "2"]
[Start "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"]

d3d1! {good} (d3f3?! b2a2 (b2b1) b4d4) b2c2 {[%mark a1] So} c3b3
`;

function begun(): { study: ModelStudy; chapter: ModelChapter; binding: Binding } {
  const study = folded([{ type: 'add-chapter', id: 'a', chapter: 'chapter1', name: 'One', record: RECORD }]);
  const chapter = study.chapters.get('chapter1') as ModelChapter;
  return { study, chapter, binding: new Binding('chapter1', chapter) };
}

describe('the same log', () => {
  test.each(HISTORIES.map((history, index) => [index, history] as const))('comes to the same: %i', (_, history) => {
    expect(picture(folded(history.ops))).toEqual(history.comes_to);
  });
});

// The server says the same: tests/server/studies/test_study_attacks.py.
test('commands inside commands are taken apart in one go', () => {
  expect(split('[%a[%b]] x [%c 1]')).toEqual(['[a] x', '[%b] [%c 1]']);
  expect(split('[[%b]%a]')).toEqual(['[a]', '[%b]']);
  expect(split('[%A] [%b]')).toEqual(['[%A]', '[%b]']);
});

describe('a tree that was changed', () => {
  test('that was not is no step', () => {
    const { chapter, binding } = begun();
    expect(String(binding.tree)).toBe(RECORD);
    expect(binding.changes(chapter)).toEqual([]);
  });

  test('becomes steps that make the same of the study, back and forth', () => {
    const { study, chapter, binding } = begun();
    const edits = new Edits();
    const { root } = binding.tree;
    const texts: string[] = [String(binding.tree)];
    const follow = (): void => {
      const text = String(binding.tree);
      for (const op of binding.changes(chapter)) study.fold(op);
      expect(String(new Binding('chapter1', chapter).tree)).toBe(text);
      binding.show(chapter);
      expect(String(binding.tree)).toBe(text);
      expect(binding.changes(chapter)).toEqual([]);
    };
    const aside = root.variations[1] as Node;
    for (const make of [
      () => adding(root.end(), 'a1a2'),
      () => adding(root, 'e1e2'),
      () => removing(root.next?.next as Node),
      () => saying(aside, { comment: '[%arrow a1 b2] words', glyphs: [1] }),
      () => promoting(aside.next?.next as Node),
      () => removing(aside),
    ]) {
      const edit = make();
      if (edit) edits.make(edit);
      follow();
      texts.push(String(binding.tree));
    }
    for (const text of texts.slice(0, -1).reverse()) {
      edits.undo();
      follow();
      expect(String(binding.tree)).toBe(text);
    }
    for (const text of texts.slice(1)) {
      edits.redo();
      follow();
      expect(String(binding.tree)).toBe(text);
    }
  });

  test('keeps what others did meanwhile when something is taken back', () => {
    const { study, chapter, binding } = begun();
    const edits = new Edits();
    const { root } = binding.tree;
    const mine = edits.make(adding(root, 'e1e2'));
    for (const op of binding.changes(chapter)) study.fold(op);
    study.fold({ type: 'add', id: 'b', chapter: 'chapter1', parent: '0', node: 'ntheirs00', move: 'f1f2' });
    binding.show(chapter);
    edits.undo();
    expect(root.variations.map(({ move }) => move)).toEqual(['d3d1', 'd3f3', 'f1f2']);
    edits.redo();
    for (const op of binding.changes(chapter)) study.fold(op);
    const made = chapter.root.variation('e1e2')?.id as string;
    study.fold({ type: 'add', id: 'c', chapter: 'chapter1', parent: made, node: 'nfurther0', move: 'a2a3' });
    binding.show(chapter);
    edits.undo();
    // Somebody has gone on from it.
    expect(root.variations).toContain(mine);
    expect(binding.changes(chapter).filter(({ type }) => type !== 'order')).toEqual([]);
  });

  test('finds where one stands when two made the same move, or the line is gone', () => {
    const { study, chapter, binding } = begun();
    const { root } = binding.tree;
    const edits = new Edits();
    const mine = edits.make(adding(root, 'e1e2'));
    const ops = binding.changes(chapter);
    study.fold({ type: 'add', id: 'b', chapter: 'chapter1', parent: '0', node: 'ntheirs00', move: 'e1e2' });
    for (const op of ops) study.fold(op);
    binding.show(chapter);
    expect(root.variations.filter(({ move }) => move === 'e1e2')).toHaveLength(1);
    const standing = binding.standing(mine, chapter);
    expect(root.variations).toContain(standing);
    study.fold({ type: 'remove', id: 'c', chapter: 'chapter1', node: 'ntheirs00' });
    binding.show(chapter);
    expect(binding.standing(standing, chapter)).toBe(root);
  });
});
