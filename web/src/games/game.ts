/**
 * What a game brings to the client.
 *
 * A `Game` is small and comes with the page; everything else about it (board, lessons, rules, editor) is loaded when it
 * is needed. Shared code never asks which game it is: what not every game has is an optional part, or an ability.
 */
import type { Component } from 'svelte';
import type { BoardProps, Scene, SeatInfo } from '../boards/types';
import type { Translate } from '../boards/texts';
import type { Language, Text } from '../i18n/i18n.svelte';
import type { Course, LessonTexts } from '../lessons/lessons';
import type { RulesText } from '../rules/short';
import type { WireTable } from '../tables';
import type { FindPlaces } from './places';

/** `hands`: some cards are hidden from others. `revanche`: the same start again with seats exchanged. */
export type Ability = 'hands' | 'revanche' | 'solve' | 'edit' | 'swap' | 'draft' | 'teams';

export interface Game {
  /** As the server calls it. */
  readonly name: string;
  readonly title: string;
  /** What lies behind its drawings. */
  readonly ground: 'cloth' | 'paper' | 'plain';
  readonly abilities: readonly string[];
  /** A drawing for cards and heads of pages. */
  readonly Art: Component;
  /** The game at a glance, some pixels wide. */
  readonly Token: Component<{ size?: number }>;
  readonly setup?: SetupHints;
  readonly loadTable: () => Promise<TablePart>;
  /** Draws a table by itself, without its board; it is only ever given tables of this game. */
  readonly loadPicture: () => Promise<PictureOf>;
  readonly course?: CoursePart;
  readonly loadRules?: () => Promise<RulesPart>;
  readonly editor?: EditorPart;
  /** Counts a table of the real game that is laid by hand. */
  readonly counting?: CountingPart;
}

/** A text of some sections, each with a board or without; numbers stand in braces. */
export interface ArticleText {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly {
    readonly title: string;
    readonly paragraphs: readonly string[];
    readonly board?: string;
    readonly caption?: string;
  }[];
}

export interface ArticlePart {
  readonly texts: (language: Language) => Promise<ArticleText>;
  /** Its numbers, and the records of its boards by name. */
  readonly facts: ArticleFacts;
}

export interface ArticleFacts {
  readonly numbers: Readonly<Record<string, number>>;
  readonly boards: Readonly<Record<string, string>>;
  /** Shares that are drawn, by the words of their numbers. */
  readonly shares: readonly string[];
}

export function can(game: Game, ability: Ability): boolean {
  return game.abilities.includes(ability);
}

/** What the page for a new match says and asks beside the options themselves, which come from the server. */
export interface SetupHints {
  /** What the choice of who begins is called, and its choices. */
  readonly begin?: { readonly label: Text; readonly choices: Readonly<Record<'lot' | 'first' | 'second', Text>> };
  /** How people at one screen may settle who begins. */
  readonly beginHelp?: Text;
  /** What is different with so many players. */
  playersHelp?(players: number): string;
}

/** What is known where a table is shown. */
export interface SceneInput {
  readonly options: Readonly<Record<string, string>>;
  /** The side of every seat. */
  readonly sides: readonly number[];
  readonly moves: readonly string[];
  /** The seat that looks; null for a spectator. */
  readonly viewer: number | null;
  /** Asked again whenever a name, a clock or somebody's presence is drawn. */
  readonly seatInfo: (seat: number) => SeatInfo;
  /** Whether nobody moves any more, whatever the table says. */
  readonly over: boolean;
  /** The winner of a match that ended otherwise than on the table. */
  readonly winner?: number | null;
}

/** What a move would lead to; null where nobody can say. */
export type Preview = (move: string) => Promise<WireTable | null>;

/** What a picture shows besides the table, as far as a game draws that. */
export interface PictureWith<Table = WireTable> {
  /** What lies under what, whose is what, the hands that are known: for paper, where nobody can look it up. */
  readonly all?: boolean;
  /** An earlier table; what is new since then is framed. */
  readonly since?: Table;
}

export type PictureOf = (table: WireTable, extra?: PictureWith) => Picture;

/** A picture of a table, drawn by itself. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The colours of what lies behind it, and of words on that. */
  readonly ground: string;
  readonly ink: string;
}

export interface MoveListProps<Shown extends Scene> {
  readonly scene: Shown;
  readonly t: Translate;
  readonly onTurn: (text: string) => unknown;
}

