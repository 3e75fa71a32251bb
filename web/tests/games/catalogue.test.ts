import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameInfo } from '../../src/tables';

const game = (name: string): GameInfo => ({
  name,
  title: name,
  rules_version: 1,
  options: [],
  presets: {},
  seats: 2,
  revanche: false,
  abilities: [],
  family: 'general',
  balanced: [],
});
const answer = (...names: string[]): Response =>
  new Response(JSON.stringify({ games: names.map(game), levels: [1], engines: [] }));

/** The catalogue of a page that is opened now, in a browser that has kept something. */
async function open(kept: readonly string[] | null) {
  const store = new Map<string, string>(kept ? [['tafelrunde.games', JSON.stringify(kept.map(game))]] : []);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  });
  vi.resetModules();
  const { catalogue } = await import('../../src/games/catalogue.svelte');
  return {
    catalogue,
    names: () => catalogue.games.map(({ name }) => name),
    kept: () => store.get('tafelrunde.games') ?? '',
  };
}

describe('what the server can play', () => {
  const fetching = vi.fn();
  beforeEach(() => {
    fetching.mockReset();
    vi.stubGlobal('fetch', fetching);
  });

  it('is what was kept until the server answers, and what it says from then on', async () => {
    const { catalogue, names, kept } = await open(['old']);
    expect([names(), catalogue.asked]).toEqual([['old'], false]);
    fetching.mockResolvedValue(answer('new'));
    await catalogue.refresh();
    expect([names(), catalogue.asked]).toEqual([['new'], true]);
    expect(kept()).toContain('"new"');
    expect(catalogue.of('old')).toBeUndefined();
  });

  it('stays as it was without the server, which is asked again later', async () => {
    const { catalogue, names } = await open(['old']);
    fetching.mockRejectedValueOnce(new TypeError('offline'));
    await catalogue.refresh();
    expect([names(), catalogue.asked]).toEqual([['old'], true]);
    fetching.mockResolvedValue(answer('new'));
    await catalogue.refresh();
    expect(names()).toEqual(['new']);
  });

  it('is asked for once, however many want to know', async () => {
    const { catalogue } = await open(null);
    fetching.mockResolvedValue(answer('new'));
    await Promise.all([catalogue.refresh(), catalogue.refresh()]);
    await catalogue.refresh();
    expect(fetching).toHaveBeenCalledTimes(1);
  });
});
