/** What the page asks of the engine on the device, and what it is told. Seats and sides count from 0. */
import type { WireTable } from '../tables';
import type { AnalysisShown, CountShown, GamesShown, ReplayShown, Solved, StudyShown } from '../wire';

/** The observer that owns no seat. */
export const SPECTATOR = -1;

/** A play of a game from its deal on: everything is known. It stays with whoever hosts the match. */
export interface Played {
  game: string;
  /** Options by their words, as in `Create`; those left out have their defaults. */
  options: Record<string, string>;
  /** The value of the record's tag `Start` or `Deck`. */
  deal: string;
  /** The moves so far, as they were made. */
  moves: readonly string[];
}

/** What a game with its options is: checked, and every option with its word. */
export interface FormShown {
  game: string;
  options: Record<string, string>;
  seats: number;
  /** The side of each seat. */
  sides: number[];
  /** The name of the record's tag that holds the deal. */
  deal_tag: string;
}

export interface Dealt {
  deal: string;
  /** The hash that is published before play; none without a secret. */
  hash: string | null;
}

/** What one observer may know. */
export interface Seen {
  observer: number;
  /** The JSON text of the table, as the server sends it. */
  table: string;
  /** The deal and the moves as the observer may know them; a finished game is open. */
  deal: string;
  moves: string[];
}

export interface Standing {
  /** The seat that decides next; of no meaning once the game is over. */
  seat: number;
  over: boolean;
  points: number[];
  winner: number | null;
  /** For every side: whether it is among those in front as the score stands. */
  leading: boolean[];
  /** By side: who leads among the others, should it drop out. */
  without: number[][];
  /** For every move: whether all hear it as it was made. */
  public: boolean[];
  /** The moves in their notation. */
  moves: string[];
  seen: Seen[];
}

/** Why a move is illegal: the code of the rule, and its parameters beside it. */
export type Why = Record<string, string | number>;

export interface TriedShown {
  /** The move in its notation, if it is legal. */
  move: string | null;
  reason: string | null;
  why: Why | null;
  /** The table after the move as the seat may know it, or as it was where the move is illegal. */
  table: WireTable;
}

export interface Thought {
  move: string;
  /** How good the position is for the seat: a word where that is certain. */
  value: number | string | null;
  line: string[];
  exact: boolean;
  nodes: number;
}

/** What a record of either notation says, all its lines checked by the rules. */
export interface TreeShown {
  game: string;
  options: Record<string, string>;
  sides: number[];
  /** Every move in its notation, those in variations too, in the order of the text. */
  moves: string[];
}

/** What a legal move is worth to whoever makes it. */
export interface MoveJudged {
  move: string;
  /** The chance to win, from 0 to 1. */
  chance: number;
  /** Whether that is proved. */
  exact: boolean;
  /** The points ahead of the others at the end: proved where `exact`, else expected; null where nobody can tell. */
  lead: number | null;
  /** What follows with best play, the move itself first, as far as it was looked at. */
  line: string[];
  /** Whether the line goes on to the end of the game. */
  ends: boolean;
}

/** What the moves at the last table of a record are worth, the best first. */
export interface MovesJudged {
  seat: number;
  moves: MoveJudged[];
  /** Whether every move is judged exactly. */
  exact: boolean;
  /** How many legal moves there are; those that nobody thinks of are not judged. */
  legal: number;
  /** How many moves ahead everything was looked at; null where a search looks at some lines only. */
  depth: number | null;
  nodes: number;
  /** The deals of hidden cards that were tried; null where nothing is hidden. */
  worlds: number | null;
}

/** Where a kind of card that a seat does not see may be: how likely each place holds at least one of them. */
export interface CardBelieved {
  card: string;
  /** How many of them the seat does not see. */
  unseen: number;
  /** By seat; 0 for the seat itself, which knows its own. */
  hands: number[];
  stack: number;
}

/** What the seat that decides may believe of the cards it does not see. */
export interface Believed {
  seat: number;
  cards: CardBelieved[];
  /** How many deals that fit what the seat knows were drawn; each counts the same. */
  deals: number;
}

