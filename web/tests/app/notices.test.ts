import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { notices, problemInWords } from '../../src/app/notices.svelte';
import { needSprites } from '../../src/art/sprites.svelte';
import { AGAIN, answered } from '../../src/boards/sending';
import { need, speak } from '../../src/i18n/i18n.svelte';
import { Refusal } from '../../src/net/refusal';
import { loadPage } from '../../src/rules/pages';

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 };

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await need('reasons', 'table');
  await speak('en');
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  notices.clear();
});

const texts = (): string[] => notices.shown.map(({ text }) => text);

describe('notices', () => {
  it('are at most three, each once, and go after five seconds', () => {
    for (const text of ['a', 'b', 'c', 'd']) notices.show(text);
    expect(texts()).toEqual(['b', 'c', 'd']);
    notices.show('c');
    expect(texts()).toEqual(['b', 'd', 'c']);
    vi.advanceTimersByTime(4999);
    expect(texts().length).toBe(3);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('are spoken again when the same is said twice', () => {
    notices.say('Your turn');
    expect(notices.spoken).toBe('Your turn');
    notices.say('Your turn');
    expect(notices.spoken).not.toBe('Your turn');
    notices.say('Your turn');
    expect(notices.spoken).toBe('Your turn');
    notices.clear();
    expect(notices.spoken).toBe('');
  });

  it('say why something did not work', async () => {
    notices.refuse(new Refusal('offline', 'no network'));
    await vi.waitFor(() => expect(texts().length).toBe(1), PATIENT);
    expect(texts()[0]).not.toBe('no network');
  });
});

describe('a problem in words', () => {
  const illegal = { code: 'taboo', cell: 'a1' };
  it('is the rule that an illegal move breaks, the move of a broken record, or what kind it is', () => {
    const rule = problemInWords(new Refusal('illegal', 'no', illegal));
    expect(rule).toMatch(/taboo|climb/i);
    const broken = problemInWords(new Refusal('bad-record', 'no', { ...illegal, move: 7, token: 'a1a2' } as never));
    expect(broken).toContain('7');
    expect(broken).toContain('a1a2');
    expect(problemInWords(new Refusal('bad-record', 'no'))).not.toContain('7');
    expect(problemInWords(new Refusal('offline', 'no'))).not.toBe(rule);
  });

  it('is none of a mistake of ours: that is thrown on', () => {
    expect(() => problemInWords(new TypeError('a bug'))).toThrow('a bug');
  });
});

describe('a turn that is handed on', () => {
  it.each([
    ['no', () => false, [false]],
    ['again', () => AGAIN, [true]],
    ['a later no', () => Promise.resolve(false), [false]],
    ['a failure', () => Promise.reject(new Error('lost')), [false]],
    ['yes', () => true, []],
    ['nothing', () => undefined, []],
    ['a later yes', () => Promise.resolve(true), []],
  ])('is answered by %s', async (_, answer, refused) => {
    const heard: boolean[] = [];
    await answered(answer(), (again) => heard.push(again));
    expect(heard).toEqual(refused);
  });
});

it('a sheet of drawings comes into the page once', () => {
  const there: { id: string; innerHTML: string }[] = [];
  vi.stubGlobal('document', {
    documentElement: {},
    getElementById: (id: string) => there.find((each) => each.id === id) ?? null,
    createElement: () => ({}),
    body: { append: (each: never) => there.push(each) },
  });
  needSprites('cards', '<svg/>');
  needSprites('cards', '<svg/>');
  needSprites('tiles', '<b/>');
  expect(there).toEqual([
    { id: 'art-cards', innerHTML: '<svg/>' },
    { id: 'art-tiles', innerHTML: '<b/>' },
  ]);
});

it('the rules are read in the language that is asked for, and there are none of a game that is not there', async () => {
  const pages = await Promise.all((['en', 'de', 'fr', 'es'] as const).map((language) => loadPage('tokan', language)));
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(4);
  expect(JSON.stringify(pages[0])).toMatch(/mouse/);
  expect(JSON.stringify(pages[1])).toMatch(/Maus/);
  expect(await loadPage('chess', 'en')).toEqual([]);
});
