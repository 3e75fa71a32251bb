import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastSetup } from '../../src/app/setup';
import { balancedPreset, balancedRequest } from '../../src/pages/setup/balancing';
import { choose, nextStart } from '../../src/puzzles/balanced';
import type { GameInfo } from '../../src/tables';

const starts = ['a', 'b', 'c'].map((id) => ({ id, kind: 'draw', images: [`${id}1`, `${id}2`] }));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ game: 'tokan', options: {}, record: '[Start "IMAGE"]\n', starts }), {
        headers: { 'content-type': 'application/json' },
      }),
    ),
  );
});

describe('a balanced start', () => {
  it('is one that was not met, and later any but the last', () => {
    expect(choose(starts, ['a', 'c'])?.id).toBe('b');
    expect(choose(starts, ['c', 'b', 'a'], () => 0)?.id).toBe('b');
    expect(choose(starts, ['a', 'b', 'c'], () => 0.99)?.id).toBe('b');
    expect(choose(starts.slice(0, 1), ['a'])?.id).toBe('a');
    expect(choose([], [])).toBeUndefined();
  });

  it('comes as a record, mirrored by chance, and never twice in a row', async () => {
    const met: string[] = [];
    for (let n = 0; n < 12; n++) met.push((await nextStart('tokan', 'standard')) ?? '');
    expect(new Set(met.slice(0, 3).map((record) => record[8])).size).toBe(3);
    for (let n = 1; n < met.length; n++) expect(met[n]?.[8]).not.toBe(met[n - 1]?.[8]);
    expect(await nextStart('tokan', 'standard', () => 0.99)).toMatch(/^\[Start "[abc]2"\]/);
  });
});

describe('the choice of a balanced start', () => {
  const info: GameInfo = {
    name: 'tokan',
    title: 'TOKAN',
    rules_version: 1,
    options: [
      { name: 'scoring', choices: ['towers', 'heads'] },
      { name: 'gaps', choices: ['contiguous', 'line'] },
    ],
    presets: { standard: {}, 'every-head-counts': { scoring: 'heads' } },
    seats: 2,
    revanche: true,
    abilities: [],
    family: 'tokan',
    balanced: ['standard'],
  };
  const setup = { ...lastSetup('nobody'), mode: 'computer' as const };

  it('is there in the forms that have some, and not with strangers', () => {
    expect(balancedPreset(info, setup)).toBe('standard');
    expect(balancedPreset(info, { ...setup, options: { scoring: 'heads' } })).toBeNull();
    expect(balancedPreset(info, { ...setup, options: { gaps: 'line' } })).toBeNull();
    expect(balancedPreset(info, { ...setup, mode: 'anyone' })).toBeNull();
    expect(balancedPreset(info, { ...setup, mode: 'friends', challenge: 'Bo' })).toBeNull();
    expect(balancedPreset(undefined, setup)).toBeNull();
  });

  it('begins with one where it can, and is then not rated: everybody could know the start', async () => {
    const request = { game: 'tokan', seats: [], rated: true };
    const made = await balancedRequest(info, setup, request);
    expect(made).toMatchObject({ game: 'tokan', rated: false });
    expect(made.record).toMatch(/^\[Start "[abc][12]"\]/);
    expect(await balancedRequest(info, { ...setup, options: { gaps: 'line' } }, request)).toEqual(request);
  });
});
