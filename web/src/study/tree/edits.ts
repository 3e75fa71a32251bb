/** Changes of a tree that can be taken back and made again. */
import { Node, sorted } from './tree';

/** A change that was made, and where one stood before and after it. */
export interface Edit {
  readonly before: Node;
  readonly after: Node;
  undo(): void;
  redo(): void;
}

/** What changed last can be taken back; more than this is forgotten. */
const MOST = 500;

export class Edits {
  private readonly done: Edit[] = [];
  private undone: Edit[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Makes a change; returns where one stands after it. */
  make(edit: Edit): Node {
    edit.redo();
    this.done.push(edit);
    if (this.done.length > MOST) this.done.shift();
    this.undone = [];
    return edit.after;
  }

  /** Takes the last change back; returns where one stood before it. */
  undo(): Node | null {
    const edit = this.done.pop();
    if (!edit) return null;
    edit.undo();
    this.undone.push(edit);
    return edit.before;
  }

  redo(): Node | null {
    const edit = this.undone.pop();
    if (!edit) return null;
    edit.redo();
    this.done.push(edit);
    return edit.after;
  }
}

/** Adds a move that the rules allow; the first becomes the main line, others variations. */
export function adding(parent: Node, move: string): Edit {
  const after = new Node(parent, move);
  return {
    before: parent,
    after,
    // In a shared study others may have added lines beside it, which stay, or gone on from it: then it stays too.
    undo: () => {
      if (!after.variations.length) parent.variations = without(parent, after);
    },
    redo: () => void (parent.variations = [...without(parent, after), after]),
  };
}

/** Takes a node and all that follows out of the tree; the start stays. */
export function removing(node: Node): Edit | null {
  const { parent } = node;
  if (!parent) return null;
  const place = parent.variations.indexOf(node);
  return {
    before: node,
    after: parent,
    undo: () => void (parent.variations = inserted(without(parent, node), place, node)),
    redo: () => void (parent.variations = without(parent, node)),
  };
}

function without({ variations }: Node, node: Node): Node[] {
  return variations.filter((each) => each !== node);
}

function inserted(nodes: readonly Node[], place: number, node: Node): Node[] {
  return [...nodes.slice(0, place), node, ...nodes.slice(place)];
}

/** Moves a line one place up among its alternatives, or down. */
export function shifting(node: Node, by: 1 | -1): Edit | null {
  const place = node.parent?.variations.indexOf(node) ?? -1;
  const to = place + by;
  if (!node.parent || to < 0 || to >= node.parent.variations.length) return null;
  return placing(node, [[node, to]]);
}

/** Makes the line that leads to a node the main line, all the way from the start. */
export function promoting(node: Node): Edit | null {
  const aside = node.path().filter((each) => each.parent && each.parent.variations[0] !== each);
  return aside.length
    ? placing(
        node,
        aside.map((each) => [each, 0]),
      )
    : null;
}

function placing(at: Node, moved: readonly (readonly [Node, number])[]): Edit {
  const parents = moved.map(([node]) => node.parent as Node);
  const before = parents.map(({ variations }) => variations);
  const after = moved.map(([node, place], index) => {
    const others = (before[index] as Node[]).filter((each) => each !== node);
    return inserted(others, place, node);
  });
  const set = (orders: readonly Node[][]) =>
    parents.forEach((parent, index) => (parent.variations = inOrder(parent.variations, orders[index] as Node[])));
  return { before: at, after: at, undo: () => set(before), redo: () => set(after) };
}

/** Nodes in an order, those that it does not know behind the others. */
function inOrder(nodes: readonly Node[], order: readonly Node[]): Node[] {
  return [...order.filter((node) => nodes.includes(node)), ...nodes.filter((node) => !order.includes(node))];
}

/** Says something about a node: a comment of its own with its commands, or its glyphs. */
export function saying(node: Node, said: { readonly comment?: string; readonly glyphs?: readonly number[] }): Edit {
  const old = { comment: node.comment, glyphs: node.glyphs };
  const comment = (said.comment ?? node.comment).replaceAll('}', ')');
  const glyphs = said.glyphs ? sorted(said.glyphs) : node.glyphs;
  return {
    before: node,
    after: node,
    undo: () => void Object.assign(node, old),
    redo: () => void Object.assign(node, { comment, glyphs }),
  };
}
