import { describe, expect, it } from 'vitest';
import { allGames } from '../../src/games/registry';
import type { Language } from '../../src/i18n/i18n.svelte';

const LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'es'];
const parts = await Promise.all(allGames().map(async ({ name, loadRules }) => ({ name, ...(await loadRules?.()) })));
const told = parts.flatMap(({ name, loadArticle }) => (loadArticle ? [{ name, loadArticle }] : []));

describe.each(told)('the article about $name', ({ loadArticle }) => {
  it('says the same in all languages, with boards and numbers that there are', async () => {
    const article = await loadArticle();
    const { numbers, boards, shares } = article.facts;
    const shapes = new Set<string>();
    for (const language of LANGUAGES) {
      const { title, lead, sections } = await article.texts(language);
      expect(title && lead).not.toBe('');
      const gaps = sections.map(({ paragraphs }) =>
        paragraphs.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()),
      );
      for (const name of gaps.flat()) expect(numbers).toHaveProperty(name);
      for (const { board, caption } of sections) {
        if (board === undefined) expect(caption).toBeUndefined();
        else expect(boards).toHaveProperty(board);
      }
      shapes.add(JSON.stringify([gaps, sections.map(({ board }) => board ?? null)]));
    }
    expect(shapes.size).toBe(1);
    for (const name of shares) expect(numbers).toHaveProperty(name);
  });
});
