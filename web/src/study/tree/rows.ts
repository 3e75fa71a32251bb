/** A tree as rows of a list: some moves of a line each, a line's alternatives below the move they replace. */
import { wordsOf } from './comments';
import type { Node } from './tree';

export interface Row {
  /** In how many variations it lies. */
  readonly depth: number;
  /** The number of its first move. */
  readonly ply: number;
  readonly nodes: readonly Node[];
  /** What is said, in a row of its own. */
  readonly words: string;
}

interface Line {
  readonly node: Node;
  readonly depth: number;
  readonly ply: number;
}

/**
 * Which of the places that are drawn a row takes. What stays in sight keeps its own, and what comes takes over from what
 * has left; where nothing stays, all take over where they are, so that no place has to be moved in the page.
 */
export class RowPlaces {
  #first = 0;
  #turn = 0;

  /** The place of the first row that is drawn, if so many are; the next ones follow, and begin again after the last. */
  turn(first: number, drawn: number): number {
    const by = first - this.#first;
    this.#first = first;
    if (Math.abs(by) < drawn) this.#turn += by;
    this.#turn = ((this.#turn % drawn) + drawn) % drawn;
    return this.#turn;
  }
}

/** A row in one of the places that are drawn. */
export interface Placed {
  readonly place: number;
  /** The how many-th row it is. */
  readonly index: number;
  readonly row: Row;
}

/**
 * What is drawn next on the way from some rows to others: so many places change at most, those first that come next to a
 * row. After a far jump all of them do, which takes longer than a frame.
 */
export function nextPlaced(
  before: readonly Placed[],
  wanted: readonly Placed[],
  near: number,
  most: number,
): { readonly placed: readonly Placed[]; readonly isDone: boolean } {
  const there = new Map(before.map((each) => [each.place, each]));
  const others = wanted
    .filter((each) => !isSame(there.get(each.place), each))
    .sort((one, other) => Math.abs(one.index - near) - Math.abs(other.index - near));
  const now = new Set(others.slice(0, most));
  const placed = wanted.flatMap((each) => {
    const old = there.get(each.place);
    return now.has(each) ? each : (old ?? []);
  });
  return { placed: placed.sort((one, other) => one.place - other.place), isDone: others.length <= most };
}

function isSame(one: Placed | undefined, other: Placed): boolean {
  if (one?.index !== other.index) return false;
  const [old, row] = [one.row, other.row];
  return (
    old === row ||
    (old.depth === row.depth &&
      old.ply === row.ply &&
      old.words === row.words &&
      old.nodes.length === row.nodes.length &&
      old.nodes.every((node, at) => node === row.nodes[at]))
  );
}

/** The rows of a tree, so many moves in each. */
export function rowsOf(root: Node, perRow: number): Row[] {
  const rows: Row[] = [];
  let held: Node[] = [];
  const say = (depth: number, ply: number, text: string) => {
    const words = text && wordsOf(text).trim();
    if (words) rows.push({ depth, ply, nodes: [], words });
  };
  say(0, 0, root.comment);
  const waiting: Line[] = root.next ? [{ node: root.next, depth: 0, ply: 1 }] : [];
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    const { depth } = line;
    let { ply } = line;
    const flush = () => {
      const [first] = held;
      if (first) rows.push({ depth, ply: ply - held.length + 1, nodes: held, words: '' });
      held = [];
    };
    say(depth, ply, line.node.startingComment);
    for (let node: Node | null = line.node; node; node = node.next, ply += 1) {
      held.push(node);
      const alternatives = node.parent?.variations[0] === node ? node.parent.variations.slice(1) : [];
      const isLast = !node.next;
      if (held.length === perRow || isLast || alternatives.length || wordsOf(node.comment)) flush();
      say(depth, ply, node.comment);
      if (!alternatives.length) continue;
      // The line goes on after its alternatives.
      if (node.next) waiting.push({ node: node.next, depth, ply: ply + 1 });
      for (const other of alternatives.reverse()) waiting.push({ node: other, depth: depth + 1, ply });
      break;
    }
  }
  return rows;
}