/** Everything about a game that is needed at a table. */
export interface TablePart<Table extends WireTable = WireTable, Shown extends Scene = Scene> {
  readonly Board: Component<BoardProps<Shown> & { readonly preview?: Preview | undefined }>;
  /** A move in a list. */
  readonly MoveText: Component<{ move: string }>;
  /** Every legal move as a list one can play from; missing where the board is one. */
  readonly loadMoveList?: () => Promise<{ readonly default: Component<MoveListProps<Shown>> }>;
  /** Where its places are, for arrows and marks; missing where a board has none that it knows. */
  readonly loadPlaces?: () => Promise<{ readonly findPlaces: FindPlaces }>;
  /** A hand that lies face down. */
  readonly FaceDownHand?: Component;
  /** The hands of the others, where they are known and not empty, after a label. */
  readonly OpenHands?: Component<{ table: WireTable; viewer: number; label: string }>;
  /** What a picture of the table does not show and whoever solves it on paper must know, as a line of text. */
  aside?(table: Table): string;
  sceneOf(input: SceneInput, table: Table): Shown;
  mayMove(scene: Shown): boolean;
  /** The side of every seat, where only the table is known. */
  sidesOf(table: Table): readonly number[];
  /** Says in a sentence what speaks for a move. */
  advice?(move: Advised<Table>): Promise<string>;
  /** Says in a sentence why a game that was played to its end is over. */
  ending?(table: Table, sides: readonly number[], seatInfo: (seat: number) => SeatInfo): Promise<string>;
  /** Missing where nobody can judge its moves. */
  readonly analysis?: AnalysisPart<Table>;
  /** What tells a move that was played from a better one. */
  reasons?(compared: Compared<Table>): Promise<Reasons>;
  readonly lessons?: LessonsPart<Table, Shown>;
  /** Where the editor shows this table; null where it cannot. */
  editAddress?(table: Table, options: Readonly<Record<string, string>>): string | null;
}

/** A move that is recommended to a seat: the table before it and, where anybody can tell, after it. */
export interface Advised<Table extends WireTable = WireTable> {
  readonly table: Table;
  readonly after: Table | null;
  readonly move: string;
  readonly seat: number;
  readonly side: number;
  readonly name: (seat: number) => string;
}

/**
 * A moment of a game: the table before it, after the move that was played, after a better one, when the side decides
 * again, and at the end.
 */
export interface Compared<Table extends WireTable = WireTable> {
  readonly before: Table;
  readonly played: Table;
  readonly better: Table;
  readonly next: Table;
  readonly end: Table;
  /** The side that moved. */
  readonly side: number;
}

/** A fact that can be counted on the tables themselves; its words are `explain.<kind>`. */
export interface Reason {
  readonly kind:
    | 'joins'
    | 'area'
    | 'cut'
    | 'holds'
    | 'neutral'
    | 'lead'
    | 'room'
    | 'hems'
    | 'ends'
    | 'moves'
    | 'tower'
    | 'apart'
    | 'shrank'
    | 'grew'
    | 'stayed'
    | 'went'
    | 'stuck'
    | 'passed';
  /** The side that it is about. */
  readonly side: number;
  /** What there is after the better move, and after the one that was played; or the two that are compared. */
  readonly n: number;
  readonly m: number;
}

export interface Reasons {
  /** What speaks for the better move, the weightiest first. */
  readonly better: readonly Reason[];
  /** What came of it in the end. */
  readonly later: readonly Reason[];
}

/** What a move-by-move analysis is drawn with. */
export interface AnalysisPart<Table extends WireTable = WireTable> {
  inkOf(table: Table, side: number): string;
  sideName(table: Table, side: number): string;
}

/** What lessons ask of a table. */
export interface LessonsPart<Table extends WireTable = WireTable, Shown extends Scene = Scene> {
  /** The scene of a step that is done: nobody is waited for, and what held for the next turn only is left out. */
  settled(scene: Shown): Shown;
  /** Whether a move can be drawn on the board as a hint. */
  isDrawn(move: string): boolean;
  /** Whether a goal that only this game knows is reached by a side. */
  reached(goal: string, table: Table, side: number): boolean;
}

/** A table with the part of its game that can draw it. */
export interface ShownTable {
  readonly part: TablePart;
  readonly scene: Scene;
}

/**
 * Makes a part of one game a part of any.
 *
 * A part is only ever given tables and scenes of its own game: those that the server sends for it, and those it made.
 */
export function asTablePart<Table extends WireTable, Shown extends Scene>(part: TablePart<Table, Shown>): TablePart {
  return part as unknown as TablePart;
}

/** Makes a picture of one game's tables a picture of any, as above. */
export function asPicture<Table extends WireTable>(
  draw: (table: Table, extra?: PictureWith<Table>) => Picture,
): PictureOf {
  return draw as unknown as PictureOf;
}

export interface CoursePart {
  /** The tag of a record that tells how the game starts. */
  readonly dealTag: string;
  load(): Promise<Course>;
  texts(language: Language): Promise<LessonTexts>;
}

export interface RulesPart {
  /** What is known of the game, told so that players enjoy it. */
  readonly loadArticle?: () => Promise<ArticlePart>;
  /** The pages of the full rules, in the order in which they are read. */
  readonly pages: readonly string[];
  short(language: Language): Promise<RulesText>;
  /** Draws the figure of a rule. */
  readonly Figure: Component<{ number: string }>;
  /** The words below the figures, by the number of their rule. */
  captions(language: Language): Readonly<Record<string, string>>;
}

export interface EditorPart {
  readonly title: Text;
  load(): Promise<{ readonly default: Component }>;
}

export interface CountingPart {
  /** Whether a whole table, with hands and stack, can be laid to be studied from there. */
  readonly begins?: boolean;
  load(): Promise<{ readonly default: Component; readonly Begin?: Component }>;
}

/** Loads what a folder has in one file a language, as `import.meta.glob` finds it. */
export async function inLanguage<Content>(
  files: Readonly<Record<string, () => Promise<{ default: Content }>>>,
  language: Language,
): Promise<Content> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${language}.ts`))?.[1];
  if (!load) throw new Error(language);
  return (await load()).default;
}
