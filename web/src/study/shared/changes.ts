/**
 * A chapter of a shared study as the tree that the board shows, and what somebody changed there as steps.
 *
 * Whatever changes the tree need not know that it is shared: the difference is found afterwards.
 */
import type { StudyOp } from '../../wire';
import { newId } from '../../net/outbox';
import { Node, Tree } from '../tree/tree';
import { type ModelChapter, ModelNode, ROOT, split } from './model';

/** A name for a node or a chapter that nobody else makes. */
export function newName(): string {
  return `n${newId().slice(0, 15)}`;
}

const NOTHING = new ModelNode('', null, '');

export class Binding {
  readonly tree: Tree;
  /** The names of the nodes of the tree. */
  readonly #ids = new WeakMap<Node, string>();
  readonly #nodes = new Map<string, Node>();

  constructor(
    readonly id: string,
    chapter: ModelChapter,
  ) {
    this.tree = new Tree(chapter.tags, new Node());
    this.#name(this.tree.root, ROOT);
    this.show(chapter);
  }

  #name(node: Node, id: string): void {
    this.#ids.set(node, id);
    this.#nodes.set(id, node);
  }

  /** What the tree has that the study has not, as steps. */
  changes(chapter: ModelChapter): StudyOp[] {
    const ops: StudyOp[] = [];
    const step = { chapter: this.id } as const;
    for (const node of this.tree.root.all()) {
      const id = this.#ids.get(node) as string;
      const known = chapter.nodes.get(id) ?? NOTHING;
      const children = node.variations.map((child) => {
        const name = this.#ids.get(child);
        if (name === undefined) {
          this.#name(child, newName());
          const move = child.move.replaceAll(' ', '-');
          ops.push({ type: 'add', id: newId(), ...step, parent: id, node: this.#ids.get(child) as string, move });
        } else if (chapter.nodes.get(name)?.gone) ops.push({ type: 'restore', id: newId(), ...step, node: name });
        return this.#ids.get(child) as string;
      });
      const here = new Set(children);
      const gone = known.variations.filter((child) => !here.has(child.id));
      for (const child of gone) ops.push({ type: 'remove', id: newId(), ...step, node: child.id });
      const stood = known.children.map((child) => child.id).filter((name) => here.has(name));
      const after = [...stood, ...children.filter((name) => !stood.includes(name))];
      if (after.join() !== children.join()) ops.push({ type: 'order', id: newId(), ...step, node: id, children });
      const [words, commands] = split(node.comment);
      if (words.trim() !== known.words.trim())
        ops.push({ type: 'say', id: newId(), ...step, node: id, words: words.trim() });
      if (commands !== known.commands) ops.push({ type: 'note', id: newId(), ...step, node: id, commands });
      if (node.glyphs.join() !== known.glyphs.join())
        ops.push({ type: 'judge', id: newId(), ...step, node: id, glyphs: [...node.glyphs] });
    }
    return ops;
  }

  /** Makes the tree what the study is; nodes that stay are the same. */
  show(chapter: ModelChapter): void {
    const waiting: ModelNode[] = [chapter.root];
    for (let known = waiting.pop(); known; known = waiting.pop()) {
      const node = this.#nodes.get(known.id) as Node;
      const { comment, glyphs, startingComment } = known;
      Object.assign(node, { comment, glyphs, startingComment });
      const children = known.variations;
      waiting.push(...children);
      node.variations = children.map((child) => {
        let shown = this.#nodes.get(child.id);
        if (!shown) this.#name((shown = new Node(node, child.move)), child.id);
        shown.parent = node;
        return shown;
      });
    }
  }

  /** The node of the tree that stands for another: for one that two made at once, or the last before what is gone. */
  standing(node: Node, chapter: ModelChapter): Node {
    for (let at: Node | null = node; at; at = at.parent) {
      const known = chapter.nodes.get(this.#ids.get(at) ?? '');
      if (known?.isAlive) return this.#nodes.get(known.id) ?? this.tree.root;
    }
    return this.tree.root;
  }
}
