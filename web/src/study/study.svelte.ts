/** Somebody who studies: a tree of moves, where in it they are, and what lies there. */
import { readRecord } from '../engine/records';
import { problemInWords } from '../app/notices.svelte';
import { reasonInWords } from '../app/reasons';
import type { SeatInfo } from '../boards/types';
import type { Game, ShownTable, TablePart } from '../games/game';
import { checked, fresh, tableAfter } from '../net/studying';
import { Refusal } from '../net/refusal';
import type { StudyShown } from '../wire';
import { type Drawn, drawnIn, drawnWith, withDrawn, withWords, wordsOf } from './tree/comments';
import { adding, type Edit, Edits, promoting, removing, saying } from './tree/edits';
import { growTree, type Node, type Tree } from './tree/tree';

/** Tables that are kept for those who go back and forth. */
const MOST_TABLES = 400;
/** What is drawn at one move: as much as a shared study takes, and more than anybody could read. */
const MOST_DRAWN = 48;
/** Moves of a line that is played out: more than any that can be known for certain. */
const LONGEST = 60;

export { fresh };

/** Reads a record of either notation and checks all its lines; throws a Refusal, also where it hides cards. */
export async function readStudy(text: string): Promise<Tree> {
  const { record, moves } = await checked(text);
  return growTree(readRecord(record), moves);
}

/** The table at a place in a tree, for a study that shows it from the first; null where it cannot be had now. */
export function firstTable(tree: Tree, at: readonly number[] = []): Promise<StudyShown | null> {
  return tableAfter({ record: tree.line(tree.at(at)) }).catch(() => null);
}

export class Study {
  /** Where one is. */
  node: Node = $state.raw() as Node;
  /** What lies there; what lay before as long as that is not known. */
  shown: StudyShown | null = $state.raw(null);
  /** What is laid over it for a moment: a table of a line that plays itself. */
  previewed: StudyShown | null = $state.raw(null);
  /** Counts the changes of the tree, which itself tells nobody of them. */
  version = $state(0);
  problem = $state('');
  readonly #edits = new Edits();
  readonly #tables = new Map<number, StudyShown>();
  /** Tables that are on their way. */
  readonly #coming = new Map<number, Promise<StudyShown>>();

  constructor(
    readonly tree: Tree,
    readonly game: Game,
    readonly part: TablePart,
    readonly seatInfo: (seat: number) => SeatInfo,
    at: readonly number[] = [],
    /** The table there, if it is known already. */
    first: StudyShown | null = null,
  ) {
    this.node = tree.at(at);
    if (first) this.#keep(this.node, first);
    void this.#look();
  }

