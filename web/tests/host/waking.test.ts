/** A device that slept, or whose clock was set: nobody loses on time for that. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stepText } from '../../src/games/tokan/board/choreography';
import { Host } from '../../src/host/host';
import type { Create, TokanTableShown } from '../../src/wire';
import { ask, hasEngine } from './engine';
import { Memory } from './memory';

const TWO = {
  game: 'tokan',
  seats: [{ kind: 'local' }, { kind: 'local' }],
  clock: { kind: 'live', seconds: 60 },
} as unknown as Create;
const START = 1_000_000;
let now = START;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A match with a running clock whose seat to move is followed; gives how to move for whoever is on turn. */
async function running() {
  now = START;
  const host = new Host({
    ask,
    store: new Memory() as never,
    computers: { think: () => Promise.reject(new Error()), hint: () => Promise.reject(new Error()) },
    now: () => now,
    entropy: (count) => crypto.getRandomValues(new Uint8Array(count)),
    send: () => Promise.reject(new Error()),
    withdraw: () => Promise.resolve(false),
    publish: () => undefined,
    alone: (_name, _signal, work) => work(),
  });
  const { match, seats } = await host.create(TWO);
  for (const { token } of seats) await host.follow(match, token, () => undefined);
  let made = 0;
  const move = async () => {
    const { state } = await host.look(match, null);
    const token = seats.find(({ seat }) => seat === state.turn)?.token ?? '';
    const { legal } = (await host.look(match, token)).table as TokanTableShown;
    const [source = '', [step]] = Object.entries(legal?.steps ?? {})[0] ?? ['', []];
    const { target = '', carry: [carried = 0] = [] } = step ?? {};
    return host.act(match, token, `move ${++made}`, {
      type: 'move',
      move: stepText({ source, target, carried }),
      ply: state.ply,
    });
  };
  const state = async () => (await host.look(match, null)).state;
  await move();
  await move();
  return { move, state };
}

it.skipIf(!hasEngine)('gives the time back to whoever moves before anybody noticed', async () => {
  const { move, state } = await running();
  now += 3_600_000;
  await move();
  expect(await state()).toMatchObject({ status: 'running', ply: 3 });
  const { clock } = await state();
  expect(Math.min(...(clock?.left ?? [0]))).toBeGreaterThan(50_000);
});

it.skipIf(!hasEngine)('gives it back before the alarm ends the match', async () => {
  const { state } = await running();
  now += 3_600_000;
  // The alarm rings first: it was due long ago.
  await vi.advanceTimersByTimeAsync(70_000);
  expect(await state()).toMatchObject({ status: 'running' });
});

it.skipIf(!hasEngine)('takes what somebody really thinks', async () => {
  const { move, state } = await running();
  for (let second = 0; second < 40; second++) {
    now += 1_000;
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await move();
  const { clock } = await state();
  const left = Math.min(...(clock?.left ?? [0]));
  expect(left).toBeLessThan(23_000);
  expect(left).toBeGreaterThan(17_000);
  for (let second = 0; second < 62; second++) {
    now += 1_000;
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(await state()).toMatchObject({ status: 'finished', finished: { reason: 'time' } });
});
