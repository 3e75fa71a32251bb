/**
 * The texts of the page in the language of its reader.
 *
 * Each language is one object a group with exactly the keys of English, checked by the compiler, and a group is loaded
 * only when a page needs it. A text of two forms, `one|other`, is chosen by the plural rules of its language for `n`.
 */
import type { BoardText, Params, Translate } from '../boards/texts';
import type { CountText } from './count/en';
import type { FirstText } from './en';
import type { LobbyText } from './lobby/en';
import type { MatchText } from './match/en';
import type { OrderText } from './order/en';
import type { PeopleText } from './people/en';
import type { PuzzleText } from './puzzles/en';
import type { RatingText } from './ratings/en';
import type { ReasonText } from './reasons/en';
import type { RoomText } from './room/en';
import type { SharedText } from './shared/en';
import type { SettingsText } from './settings/en';
import type { StudyText } from './study/en';
import type { TableText } from './table/en';

export type Text =
  | FirstText
  | TableText
  | MatchText
  | ReasonText
  | SettingsText
  | StudyText
  | PeopleText
  | LobbyText
  | PuzzleText
  | RoomText
  | SharedText
  | RatingText
  | CountText
  | OrderText
  | BoardText;
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

/** `first`: the first page. `table`: setting up and playing, with the boards. `match`: what stands beside a board and is
 * said now and then; it comes after the board. `reasons`: why
 * something cannot be done. `study`: learning and looking back. `puzzles`: solving puzzles.
 * `people`: names and what belongs to them. `lobby`: finding somebody.
 * `room`: the study room. `shared`: studies of several people. `ratings`: pages of people and leaderboards.
 * `count`: counting a table of the real game. `order`: what moderators do. */
export type Group =
  | 'first'
  | 'table'
  | 'match'
  | 'reasons'
  | 'settings'
  | 'study'
  | 'puzzles'
  | 'people'
  | 'lobby'
  | 'room'
  | 'shared'
  | 'ratings'
  | 'count'
  | 'order';
type Texts = Readonly<Record<string, string>>;
type Load = () => Promise<{ default: Texts }>;

const LOADERS: Record<Language, Record<Group, readonly Load[]>> = {
  en: {
    first: [() => import('./en')],
    table: [() => import('./table/en'), () => import('../boards/texts')],
    match: [() => import('./match/en')],
    reasons: [() => import('./reasons/en')],
    settings: [() => import('./settings/en')],
    study: [() => import('./study/en')],
    puzzles: [() => import('./puzzles/en')],
    people: [() => import('./people/en')],
    lobby: [() => import('./lobby/en')],
    room: [() => import('./room/en')],
    shared: [() => import('./shared/en')],
    ratings: [() => import('./ratings/en')],
    count: [() => import('./count/en')],
    order: [() => import('./order/en')],
  },
  de: {
    first: [() => import('./de')],
    table: [() => import('./table/de'), () => import('./boards/de')],
    match: [() => import('./match/de')],
    reasons: [() => import('./reasons/de')],
    settings: [() => import('./settings/de')],
    study: [() => import('./study/de')],
    puzzles: [() => import('./puzzles/de')],
    people: [() => import('./people/de')],
    lobby: [() => import('./lobby/de')],
    room: [() => import('./room/de')],
    shared: [() => import('./shared/de')],
    ratings: [() => import('./ratings/de')],
    count: [() => import('./count/de')],
    order: [() => import('./order/de')],
  },
  fr: {
    first: [() => import('./fr')],
    table: [() => import('./table/fr'), () => import('./boards/fr')],
    match: [() => import('./match/fr')],
    reasons: [() => import('./reasons/fr')],
    settings: [() => import('./settings/fr')],
    study: [() => import('./study/fr')],
    puzzles: [() => import('./puzzles/fr')],
    people: [() => import('./people/fr')],
    lobby: [() => import('./lobby/fr')],
    room: [() => import('./room/fr')],
    shared: [() => import('./shared/fr')],
    ratings: [() => import('./ratings/fr')],
    count: [() => import('./count/fr')],
    order: [() => import('./order/fr')],
  },
  es: {
    first: [() => import('./es')],
    table: [() => import('./table/es'), () => import('./boards/es')],
    match: [() => import('./match/es')],
    reasons: [() => import('./reasons/es')],
    settings: [() => import('./settings/es')],
    study: [() => import('./study/es')],
    puzzles: [() => import('./puzzles/es')],
    people: [() => import('./people/es')],
    lobby: [() => import('./lobby/es')],
    room: [() => import('./room/es')],
    shared: [() => import('./shared/es')],
    ratings: [() => import('./ratings/es')],
    count: [() => import('./count/es')],
    order: [() => import('./order/es')],
  },
};

const needed = new Set<Group>(['first']);
let texts: Texts = $state.raw({});
let language: Language = $state('en');
let plurals = new Intl.PluralRules('en');

export function isLanguage(word: string | null | undefined): word is Language {
  return !!word && word in LANGUAGES;
}

/** The first language of the browser that we speak. */
export function guessLanguage(wishes: readonly string[]): Language {
  return wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

async function load(next: Language, groups: Iterable<Group>): Promise<Texts> {
  const files = [...groups].flatMap((group) => LOADERS[next][group]);
  const loaded = await Promise.all(files.map((file) => file()));
  return Object.assign({}, ...loaded.map((file) => file.default)) as Texts;
}

/** Speaks another language from now on. */
export async function speak(next: Language): Promise<void> {
  texts = await load(next, needed);
  language = next;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = next;
}

/** Loads the texts of some groups, where they are not there yet. */
export async function need(...groups: readonly Group[]): Promise<void> {
  const missing = groups.filter((group) => !needed.has(group));
  if (!missing.length) return;
  const more = await load(language, missing);
  for (const group of missing) needed.add(group);
  texts = { ...texts, ...more };
}

export function spoken(): Language {
  return language;
}

export function fill(text: string, params: Params = {}): string {
  let form = text;
  if (text.includes('|')) {
    const [one, other] = text.split('|');
    form = (plurals.select(Number(params['n'])) === 'one' ? one : other) ?? text;
  }
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The text of a key, with its gaps filled. */
export function t(key: Text, params?: Params): string {
  const text = texts[key] ?? '';
  return params || text.includes('|') ? fill(text, params) : text;
}

/** The colon between a label and what it says: in French it does not touch the word before it. */
export function colon(): string {
  return language === 'fr' ? '\u00a0:' : ':';
}

/** The text of a key that may not be there: for what the server names and we may have no words for. */
export function textOf(key: string): string | null {
  return texts[key] ?? null;
}

/** The same function for the boards, which know only their own keys. */
export const boardText: Translate = t;