  readonly canUndo: boolean = $derived.by(() => (void this.version, this.#edits.canUndo));
  readonly canRedo: boolean = $derived.by(() => (void this.version, this.#edits.canRedo));
  readonly isMainLine: boolean = $derived.by(() => (void this.version, this.node.isMainLine));
  readonly words: string = $derived.by(() => (void this.version, wordsOf(this.node.comment)));
  readonly glyphs: readonly number[] = $derived.by(() => (void this.version, this.node.glyphs));
  /** The arrows and marks on this board. */
  readonly drawn: readonly Drawn[] = $derived.by(() => (void this.version, drawnIn(this.node.comment)));
  /** The way here as a record: what the engine is asked about. */
  readonly line: string = $derived.by(() => this.tree.line(this.node));

  /** The table with everything open, seen by whoever is to move. */
  readonly shownTable: ShownTable | null = $derived.by(() => {
    const { part } = this;
    const shown = this.previewed ?? this.shown;
    if (!shown) return null;
    const { table, options, sides, moves } = shown;
    const viewer = table.over ? null : table.seat;
    return {
      part,
      scene: part.sceneOf({ options, sides, moves, viewer, seatInfo: this.seatInfo, over: table.over }, table),
    };
  });

  /** By which places among the alternatives one comes to where one is. */
  get at(): number[] {
    return this.node
      .path()
      .slice(1)
      .map((node) => node.parent?.variations.indexOf(node) ?? 0);
  }

  /** Hears that the tree was changed by others, and where one stands in it now. */
  refresh(node: Node): void {
    this.version++;
    this.go(node);
  }

  go(node: Node | null): void {
    if (!node || node === this.node) return;
    this.node = node;
    void this.#look();
  }

  back(): void {
    this.go(this.node.parent);
  }

  forth(): void {
    this.go(this.node.next);
  }

  toStart(): void {
    this.go(this.tree.root);
  }

  toEnd(): void {
    this.go(this.node.end());
  }

  /** Goes to another move that was tried at the same table. */
  aside(by: 1 | -1): void {
    const { parent } = this.node;
    if (parent) this.go(parent.variations[parent.variations.indexOf(this.node) + by] ?? null);
  }

  /** Makes a move from here; one that does not stand here yet opens a line. Tells whether it may be made. */
  async play(move: string): Promise<boolean> {
    const from = this.node;
    const known = from.variation(move);
    if (known) {
      this.go(known);
      return true;
    }
    try {
      const after = await tableAfter({ record: this.tree.line(from), move });
      if (after.reason !== null) {
        this.problem = reasonInWords(after.why, after.reason);
        return false;
      }
      const made = after.moves.at(-1) ?? move;
      const there = from.variation(made) ?? this.#make(adding(from, made), false);
      this.#keep(there, after);
      // Whoever went elsewhere meanwhile stays there.
      if (this.node === from) this.go(there);
      return true;
    } catch (error) {
      this.problem = wordsFor(error);
      return false;
    }
  }

  /** Makes a move and writes down what `answer` goes on with, to the end of the game; one stands at the move then. */
  async playOut(move: string, answer: (record: string, seat: number) => Promise<string | null>): Promise<boolean> {
    const from = this.node;
    if (!(await this.play(move))) return false;
    let node = this.node;
    if (node.parent !== from) return true;
    try {
      for (let made = 0; made < LONGEST; made++) {
        const record = this.tree.line(node);
        const { table } = await this.#tableAt(node);
        const next = table.over ? null : await answer(record, table.seat ?? 0);
        if (next === null) break;
        const after = await tableAfter({ record, move: next });
        if (after.reason !== null) break;
        const text = after.moves.at(-1) ?? next;
        node = node.variation(text) ?? this.#make(adding(node, text), false);
        this.#keep(node, after);
      }
    } catch (error) {
      this.problem = wordsFor(error);
      return false;
    }
    return true;
  }

  readonly explain = async (move: string): Promise<string | null> => {
    try {
      const { reason, why } = await tableAfter({ record: this.line, move });
      return reason === null ? null : reasonInWords(why, reason);
    } catch {
      return null;
    }
  };

  remove(): void {
    this.#change(removing(this.node));
  }

  promote(): void {
    this.#change(promoting(this.node));
  }

  /** Says something of a move, by default of the one that led here; of one that is gone by now nothing is said. */
  say(words: string, node = this.node): void {
    if (node.standing() !== node || words.trim() === wordsOf(node.comment)) return;
    this.#make(saying(node, { comment: withWords(node.comment, words.trim()) }), false);
  }

  toggle(glyph: number): void {
    const { glyphs } = this.node;
    // Signs for how good a move is exclude each other.
    const others = glyphs.filter((each) => each !== glyph && each > 6);
    this.#change(saying(this.node, { glyphs: glyphs.includes(glyph) ? others : [...others, glyph] }));
  }

  /** Draws an arrow or a mark, or takes it away again. Tells whether there was room for it. */
  draw(one: Drawn): boolean {
    const drawn = drawnWith(this.drawn, one);
    if (drawn.length > MOST_DRAWN && drawn.length > this.drawn.length) return false;
    this.#change(saying(this.node, { comment: withDrawn(this.node.comment, drawn) }));
    return true;
  }

  clearDrawn(): void {
    if (this.drawn.length) this.#change(saying(this.node, { comment: withDrawn(this.node.comment, []) }));
  }

  undo(): void {
    this.#return(this.#edits.undo());
  }

  redo(): void {
    this.#return(this.#edits.redo());
  }

  #return(node: Node | null): void {
    if (!node) return;
    this.version++;
    // Somebody else may have taken out the line that this was done in.
    this.go(node.standing());
  }

  #change(edit: Edit | null): void {
    if (edit) this.#make(edit);
  }

  #make(edit: Edit, follow = true): Node {
    const node = this.#edits.make(edit);
    this.version++;
    if (follow) this.go(node);
    return node;
  }

  async #look(): Promise<void> {
    const { node } = this;
    this.problem = '';
    try {
      // What lies there already is shown without waiting for anything.
      const shown = this.#tables.get(node.id) ?? (await this.#tableAt(node));
      this.#keep(node, shown);
      if (node !== this.node) return;
      this.shown = shown;
      // Whoever goes on finds the next table there.
      if (node.next) this.#tableAt(node.next).catch(() => undefined);
    } catch (error) {
      if (node === this.node) this.problem = wordsFor(error);
    }
  }

  /** The table at a node, asked for once however many want it. */
  async #tableAt(node: Node): Promise<StudyShown> {
    const known = this.#tables.get(node.id);
    if (known) return known;
    const coming = this.#coming.get(node.id) ?? tableAfter({ record: this.tree.line(node) });
    this.#coming.set(node.id, coming);
    try {
      const shown = await coming;
      this.#keep(node, shown);
      return shown;
    } finally {
      this.#coming.delete(node.id);
    }
  }

  #keep(node: Node, shown: StudyShown): void {
    this.#tables.delete(node.id);
    this.#tables.set(node.id, shown);
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > MOST_TABLES && oldest !== undefined) this.#tables.delete(oldest);
  }
}

function wordsFor(error: unknown): string {
  return problemInWords(error instanceof Refusal ? error : new Refusal('unavailable', ''));
}
