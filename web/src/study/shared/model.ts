/**
 * What a shared study is after what was done in it.
 *
 * Exactly what `server/studies/state.py` does: everybody folds the same log in the same order and comes to the same
 * study; what does not fit any more changes nothing.
 */
import { GLYPHS, MatchRecord, readRecord } from '../../engine/records';
import type { LinesOrdered, MoveAdded, StudyOp } from '../../wire';
import { wordsOf } from '../tree/comments';
import { sorted } from '../tree/tree';

export const ROOT = '0';
const NUMBERS = new Map(Object.entries(GLYPHS).map(([number, sign]) => [sign, Number(number)]));
const COMMAND = /\[%([a-z]+)(?: ([^[\]]*))?\]/gu;

/** A moment of a chapter. */
export class ModelNode {
  words = '';
  commands = '';
  startingComment = '';
  glyphs: readonly number[] = [];
  /** What may follow, in its order, with what was taken out. */
  children: ModelNode[] = [];
  gone = false;

  constructor(
    readonly id: string,
    readonly parent: ModelNode | null,
    readonly move: string,
  ) {}

  get comment(): string {
    return [this.commands, this.words].filter(Boolean).join(' ');
  }

  get variations(): ModelNode[] {
    return this.children.filter(({ gone }) => !gone);
  }

  get isAlive(): boolean {
    for (let node: ModelNode | null = this; node; node = node.parent) if (node.gone) return false; // eslint-disable-line @typescript-eslint/no-this-alias
    return true;
  }

  variation(move: string): ModelNode | null {
    return this.children.find((child) => child.move === move && !child.gone) ?? null;
  }
}

export class ModelChapter {
  readonly tags: ReadonlyMap<string, string>;
  readonly root = new ModelNode(ROOT, null, '');
  /** The nodes by each of their names. */
  readonly nodes = new Map<string, ModelNode>([[ROOT, this.root]]);
  #count = 1;

  constructor(
    public name: string,
    record: MatchRecord,
  ) {
    this.tags = record.tags;
    this.#grow(record);
  }

  add(id: string, parent: ModelNode, move: string): ModelNode {
    const node = new ModelNode(id, parent, move);
    parent.children.push(node);
    this.nodes.set(id, node);
    this.#count += 1;
    return node;
  }

  #grow(record: MatchRecord): void {
    let node = this.root;
    let said = '';
    let isBefore = false;
    const left: ModelNode[] = [];
    for (const { kind, text } of record.body) {
      if (kind === 'move') {
        node = this.add(String(this.#count), node, text);
        node.startingComment = said;
        [said, isBefore] = ['', false];
      } else if (kind === 'open') {
        left.push(node);
        node = node.parent as ModelNode;
        [said, isBefore] = ['', true];
      } else if (kind === 'close') {
        node = left.pop() as ModelNode;
      } else if (kind === 'glyph') {
        node.glyphs = sorted([...node.glyphs, NUMBERS.get(text) ?? Number(text.slice(1))]);
      } else if (kind === 'comment' && isBefore) {
        said = both(said, text);
      } else if (kind === 'comment') {
        const [words, commands] = split(text);
        node.words = both(node.words, words);
        node.commands = both(node.commands, commands);
      }
    }
  }
}

export class ModelStudy {
  /** By their names; null for those that are gone. */
  readonly chapters = new Map<string, ModelChapter | null>();
  order: readonly string[] = [];

  constructor(public title: string) {}

  shown(): [string, ModelChapter][] {
    return this.order.flatMap((id) => {
      const chapter = this.chapters.get(id);
      return chapter ? [[id, chapter] as [string, ModelChapter]] : [];
    });
  }

  fold(op: StudyOp): void {
    switch (op.type) {
      case 'title':
        this.title = op.title;
        return;
      case 'add-chapter':
        if (this.chapters.has(op.chapter)) return;
        this.chapters.set(op.chapter, new ModelChapter(op.name, readRecord(op.record)));
        this.order = [...this.order, op.chapter];
        return;
      case 'order-chapters':
        this.order = ordered(this.order, op.chapters);
        return;
      case 'name-chapter': {
        const chapter = this.chapters.get(op.chapter);
        if (chapter) chapter.name = op.name;
        return;
      }
      case 'remove-chapter':
        if (this.chapters.has(op.chapter)) this.chapters.set(op.chapter, null);
        return;
      case 'add':
        this.#add(op);
        return;
      default:
        this.#change(op);
    }
  }

  #add(op: MoveAdded): void {
    const chapter = this.chapters.get(op.chapter);
    const parent = chapter?.nodes.get(op.parent);
    if (!chapter || !parent?.isAlive || chapter.nodes.has(op.node)) return;
    const known = parent.variation(op.move);
    if (known) chapter.nodes.set(op.node, known);
    else chapter.add(op.node, parent, op.move);
  }

  #change(op: Extract<StudyOp, { node: string }>): void {
    const chapter = this.chapters.get(op.chapter);
    const node = chapter?.nodes.get(op.node);
    if (!chapter || !node) return;
    if (op.type === 'restore') {
      const { parent } = node;
      if (node.gone && parent?.isAlive && !parent.variation(node.move)) node.gone = false;
      return;
    }
    if (!node.isAlive) return;
    if (op.type === 'remove') node.gone = node.parent !== null;
    else if (op.type === 'order') order(chapter, node, op);
    else if (op.type === 'say') node.words = op.words;
    else if (op.type === 'note') node.commands = op.commands;
    else if (op.type === 'judge') node.glyphs = sorted(op.glyphs);
  }
}

/** The words and the commands of a comment; what is left of the words reads as no command. */
export function split(comment: string): [words: string, commands: string] {
  const words = wordsOf(comment);
  // Taking one out may make another of what was around it, and that a thousand times.
  return [commandsOf(words) ? words.replace(/\[%+/g, '[') : words, commandsOf(comment)];
}

function commandsOf(comment: string): string {
  return (comment.match(COMMAND) ?? []).join(' ');
}

function order(chapter: ModelChapter, node: ModelNode, { children }: LinesOrdered): void {
  const wanted = children.flatMap((id) => chapter.nodes.get(id)?.id ?? []);
  const byId = new Map(node.children.map((child) => [child.id, child]));
  node.children = ordered([...byId.keys()], wanted).map((id) => byId.get(id) as ModelNode);
}

/** Names with some of them first, in the order given, and the others behind them as they stood. */
function ordered(ids: readonly string[], first: readonly string[]): string[] {
  const known = new Set(ids);
  const front = [...new Set(first)].filter((id) => known.has(id));
  const named = new Set(front);
  return [...front, ...ids.filter((id) => !named.has(id))];
}

function both(one: string, other: string): string {
  return one && other ? `${one} ${other}` : one || other;
}
