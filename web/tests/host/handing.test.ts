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
  const withdraw = vi.fn<(key: string) => Promise<boolean>>().mockResolvedValue(true);
  const clock = { now: 0 };
  let drawn = 0;
  /** A page; several may have the same store. */
  const open = () =>
    new Host({
      ask,
      store: store as never,
      computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
      send,
      withdraw,
      now: () => clock.now,
      entropy: (count) => Uint8Array.from({ length: count }, () => (drawn++ * 37) % 251),
      publish: () => undefined,
      alone: (_name, _signal, work) => work(),
    });
  const host = open();
  const { match, seats } = await host.create(WISH);
  const keyOf = async () => (await store.find(match))?.handing?.key;
  return { host, open, store, send, withdraw, clock, keyOf, match, token: seats[0]?.token ?? '' };
}

it.skipIf(!hasEngine)('keeps everybody where they sit, but for the friend who is invited', async () => {
  const { host, store, send, match, token } = await begun();
  await host.handOver(match, token, 1);
  expect(send).not.toHaveBeenCalled();
  expect(await host.carryOver(match, ['known'])).toEqual(MADE);
  const [[wish]] = send.mock.calls as [[Create]];
  expect(wish).toMatchObject({ game: 'schokoly', options: { players: '3', swap: 'on' }, tokens: ['known'] });
  expect(wish.key).toMatch(/^[\w-]{32}$/);
  expect(wish.seats).toEqual([
    { kind: 'local', name: 'Ann' },
    { kind: 'open' },
    { kind: 'computer', name: 'Computer 3', level: 3 },
  ]);
  expect(wish.record).toMatch(/^\[Game "schokoly"\]\n[^]*\[Deck "/);
  // Here only where it is and what opens it there is left: nobody finds the deal on the device.
  expect(await store.find(match)).toMatchObject({ movedTo: 'far', seats: MADE.seats });
  expect(await store.find(match)).not.toHaveProperty('handing');
  expect(await store.entries(match)).toEqual([]);
  await expect(host.look(match, token)).rejects.toMatchObject({ code: 'no-such-match' });
  // Whoever asks once more is told the same, and the server is not asked again.
  expect(await host.carryOver(match, [])).toEqual(MADE);
  expect(send).toHaveBeenCalledOnce();
});

it.skipIf(!hasEngine).each(['bad-setup', 'match-over', 'forbidden'] as const)(
  'goes on here where the server does not want it: %s',
  async (code) => {
    const { host, store, send, withdraw, match, token } = await begun();
    send.mockRejectedValueOnce(new Refusal(code, 'no'));
    await host.handOver(match, token, null);
    await expect(host.carryOver(match, [])).rejects.toMatchObject({ code });
    expect((await host.look(match, token)).state.status).toBe('running');
    expect(await host.act(match, token, 'word', { type: 'chat', text: 'here' })).toBe(2);
    // An answer that was lost before may have been another one.
    await host.withdraw();
    expect(withdraw).toHaveBeenCalledOnce();
    expect(store.unwanted.size).toBe(0);
  },
);

it.skipIf(!hasEngine).each(['offline', 'unavailable', 'shutting-down', 'too-many', 'too-fast'] as const)(
  'stands still while nobody knows whether the server has it: %s',
  async (code) => {
    const { host, open, send, match, token } = await begun();
    send.mockRejectedValueOnce(new Refusal(code, 'who knows'));
    await host.handOver(match, token, null);
    await expect(host.carryOver(match, [])).rejects.toMatchObject({ code });
    for (const page of [host, open()]) {
      await expect(page.look(match, token)).rejects.toMatchObject({ code: 'moving' });
      const word = page.act(match, token, 'word', { type: 'chat', text: 'here' });
      await expect(word).rejects.toMatchObject({ code: 'moving' });
      await expect(page.handOver(match, token, null)).rejects.toMatchObject({ code: 'moving' });
    }
    // The page was closed meanwhile; the next one sends the very same.
    expect(await open().carryOver(match, [])).toEqual(MADE);
    const [[first], [second]] = send.mock.calls as [[Create], [Create]];
    expect(second).toEqual(first);
  },
);

it.skipIf(!hasEngine)('is handed over by whoever has a seat, while it is played', async () => {
  const { host, match, token, keyOf } = await begun();
  await expect(host.handOver(match, 'a guess', null)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(host.carryOver(match, [])).rejects.toMatchObject({ code: 'stale' });
  await host.act(match, token, 'enough', { type: 'resign' });
  await expect(host.handOver(match, token, null)).rejects.toMatchObject({ code: 'match-over' });
  expect(await keyOf()).toBeUndefined();
});

it.skipIf(!hasEngine)('takes in what another page has made before it goes, and stops that page', async () => {
  const { host, open, match, token } = await begun();
  const other = open();
  const heard: string[] = [];
  await host.look(match, token);
  await other.follow(match, token, ({ type }) => heard.push(type));
  await host.act(match, token, 'word', { type: 'chat', text: 'mine' });
  await other.handOver(match, token, null);
  expect(heard.slice(-1)).toEqual(['unsubscribed']);
  const late = host.act(match, token, 'late', { type: 'chat', text: 'too late' });
  await expect(late).rejects.toMatchObject({ code: 'moving' });
  await host.keepHere(match);
  expect((await host.look(match, token)).chat.map(({ text }) => text)).toEqual(['mine']);
});

it.skipIf(!hasEngine)('is taken back, and the server ends what it may have made of it', async () => {
  const { host, store, send, withdraw, clock, keyOf, match, token } = await begun();
  send.mockRejectedValueOnce(new Refusal('offline', 'the answer was lost'));
  await host.handOver(match, token, null);
  const key = await keyOf();
  await host.carryOver(match, []).catch(() => undefined);
  await host.keepHere(match);
  expect(await host.act(match, token, 'word', { type: 'chat', text: 'here' })).toBe(2);
  withdraw.mockRejectedValueOnce(new Refusal('offline', 'nobody is there'));
  await host.withdraw();
  expect([...store.unwanted.keys()]).toEqual([key]);
  // It may still be on its way, and come later than this.
  withdraw.mockResolvedValueOnce(false);
  await host.withdraw();
  expect([...store.unwanted.keys()]).toEqual([key]);
  clock.now += 601_000;
  withdraw.mockResolvedValueOnce(false);
  await host.withdraw();
  expect([...store.unwanted.keys()]).toEqual([]);
  expect(withdraw.mock.calls).toEqual([[key], [key], [key]]);
  // The next time it is another match.
  await host.handOver(match, token, null);
  expect(await keyOf()).not.toBe(key);
});

it.skipIf(!hasEngine)('does not go on in two places where one page takes back what another one sends', async () => {
  const { host, open, store, send, keyOf, match, token } = await begun();
  await host.handOver(match, token, null);
  const key = (await keyOf()) ?? '';
  send.mockImplementationOnce(async () => (await open().keepHere(match), MADE));
  await expect(host.carryOver(match, [])).rejects.toMatchObject({ code: 'stale' });
  expect((await host.look(match, token)).state.status).toBe('running');
  expect([...store.unwanted.keys()]).toEqual([key]);
});

it.skipIf(!hasEngine)('does not go on in two places where a page slept between asking and hearing', async () => {
  const { host, open, store, send, withdraw, clock, keyOf, match, token } = await begun();
  await host.handOver(match, token, null);
  const key = (await keyOf()) ?? '';
  withdraw.mockResolvedValue(false);
  send.mockImplementationOnce(async () => {
    const other = open();
    await other.keepHere(match);
    clock.now += 601_000;
    // Nobody expects anything any more.
    await other.withdraw();
    expect([...store.unwanted.keys()]).toEqual([]);
    return MADE;
  });
  await expect(host.carryOver(match, [])).rejects.toMatchObject({ code: 'stale' });
  expect([...store.unwanted.keys()]).toEqual([key]);
});

it.skipIf(!hasEngine)('is given up on the server too where it is deleted on its way', async () => {
  const { host, store, keyOf, match, token } = await begun();
  await host.handOver(match, token, null);
  const key = (await keyOf()) ?? '';
  await host.remove(match);
  expect([...store.unwanted.keys()]).toEqual([key]);
  await expect(host.carryOver(match, [])).rejects.toMatchObject({ code: 'no-such-match' });
});
