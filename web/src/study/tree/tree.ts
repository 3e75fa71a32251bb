/**
 * A record as a tree: every move a node, the first one after it the main line, the others variations.
 *
 * The same as `records/tree.py`, and written byte for byte as there; but what is legal is asked of the engine before a
 * move is added. Nothing here is recursive: a line may be thousands of moves long.
 */
import {
  BRANCHED,
  CLOSE_LINE,
  GLYPHS,
  MatchRecord,
  moveToken,
  NOTATION_TAG,
  OPEN_LINE,
  RecordError,
  Shape,
  type Token,
} from '../../engine/records';

const NUMBERS = new Map(Object.entries(GLYPHS).map(([number, sign]) => [sign, Number(number)]));
/** What is told of a match as it was played, and not of what is tried out from it. */
const OF_THE_MATCH = /^(?:Result|Deal[A-Z]\w*|Notation)$/;

let nodes = 0;

/** A moment of a match or a study: the move that led here, and what may follow. */
export class Node {
  /** Another for every node of the page. */
  readonly id = ++nodes;
  /** What may follow, the main line first. */
  variations: Node[] = [];
  /** The judgements of the move, as numbers: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  glyphs: readonly number[] = [];
  /** What is said after the move, commands included. */
  comment = '';
  /** What is said before the first move of a variation; of no meaning elsewhere. */
  startingComment = '';

  constructor(
    public parent: Node | null = null,
    /** The move that led here in its notation; nothing at the start. */
    readonly move = '',
  ) {}

  get next(): Node | null {
    return this.variations[0] ?? null;
  }

  /** How many moves lead here from the start. */
  get ply(): number {
    let count = 0;
    for (let node = this.parent; node !== null; node = node.parent) count += 1;
    return count;
  }

  /** Whether no variation leads here. */
  get isMainLine(): boolean {
    return this.path().every((node) => node.parent === null || node.parent.variations[0] === node);
  }

  /** The nodes from the start to this one. */
  path(): Node[] {
    const found: Node[] = [];
    for (let node: Node | null = this; node !== null; node = node.parent) found.push(node); // eslint-disable-line @typescript-eslint/no-this-alias
    return found.reverse();
  }

  /** The moves from the start to here. */
  moves(): string[] {
    return this.path()
      .slice(1)
      .map(({ move }) => move);
  }

  /** This node, or where it was taken out of its tree the last one before it that stands there. */
  standing(): Node {
    const path = this.path();
    const gone = path.findIndex(({ parent }, at) => parent !== null && !parent.variations.includes(path[at] as Node));
    return (gone < 0 ? this : path[gone - 1]) as Node;
  }

  /** The last node of the main line from here. */
  end(): Node {
    let last: Node = this; // eslint-disable-line @typescript-eslint/no-this-alias
    while (last.next) last = last.next;
    return last;
  }

  /** This node and all that follow, a line to its end before its variations. */
  *all(): Generator<Node> {
    const waiting: Node[] = [this];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      for (let at = node.variations.length - 1; at >= 0; at--) waiting.push(node.variations[at] as Node);
    }
  }

  /** The node that a move leads to from here, if it stands in the tree. */
  variation(move: string): Node | null {
    const wanted = textOf(move);
    return this.variations.find((node) => textOf(node.move) === wanted) ?? null;
  }
}

export class Tree {
  constructor(
    readonly tags: ReadonlyMap<string, string>,
    readonly root: Node,
  ) {}

  /** The node to which some places among the alternatives lead, or as far as they do. */
  at(places: readonly number[]): Node {
    return places.reduce((node, place) => node.variations[place] ?? node, this.root);
  }

  /** The tree in its normal form; throws a RecordError for one that is too deep or too long. */
  record(): MatchRecord {
    const body = [...tokensOf(this.root)];
    const tags = [...this.tags].filter(([name]) => name !== NOTATION_TAG);
    const plain = new MatchRecord(new Map(tags), body);
    if (!plain.isBranched) return plain;
    const shape = new Shape();
    for (const token of body) {
      const wrong = shape.take(token);
      if (wrong !== null) throw new RecordError(1, wrong);
    }
    const [first, ...rest] = tags;
    return new MatchRecord(new Map([...(first ? [first] : []), [NOTATION_TAG, BRANCHED], ...rest]), body);
  }

  /** The way to a node as a record of notation 1, and more moves after it: what the engine is asked about. */
  line(node: Node, more: readonly string[] = []): string {
    const tags = [...this.tags].filter(([name]) => !OF_THE_MATCH.test(name) && !/^Seat\d$/.test(name));
    return String(new MatchRecord(new Map(tags), [...node.moves(), ...more].map(moveToken)));
  }

  toString(): string {
    return String(this.record());
  }
}

/** Builds the tree of a record of either notation, with its moves as the rules read them. */
export function growTree(record: MatchRecord, moves: readonly string[]): Tree {
  const root = new Node();
  const left: Node[] = [];
  const checked = moves[Symbol.iterator]();
  let node = root;
  /** What was said so far before the first move of a variation; null after that move. */
  let said: string | null = null;
  for (const { kind, text } of record.body) {
    if (kind === 'move') {
      const next = new Node(node, checked.next().value ?? text);
      node.variations.push(next);
      next.startingComment = said ?? '';
      node = next;
      said = null;
    } else if (kind === 'open') {
      left.push(node);
      node = node.parent as Node;
      said = '';
    } else if (kind === 'close') {
      node = left.pop() as Node;
    } else if (kind === 'glyph') {
      node.glyphs = sorted([...node.glyphs, NUMBERS.get(text) ?? Number(text.slice(1))]);
    } else if (kind === 'comment') {
      if (said === null) node.comment = both(node.comment, text);
      else said = both(said, text);
    }
  }
  return new Tree(record.tags, root);
}

export function sorted(glyphs: readonly number[]): number[] {
  return [...new Set(glyphs)].sort((a, b) => a - b);
}

/** A glyph as it is written. */
export function glyphText(glyph: number): string {
  return GLYPHS[glyph] ?? `$${glyph}`;
}

function both(one: string, other: string): string {
  return one && other ? `${one} ${other}` : one || other;
}

function textOf(move: string): string {
  return move.replaceAll(' ', '-');
}

/** The body of a tree: every move, then its alternatives, then what follows it. */
function* tokensOf(root: Node): Generator<Token> {
  if (root.comment) yield { kind: 'comment', text: root.comment };
  const waiting: (Node | Token)[] = [root];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (!(item instanceof Node)) {
      yield item;
      continue;
    }
    const [first, ...others] = item.variations;
    if (!first) continue;
    yield* saidOf(first);
    waiting.push(first);
    for (const other of others.reverse()) {
      waiting.push(CLOSE_LINE, other, ...[...saidOf(other)].reverse());
      if (other.startingComment) waiting.push({ kind: 'comment', text: other.startingComment });
      waiting.push(OPEN_LINE);
    }
  }
}

/** A move, its glyphs and its comment. */
function* saidOf(node: Node): Generator<Token> {
  yield moveToken(node.move);
  for (const glyph of node.glyphs) yield { kind: 'glyph', text: glyphText(glyph) };
  if (node.comment) yield { kind: 'comment', text: node.comment };
}
