/** A match that goes on over the server: who sits where there, and when it is given up here. */
import { expect, it, vi } from 'vitest';
import { Host } from '../../src/host/host';
import { Refusal } from '../../src/net/refusal';
import type { Create, CreatedShown } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

const MADE: CreatedShown = { match: 'far', seats: [{ seat: 0, token: 'there' }], deal_hash: null };
const SEATS = [{ kind: 'local', name: 'Ann' }, { kind: 'local' }, { kind: 'computer', level: 3 }];
const WISH = { game: 'schokoly', options: { players: '3' }, seats: SEATS } as unknown as Create;

async function begun() {
  const store = new Memory();
  const send = vi.fn<(wish: Create) => Promise<CreatedShown>>().mockResolvedValue(MADE);
  let drawn = 0;
  const host = new Host({
    ask,
    store: store as never,
    computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
    send,
    now: () => 0,
    entropy: (count) => Uint8Array.from({ length: count }, () => (drawn++ * 37) % 251),
    publish: () => undefined,
    alone: (_name, _signal, work) => work(),
  });
  const { match, seats } = await host.create(WISH);
  return { host, store, send, match, token: seats[0]?.token ?? '' };
}

it.skipIf(!hasEngine)('keeps everybody where they sit, but for the friend who is invited', async () => {
  const { host, store, send, match, token } = await begun();
  expect(await host.handOver(match, token, { friend: 1, tokens: ['known'] })).toEqual(MADE);
  const [[wish]] = send.mock.calls as [[Create]];
  expect(wish).toMatchObject({ game: 'schokoly', options: { players: '3', swap: 'on' }, tokens: ['known'] });
  expect(wish.seats).toEqual([
    { kind: 'local', name: 'Ann' },
    { kind: 'open' },
    { kind: 'computer', name: 'Computer 3', level: 3 },
  ]);
  expect(wish.record).toMatch(/^\[Game "schokoly"\]\n[^]*\[Deck "/);
  // Here only where it is and what opens it there is left: nobody finds the deal on the device.
  expect(await store.find(match)).toMatchObject({ movedTo: 'far', seats: MADE.seats });
  expect(await store.entries(match)).toEqual([]);
  await expect(host.look(match, token)).rejects.toMatchObject({ code: 'no-such-match' });
});

it.skipIf(!hasEngine)('goes on here where the server does not take it', async () => {
  const { host, send, match, token } = await begun();
  send.mockRejectedValueOnce(new Refusal('offline', 'nobody is there'));
  const how = { friend: null, tokens: [] };
  await expect(host.handOver(match, token, how)).rejects.toMatchObject({ code: 'offline' });
  expect((await host.look(match, token)).state.status).toBe('running');
  expect(await host.handOver(match, token, how)).toEqual(MADE);
});

it.skipIf(!hasEngine)('is handed over by whoever has a seat, while it is played', async () => {
  const { host, send, match, token } = await begun();
  const how = { friend: null, tokens: [] };
  await expect(host.handOver(match, 'a guess', how)).rejects.toMatchObject({ code: 'forbidden' });
  await host.act(match, token, 'enough', { type: 'resign' });
  await expect(host.handOver(match, token, how)).rejects.toMatchObject({ code: 'match-over' });
  expect(send).not.toHaveBeenCalled();
});

it.skipIf(!hasEngine)('loses no move that is made in it meanwhile', async () => {
  const { host, store, send, match, token } = await begun();
  let move: Promise<number> | undefined;
  send.mockImplementationOnce(async () => {
    // From this page it waits; another one is quicker than the answer.
    move = host.act(match, token, 'word', { type: 'chat', text: 'wait' });
    const [entry] = await store.entries(match);
    const said = [{ type: 'chatted', seat: 1, text: 'me too' }] as const;
    if (entry) await store.append({ ...entry, number: 2, events: said }, (await store.find(match)) as never);
    return MADE;
  });
  await expect(host.handOver(match, token, { friend: null, tokens: [] })).rejects.toMatchObject({ code: 'stale' });
  expect(await move).toBe(3);
  expect((await host.look(match, token)).chat.map(({ text }) => text)).toEqual(['me too', 'wait']);
});
