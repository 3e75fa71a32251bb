/**
 * The texts of the page in the language of its reader.
 *
 * Each language is one object with exactly the keys of English, checked by the compiler, and one file that is loaded
 * only when it is needed. A text of two forms, `one|other`, is chosen by the plural rules of its language for `n`.
 */
import type { BoardText, Params, Translate } from '../boards/texts';
import type { AppText } from './en';

export type Text = AppText | BoardText;
export type Catalogue = Readonly<Record<Text, string>>;
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./catalogues/en'),
  de: () => import('./catalogues/de'),
  fr: () => import('./catalogues/fr'),
  es: () => import('./catalogues/es'),
};

let texts: Catalogue | null = $state.raw(null);
let language: Language = $state('en');
let plurals = new Intl.PluralRules('en');

export function isLanguage(word: string | null | undefined): word is Language {
  return !!word && word in LANGUAGES;
}

/** The first language of the browser that we speak. */
export function guessLanguage(wishes: readonly string[]): Language {
  return wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Speaks another language from now on. */
export async function speak(next: Language): Promise<void> {
  texts = (await LOADERS[next]()).default;
  language = next;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = next;
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
  const text = texts?.[key] ?? '';
  return params || text.includes('|') ? fill(text, params) : text;
}

/** The text of a key that may not be there: for what the server names and we may have no words for. */
export function textOf(key: string): string | null {
  return (texts as Readonly<Record<string, string>> | null)?.[key] ?? null;
}

/** The same function for the boards, which know only their own keys. */
export const boardText: Translate = t;
