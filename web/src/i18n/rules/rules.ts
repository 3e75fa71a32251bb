/** The rules of the games in short, one file a language. */
import type { GameName } from '../../app/games';
import type { Language } from '../i18n.svelte';

export interface RulesText {
  readonly aim: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly credit: string;
}
export type Rules = Readonly<Record<GameName, RulesText>>;

const LOADERS: Record<Language, () => Promise<{ default: Rules }>> = {
  en: () => import('./en'),
  de: () => import('./de'),
  fr: () => import('./fr'),
  es: () => import('./es'),
};

export async function loadRules(language: Language): Promise<Rules> {
  return (await LOADERS[language]()).default;
}