export interface RecordShown {
  tags: Record<string, string>;
  moves: string[];
  /** The record as it is written. */
  text: string;
}

/** Every question with its answer. A question that cannot be answered throws a Refusal, with the server's codes. */
export interface Operations {
  /** What `/api/games` tells, without a server. */
  games: { asked: object; answer: GamesShown };
  /** A game with its options, checked. */
  form: { asked: { game: string; options: Record<string, string> }; answer: FormShown };
  /** The deal that follows from a secret (64 hexadecimal digits) and a word for every seat. */
  deal: {
    asked: { game: string; options: Record<string, string>; secret: string; words: readonly string[] };
    answer: Dealt;
  };
  /** Where a play stands, and what some observers may know of it. `act` says whether an observer may act at all. */
  standing: { asked: Played & { observers: readonly number[]; act?: boolean }; answer: Standing };
  /** What a move would do, as the seat that makes it may know. */
  try: { asked: Played & { move: string; seat: number }; answer: TriedShown };
  /** A record as text: tags in their order, then moves. */
  write: { asked: { tags: Record<string, string>; moves: readonly string[] }; answer: { text: string } };
  /** A record read and checked by the rules; with an observer, as that one may know it. */
  read: { asked: { record: string; observer?: number }; answer: RecordShown };
  /** An open record with all its lines; one that hides cards is refused, as it is of a match that is being played. */
  tree: { asked: { record: string }; answer: TreeShown };
  /** What the moves at the end of an open record are worth: by what the seat could know, or with everything open. It
   * tells what it knows so far again and again. */
  judge: {
    asked: {
      record: string;
      open?: boolean;
      seconds?: number;
      nodes?: number;
      lines?: number;
      memory?: number;
      threads?: number;
    };
    answer: MovesJudged;
  };
  /** What the seat that decides at the end of an open record could believe of the cards it does not see. */
  believe: { asked: { record: string; deals?: number }; answer: Believed };
  /** What `/api/replay` tells. */
  replay: { asked: { record: string }; answer: ReplayShown };
  /** What `/api/study` tells. */
  study: { asked: { record: string; move?: string | null; seat?: number | null }; answer: StudyShown };
  /** What `/api/count` tells: a table of a game with the real box, counted. */
  count: { asked: { game: string; options: Record<string, string>; table: string }; answer: CountShown };
  /** A computer's move. The record must be one that the seat may know (`Seen`); levels go from 1 to 8, and 9 thinks
   * until it knows, where the game's abilities name `perfect`.
   * With nodes and a seed the answer is always the same; with neither nodes nor seconds the level decides. */
  think: {
    asked: { record: string; seat: number; level: number; nodes?: number; seconds?: number; seed?: number };
    answer: Thought;
  };
  /** A strong move, for a person who asks: `think` of the highest level for a second. */
  hint: { asked: { record: string; seat: number }; answer: Thought };
  /** What `/api/analyses` tells in the end; it is told how far it is meanwhile. */
  analyse: { asked: { record: string; seconds?: number; nodes?: number }; answer: AnalysisShown };
  /** What `/api/solutions` tells in the end; it is told how far it is meanwhile. */
  solve: { asked: { record: string; seconds?: number; positions?: number; memory?: number }; answer: Solved };
}

export type Op = keyof Operations;
export type Asked<O extends Op> = { op: O } & Operations[O]['asked'];
export type Answer<O extends Op> = Operations[O]['answer'];
export type AnyAsked = { [O in Op]: Asked<O> }[Op];

/** How far long work is: moves judged of all, or positions looked at. */
export interface Progress {
  done: number;
  total: number | null;
  /** What is known of moves so far, where they are judged. */
  found?: MovesJudged;
}

/** To the worker. */
export interface ToWorker {
  id: number;
  asked: AnyAsked;
}

/** From the worker. */
export type FromWorker =
  | { id: number; type: 'progress'; progress: Progress }
  | { id: number; type: 'answer'; answer: unknown }
  | { id: number; type: 'refusal'; code: string; message: string; why: Why | null };
