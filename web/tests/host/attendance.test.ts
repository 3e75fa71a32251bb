/** A computer that is to decide is asked, whatever went on when its turn came. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Attendance } from '../../src/host/attendance';
import type { Host } from '../../src/host/host';
import type { Live } from '../../src/host/live';
import { Refusal } from '../../src/net/refusal';

vi.mock('../../src/host/record', () => ({ recordFor: () => '' }));

const PERSON = 0;
const COMPUTER = 1;

/** A match of a person and a computer in which only turns are told apart. */
function sitDown(alone: (work: () => Promise<void>) => Promise<void>) {
  const live = { listeners: new Set([{}]), thinking: null, failures: 0, match: matchAt(0, COMPUTER) };
  const think = vi.fn(() => Promise.resolve({ move: 'a1a2' }));
  const change = (one: typeof live) => {
    one.match = matchAt(one.match.number + 1, PERSON);
    return Promise.resolve(one.match.number);
  };
  const world = {
    alone: (_name: string, _signal: AbortSignal, work: () => Promise<void>) => alone(work),
    computers: { think },
    entropy: (bytes: number) => new Uint8Array(bytes),
    now: () => 0,
  };
  const host = { world, change };
  const attendance = new Attendance(host as unknown as Host);
  const attend = () => attendance.attend(live as unknown as Live);
  return { live, think, attend, change: (other: typeof change) => void (host.change = other) };
}

function matchAt(number: number, deciding: number) {
  const computerOn = (seat: number) => (seat === COMPUTER ? 1 : 0);
  return { id: '~', number, deciding, computerOn, clock: null, people: [PERSON], moves: [], created: {}, changedAt: 0 };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a person may move while the last thought is still being cleared away', async () => {
  let clear = (): void => undefined;
  const table = sitDown(async (work) => {
    await work();
    await new Promise<void>((resolve) => (clear = resolve));
  });
  table.attend();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.think).toHaveBeenCalledTimes(1);
  table.live.match = matchAt(2, COMPUTER);
  table.attend();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.think).toHaveBeenCalledTimes(1);
  clear();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.think).toHaveBeenCalledTimes(2);
});

test('a computer that could not think at all is asked again, and not without end once it moved', async () => {
  let failures = 1;
  const table = sitDown((work) => (failures-- > 0 ? Promise.reject(new Error('no worker')) : work()));
  table.attend();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.think).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(table.think).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(table.think).toHaveBeenCalledTimes(1);
});

test('nobody waits for a thought about a move that was taken back', async () => {
  const table = sitDown((work) => work());
  const asked: AbortSignal[] = [];
  table.think.mockImplementation(((_: unknown, signal: AbortSignal) => {
    asked.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  }) as unknown as typeof table.think);
  table.attend();
  await vi.advanceTimersByTimeAsync(0);
  table.attend();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
  table.live.match = { ...matchAt(1, PERSON), moves: [] };
  table.attend();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  expect(table.live.thinking).toBeNull();
  table.live.match = matchAt(2, COMPUTER);
  table.attend();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('where nothing can be kept a computer is not asked to think every second, and at once when it can again', async () => {
  const table = sitDown((work) => work());
  table.change(() => Promise.reject(new Refusal('not-kept', 'the disk is full')));
  table.attend();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.think.mock.calls.length).toBeGreaterThan(2);
  expect(table.think.mock.calls.length).toBeLessThan(8);
  table.change((one) => Promise.resolve((one.match = matchAt(one.match.number + 1, PERSON)).number));
  await vi.advanceTimersByTimeAsync(64_000);
  const thought = table.think.mock.calls.length;
  await vi.advanceTimersByTimeAsync(200_000);
  expect(table.think).toHaveBeenCalledTimes(thought);
  expect(table.live.failures).toBe(0);
});

test('a clock of more days than a timer can wait for rings once, when it has run out', async () => {
  const days = 40 * 86_400_000;
  const rung = vi.fn(() => Promise.resolve(1));
  const clock = {
    plan: { kind: 'days', seconds: days / 1_000 },
    left: [days, days],
    running: PERSON,
    since: Date.now(),
  };
  const world = { now: Date.now, store: { beat: () => Promise.resolve() } };
  // Somebody notes every two seconds that they are here: in so many days that would be most of the test.
  const here = { pulse: 1, get beaten() { return Date.now(); }, set beaten(_) {} }; // prettier-ignore
  const live = Object.assign(here, {
    listeners: new Set([{}]),
    thinking: null,
    match: { ...matchAt(0, PERSON), clock },
  });
  new Attendance({ world, change: rung } as unknown as Host).attend(live as unknown as Live);
  await vi.advanceTimersByTimeAsync(days - 1_000);
  expect(rung).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(rung).toHaveBeenCalledTimes(1);
});
