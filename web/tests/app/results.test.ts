import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';
import type { AttemptsTold, AttemptTold } from '../../src/wire';

const attempt = (id: string): AttemptTold => ({ id, puzzle: 'abcdefgh', moves: ['a1a2'], shown: false, at: 1 });
const STANDING = { rating: 1300, deviation: 100, volatility: 0.06, tried: 1, solved: 1 };

/** A server that may be away, and may lose its answers. */
const server = { name: null as string | null, told: [] as string[], away: false, loses: false };

vi.mock('../../src/app/signed', () => ({
  isLikely: () => server.name !== null,
  openAccount: () => Promise.resolve(server.name === null ? null : { shown: { name: server.name } }),
}));
vi.mock('../../src/net/puzzles', () => ({
  ownStanding: () => Promise.resolve(STANDING),
  tellAttempts: ({ attempts }: AttemptsTold) => {
    if (server.away) return Promise.reject(new Refusal('offline', ''));
    for (const { id } of attempts) server.told.push(`${server.name} ${id}`);
    if (server.loses) return Promise.reject(new Refusal('offline', ''));
    return Promise.resolve({ standing: STANDING, attempts: attempts.map(({ id }) => ({ id })) });
  },
}));

describe('results on their way', () => {
  beforeEach(() => {
    vi.resetModules();
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    });
    Object.assign(server, { name: null, told: [], away: false, loses: false });
  });
  const fresh = async () => ({
    ...(await import('../../src/puzzles/results')),
    ...(await import('../../src/puzzles/training.svelte')),
  });

  it('of guests stay on the device, and are taken along by whoever signs in', async () => {
    const { tell, deliver, waiting, training } = await fresh();
    tell(attempt('first-try'));
    await deliver();
    expect(server.told).toEqual([]);
    server.name = 'Ann';
    await deliver();
    expect(server.told).toEqual(['Ann first-try']);
    expect(waiting()).toEqual([]);
    expect([training.name, training.strength.rating]).toEqual(['Ann', 1300]);
    // Signed out again, a guest is a guest.
    server.name = null;
    expect([training.name, training.strength.rating]).toEqual([null, 1200]);
  });

  it('wait for the network, also when only the answer was lost', async () => {
    server.name = 'Ann';
    server.away = true;
    const { tell, deliver, waiting } = await fresh();
    tell(attempt('first-try'));
    tell(attempt('first-try'));
    await deliver();
    expect(waiting().map(({ id }) => id)).toEqual(['first-try']);
    Object.assign(server, { away: false, loses: true });
    await deliver();
    expect(waiting()).toHaveLength(1);
    server.loses = false;
    await deliver();
    expect(waiting()).toEqual([]);
    // Told twice under one id: the server counts it once.
    expect(new Set(server.told)).toEqual(new Set(['Ann first-try']));
  });

  it('belong to the name that was signed in', async () => {
    server.name = 'Ann';
    const { tell, deliver, waiting } = await fresh();
    await deliver();
    server.away = true;
    tell(attempt('of-ann-1'));
    await deliver();
    Object.assign(server, { away: false, name: 'Bo' });
    await deliver();
    expect(server.told).toEqual([]);
    expect(waiting()).toHaveLength(1);
    server.name = 'Ann';
    await deliver();
    expect(server.told).toEqual(['Ann of-ann-1']);
  });
});
