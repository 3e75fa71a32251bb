/** The full rules in every language: the very pages of the documentation, each loaded when it is read. */
import type { GameName } from '../app/games';
import type { Language } from '../i18n/i18n.svelte';
import { readRules, type Block } from './markdown';

const PAGES = import.meta.glob<string>(['../../../docs/rules/**/{tokan,chocolate,schoko,schokoly}.md'], { query: '?raw', import: 'default' });

/** The pages of a game, in the order in which they are read. */
const PARTS: Readonly<Record<GameName, readonly string[]>> = { tokan: ['tokan'], schoko: ['schoko', 'chocolate'], schokoly: ['schokoly', 'chocolate'] };

export async function loadPages(game: GameName, language: Language): Promise<readonly (readonly Block[])[]> {
  const folder = language === 'en' ? '' : `${language}/`;
  return Promise.all(
    PARTS[game].map(async (part) => {
      const load = PAGES[`../../../docs/rules/${folder}${part}.md`];
      return load ? readRules(await load()) : [];
    }),
  );
}
