/** What the person at this screen likes: what holds where nothing was chosen, what is kept, and what the page shows of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const DEFAULTS = {
  language: 'en',
  theme: 'system',
  sounds: true,
  volume: 0.7,
  confirm: true,
  turns: true,
  name: '',
  pace: 'normal',
  motion: 'system',
  patterns: false,
  look: 'cloth',
  pieces: 'classic',
  place: 'device',
  memory: 512,
};
const CHOSEN = {
  language: 'fr',
  theme: 'dark',
  sounds: false,
  volume: 0,
  confirm: false,
  turns: false,
  name: 'Ada',
  pace: 'fast',
  motion: 'less',
  patterns: true,
  look: 'berry',
  pieces: 'stone',
  place: 'server',
  memory: 1024,
};

const kept = new Map<string, string>();
const dataset: Record<string, string> = {};
const inBox = (): unknown => JSON.parse(kept.get('tafelrunde.settings') ?? 'null');

vi.mock('../../src/art/sprites.svelte', () => ({ dress: vi.fn() }));
const fresh = async (navigator: object = { languages: ['en-GB'] }) => {
  vi.stubGlobal('navigator', navigator);
  vi.resetModules();
  const { settings } = await import('../../src/app/settings.svelte');
  const { places } = await import('../../src/net/api');
  return { settings, places };
};
const told = (settings: object): object =>
  Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, (settings as Record<string, unknown>)[name]]));

beforeEach(() => {
  kept.clear();
  for (const name of Object.keys(dataset)) delete dataset[name];
  vi.stubGlobal('__ENGINE__', true);
  vi.stubGlobal('__SITE__', false);
  vi.stubGlobal('document', { documentElement: { dataset, setAttribute: vi.fn() } });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
});

describe('settings', () => {
  it('are what suits most people where nothing was chosen', async () => {
    const { settings } = await fresh();
    expect(told(settings)).toEqual(DEFAULTS);
    settings.keep();
    expect(inBox()).toEqual(DEFAULTS);
    expect(dataset).toEqual({});
  });

  it('are as they were chosen, all of them, and stay so', async () => {
    kept.set('tafelrunde.settings', JSON.stringify(CHOSEN));
    const { settings } = await fresh();
    expect(told(settings)).toEqual(CHOSEN);
    kept.clear();
    settings.keep();
    expect(inBox()).toEqual(CHOSEN);
  });

  it('are shown by marks on the document, which go again with what is usual', async () => {
    const { settings, places } = await fresh();
    settings.apply();
    expect([dataset, places.device, places.memory]).toEqual([{}, true, 512 * 2 ** 20]);
    Object.assign(settings, CHOSEN);
    settings.apply();
    expect(dataset).toEqual({ theme: 'dark', motion: 'less', patterns: 'strong', look: 'berry', pieces: 'stone' });
    expect([places.device, places.memory]).toEqual([false, 1024 * 2 ** 20]);
    Object.assign(settings, DEFAULTS);
    settings.apply();
    expect([dataset, places.device]).toEqual([{}, true]);
  });

  it('leave the solver less memory where the device has little', async () => {
    expect((await fresh({ languages: ['en'], deviceMemory: 2 })).settings.memory).toBe(128);
    expect((await fresh({ languages: ['en'], deviceMemory: 4 })).settings.memory).toBe(512);
  });

  it('begin in a language that the device speaks, whatever else was kept', async () => {
    expect((await fresh({ languages: ['xx', 'de-AT', 'fr'] })).settings.language).toBe('de');
    kept.set('tafelrunde.settings', JSON.stringify({ language: 'xx' }));
    expect((await fresh({ languages: ['es'] })).settings.language).toBe('es');
  });
});
