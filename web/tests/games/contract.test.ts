import { describe, expect, it, vi } from 'vitest';
import type { Game } from '../../src/games/game';
import { allGames, findGame, gameOf } from '../../src/games/registry';
import { LANGUAGES, type Language } from '../../src/i18n/i18n.svelte';
import { loadPage } from '../../src/rules/pages';

const languages = Object.keys(LANGUAGES) as Language[];
const folders = Object.keys(import.meta.glob('../../src/games/*/game.ts')).map(
  (path) => path.split('/').at(-2) as string,
);
const names = folders.filter((name) => name !== 'general');
const game = (name: string): Game => findGame(name) as Game;

describe.each(names)('the game %s', (name) => {
  it('is registered under the name of its folder, with a title and drawings', () => {
    expect(game(name)).toMatchObject({
      name,
      title: expect.stringMatching(/\S/),
      Art: expect.anything(),
      Token: expect.anything(),
    });
  });

  it('has everything that a table needs', async () => {
    const part = await game(name).loadTable();
    expect(part).toMatchObject({ Board: expect.anything(), MoveText: expect.anything() });
    for (const method of ['sceneOf', 'mayMove', 'sidesOf'] as const)
      expect(part[method], method).toBeTypeOf('function');
    expect(await game(name).loadPicture()).toBeTypeOf('function');
    if (part.loadMoveList) expect((await part.loadMoveList()).default).toBeDefined();
    if (game(name).abilities.includes('hands')) expect(part.FaceDownHand).toBeDefined();
  });

  it('has an editor exactly where it says so', () => {
    expect(game(name).editor !== undefined).toBe(game(name).abilities.includes('edit'));
  });

  it('can be counted after a game with the real box', async () => {
    // A page knows where it is as soon as it is loaded.
    vi.stubGlobal('location', new URL('http://localhost/count'));
    vi.stubGlobal('window', { addEventListener: () => undefined });
    expect((await game(name).counting?.load())?.default).toBeDefined();
    vi.unstubAllGlobals();
  });

  it('has words in every language for every step of its lessons', async () => {
    const { course } = game(name);
    const { lessons } = (await course?.load()) ?? { lessons: [] };
    const english = await course?.texts('en');
    expect(lessons.length).toBeGreaterThan(0);
    for (const language of languages) {
      const texts = await course?.texts(language);
      expect(Object.keys(texts ?? {})).toEqual(lessons.map(({ id }) => id));
      for (const { id, steps } of lessons) {
        expect(texts?.[id]?.steps.length, id).toBe(steps.length);
        for (const [index, step] of steps.entries()) {
          const words = texts?.[id]?.steps[index] ?? [''];
          expect(words.length, `${id} ${index}`).toBe(step.wanted ? 2 : 1);
          for (const text of words) expect(text?.trim()).not.toBe('');
          // What is to be done is named by the same cells in every language.
          const cells = (text: string | undefined): string[] => [...new Set(text?.match(/\b[a-f][1-5]\b/g))].sort();
          expect(cells(words[0])).toEqual(cells(english?.[id]?.steps[index]?.[0]));
        }
      }
    }
  });

  it('has rules in every language, in short and in full, and figures that belong to them', async () => {
    const rules = await game(name).loadRules?.();
    expect(rules).toBeDefined();
    if (!rules) return;
    for (const language of languages) {
      const short = await rules.short(language);
      expect(short.sections.length).toBe((await rules.short('en')).sections.length);
      for (const page of rules.pages) expect((await loadPage(page, language)).length, page).toBeGreaterThan(1);
      expect(Object.keys(rules.captions(language)).sort()).toEqual(Object.keys(rules.captions('en')).sort());
    }
  });
});

describe('the registry', () => {
  it('has every game that has a folder', () => {
    expect(
      allGames()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.filter((name) => name !== 'chocolate').sort());
  });

  it('knows no game that nobody has heard of, and treats it as one that hides hands', () => {
    expect(findGame('nobody')).toBeUndefined();
    expect(gameOf('nobody')).toMatchObject({ title: 'nobody', abilities: ['hands'] });
  });
});
