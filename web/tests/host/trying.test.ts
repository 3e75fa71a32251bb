/** A move tried on this device: by the seat that decides, and answered as far as that seat can know. */
import { expect, it, vi } from 'vitest';
import { Host } from '../../src/host/host';
import { Refusal } from '../../src/net/refusal';
import type { Create, TokanTableShown } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

let drawn = 1;
const host = (): Host =>
  new Host({
    ask,
    store: new Memory() as never,
    computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
    now: () => 0,
    entropy: (count) => Uint8Array.from({ length: count }, () => (drawn = (drawn * 7 + 3) % 251)),
    send: () => Promise.reject(new Error()),
    withdraw: () => Promise.resolve(false),
    publish: () => undefined,
    alone: (_name, _signal, work) => work(),
  });
const TWO = { game: 'tokan', seats: [{ kind: 'local' }, { kind: 'local' }] } as unknown as Create;

it.skipIf(!hasEngine)('tells the seat that decides, and no other, what a move would do', async () => {
  const table = host();
  const { match, seats } = await table.create(TWO);
  const { turn } = (await table.look(match, null)).state;
  const token = seats.find(({ seat }) => seat === turn)?.token ?? '';
  const other = seats.find(({ seat }) => seat !== turn)?.token ?? '';
  const { legal } = (await table.look(match, token)).table as TokanTableShown;
  const [from, [step]] = Object.entries(legal?.steps ?? {})[0] ?? ['', []];
  const move = `${from}${step?.target ?? ''}`;
  const tried = await table.tryMove(match, token, move);
  expect(tried).toMatchObject({ legal: true, reason: null });
  expect(tried.table).not.toBeNull();
  expect(await table.tryMove(match, token, 'a1a1')).toMatchObject({ legal: false, table: null });
  expect(await table.tryMove(match, token, 'over there')).toMatchObject({ legal: false, table: null });
  await expect(table.tryMove(match, other, move)).rejects.toMatchObject({ code: 'not-your-turn' });
  // Nothing was changed by it.
  expect((await table.look(match, null)).state.ply).toBe(0);
});

it('lets through what the engine refuses for another reason', async () => {
  const table = host();
  const find = vi.spyOn(table, 'find').mockResolvedValue({
    match: { line: {}, deciding: 0, seatOf: () => 0, created: {}, seats: [] },
  } as never);
  vi.spyOn(table.rules, 'tried').mockRejectedValue(new Refusal('unavailable', 'no engine'));
  await expect(table.tryMove('~', 'token', 'a1a2')).rejects.toBeInstanceOf(Refusal);
  expect(find).toHaveBeenCalled();
});
