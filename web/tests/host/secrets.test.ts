/** Secrets of a match on this device: as long as the server makes them, so that none is easier to guess. */
import { expect, it } from 'vitest';
import { Host } from '../../src/host/host';
import type { Create } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

const WORD = /^[0-9a-f]{16}$/;
const SECRET = /^[0-9a-f]{64}$/;

it.skipIf(!hasEngine)('are as long as on the server, and all of them different', async () => {
  const store = new Memory();
  let drawn = 0;
  const table = new Host({
    ask,
    store: store as never,
    computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
    now: () => 0,
    entropy: (count) => new Uint8Array(count).fill(++drawn),
    send: () => Promise.reject(new Error()),
    withdraw: () => Promise.resolve(false),
    publish: () => undefined,
    alone: (_name, _signal, work) => work(),
  });
  const seats = [{ kind: 'local' }, { kind: 'local', word: 'mine' }, { kind: 'computer', level: 2 }];
  const asked = { game: 'schokoly', options: { players: '3' }, seats } as unknown as Create;
  const { match, seats: given } = await table.create(asked);
  const created = (await store.entries(match)).flatMap(({ events }) => events).find(({ type }) => type === 'created');
  if (created?.type !== 'created') throw new Error('it was not created');
  const [first, second, computer] = created.seats.map(({ word }) => word);
  expect(first).toMatch(WORD);
  expect([second, computer]).toEqual(['mine', 'computer']);
  expect(created.secret).toMatch(SECRET);
  expect(created.nextSecret).toMatch(SECRET);
  const tokens = given.map(({ token }) => token);
  // Twenty-four bytes are thirty-two letters.
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
  expect(new Set([...tokens, created.secret, created.nextSecret]).size).toBe(tokens.length + 2);
});
