/** The full rules in every language: the very pages of the documentation, read when the client is built. */
import type { Language } from '../i18n/i18n.svelte';
import type { Block } from './blocks';

const PAGES = import.meta.glob<readonly Block[]>(['../../../docs/rules/**/*.md', '!**/README.md'], {
  import: 'default',
});

/** A page of the rules; empty where there is none. */
export async function loadPage(name: string, language: Language): Promise<readonly Block[]> {
  const folder = language === 'en' ? '' : `${language}/`;
  return (await PAGES[`../../../docs/rules/${folder}${name}.md`]?.()) ?? [];
}
