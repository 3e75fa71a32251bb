import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Connection, Follower } from '../../src/net/connection.svelte';
import { Refusal } from '../../src/net/refusal';
import { MatchTable, SPECTATOR } from '../../src/net/table.svelte';
import type { Happened, MatchEvent, MatchShown, Snapshot } from '../../src/wire';

/** A person, then computers. */
const SEATS = [0, 2, 2].map((level) => ({ level }));
const state = (ply: number): MatchShown => ({ id: 'm', ply, status: 'running', seats: SEATS }) as unknown as MatchShown;
const table = (points: number): Snapshot['table'] =>
  ({ family: 'tokan', points: [points, 0] }) as unknown as Snapshot['table'];

/** A match that is followed from some seats over a connection that says what it is told. */
function follow(seats: readonly number[], gap = 0) {
  const followers: Follower[] = [];
  const ended: number[] = [];
  const heard: MatchEvent['type'][] = [];
  const connection = {
    follow: (follower: Follower) => {
      followers.push(follower);
      return () => ended.push(follower.seat);
    },
  } as unknown as Connection;
  const match = new MatchTable(
    'm',
    seats.map((seat) => ({ seat, token: `t${seat}` })),
    connection,
    (event) => heard.push(event.type),
    () => gap,
  );
  const of = (seat: number): Follower => followers.find((follower) => follower.seat === seat) as Follower;
  const snapshot = (seat: number, moves: string[], points = 0): void =>
    of(seat).onSnapshot({
      type: 'snapshot',
      match: 'm',
      seat,
      number: 10,
      state: state(moves.length),
      moves,
      chat: [],
      table: table(points),
    });
  const happen = (seat: number, number: number, events: MatchEvent[], more: Partial<Happened> = {}): void =>
    of(seat).onEvent({ type: 'event', match: 'm', seat, number, at: 0, events, ...more });
  return { match, of, snapshot, happen, heard, ended, followers };
}

describe('a match that is followed', () => {
  it('adds moves and takes the newest table', () => {
    const { match, snapshot, happen } = follow([0]);
    snapshot(0, ['a1a2']);
    happen(0, 11, [{ type: 'moved', seat: 1, move: 'b1b2' }], { table: table(3) as never, state: state(2) });
    expect(match.views[0]?.moves).toEqual(['a1a2', 'b1b2']);
    expect(match.views[0]?.table?.points).toEqual([3, 0]);
    expect(match.state?.ply).toBe(2);
  });

  it('after a take-back has only the moves up to there', () => {
    const { match, snapshot, happen } = follow([0]);
    snapshot(0, ['a1a2', 'b1b2', 'c1c2']);
    happen(0, 11, [{ type: 'taken-back', ply: 1 }], { table: table(1) as never, state: state(1) });
    expect(match.views[0]?.moves).toEqual(['a1a2']);
    expect(match.views[0]?.table?.points).toEqual([1, 0]);
    happen(0, 12, [{ type: 'moved', seat: 1, move: 'd1d2' }], { state: state(2) });
    expect(match.views[0]?.moves).toEqual(['a1a2', 'd1d2']);
  });

  it('keeps the very same table when only a chat line comes: a turn in the making is not disturbed', () => {
    const { match, snapshot, happen } = follow([0]);
    snapshot(0, ['a1a2'], 5);
    const before = match.views[0]?.table;
    happen(0, 11, [{ type: 'chatted', seat: 1, text: 'hello' }], { table: table(5) as never });
    expect(match.views[0]?.table).toBe(before);
    expect(match.views[0]?.moves).toEqual(['a1a2']);
    expect(match.views[0]?.chat).toEqual([{ number: 11, seat: 1, text: 'hello', name: '' }]);
    happen(0, 12, [{ type: 'chatted', seat: 1, text: 'again' }]);
    expect(match.views[0]?.table).toBe(before);
    expect(match.state?.ply).toBe(1);
  });

  it('takes another table for another one', () => {
    const { match, snapshot, happen } = follow([0]);
    snapshot(0, [], 5);
    const before = match.views[0]?.table;
    happen(0, 11, [{ type: 'moved', seat: 0, move: 'a1a2' }], { table: table(6) as never });
    expect(match.views[0]?.table).not.toBe(before);
  });

  it('hears every event once, though two seats here hear it, and an old one never again', () => {
    const { match, snapshot, happen, heard } = follow([0, 1]);
    snapshot(0, []);
    snapshot(1, []);
    happen(0, 11, [{ type: 'chatted', seat: 1, text: 'hi' }]);
    expect(heard).toEqual(['chatted']);
    happen(1, 11, [{ type: 'chatted', seat: 1, text: 'hi' }]);
    happen(0, 11, [{ type: 'chatted', seat: 1, text: 'hi' }]);
    expect(heard).toEqual(['chatted']);
    expect(match.views[0]?.chat).toHaveLength(1);
    expect(match.views[1]?.chat).toHaveLength(1);
  });

  it('knows nothing before its snapshot', () => {
    const { match, happen, heard } = follow([0]);
    happen(0, 11, [{ type: 'moved', seat: 0, move: 'a1a2' }]);
    expect(match.views).toEqual({});
    expect(heard).toEqual([]);
  });

  it('after a new snapshot has what that says, and no trouble any more', () => {
    const { match, snapshot, happen, of } = follow([0]);
    snapshot(0, ['a1a2', 'b1b2']);
    of(0).onRefusal(new Refusal('unavailable', 'busy'));
    expect(match.problem?.code).toBe('unavailable');
    snapshot(0, ['a1a2']);
    expect(match.problem).toBeNull();
    expect(match.views[0]?.moves).toEqual(['a1a2']);
    happen(0, 11, [{ type: 'moved', seat: 1, move: 'c1c2' }]);
    expect(match.views[0]?.moves).toEqual(['a1a2', 'c1c2']);
  });

  it('is watched where no seat is one’s own, and left for good', () => {
    const { match, followers, ended } = follow([]);
    expect(followers.map(({ seat, token }) => [seat, token])).toEqual([[SPECTATOR, null]]);
    match.close();
    expect(ended).toEqual([SPECTATOR]);
  });
});

describe('moves of computers', () => {
  afterEach(() => vi.useRealTimers());
  const moved = (seat: number): MatchEvent[] => [{ type: 'moved', seat, move: `by ${seat}` }];

  it('are shown one after the other, with what follows them', () => {
    vi.useFakeTimers();
    const { match, snapshot, happen, heard } = follow([0], 800);
    snapshot(0, []);
    happen(0, 11, moved(0));
    happen(0, 12, moved(1));
    happen(0, 13, moved(2));
    happen(0, 14, [{ type: 'chatted', seat: 1, text: 'hello' }]);
    expect(match.views[0]?.moves).toEqual(['by 0']);
    // The answer to a person waits for the animation only.
    vi.advanceTimersByTime(400);
    expect(match.views[0]?.moves).toEqual(['by 0', 'by 1']);
    vi.advanceTimersByTime(700);
    expect(match.views[0]?.moves).toHaveLength(2);
    expect(heard).not.toContain('chatted');
    vi.advanceTimersByTime(200);
    expect(match.views[0]?.moves).toEqual(['by 0', 'by 1', 'by 2']);
    expect(heard).toContain('chatted');
  });

  it('reach all seats of the page at the same moment', () => {
    vi.useFakeTimers();
    const { match, snapshot, happen } = follow([0, 2], 800);
    snapshot(0, []);
    snapshot(2, []);
    for (const number of [11, 12]) for (const seat of [0, 2]) happen(seat, number, moved(1));
    expect([match.views[0], match.views[2]].map((view) => view?.moves.length)).toEqual([1, 1]);
    vi.advanceTimersByTime(900);
    expect([match.views[0], match.views[2]].map((view) => view?.moves.length)).toEqual([2, 2]);
  });

  it('wait while they are held, and come at once with a snapshot', () => {
    vi.useFakeTimers();
    const { match, snapshot, happen } = follow([], 800);
    snapshot(SPECTATOR, []);
    match.hold(true);
    happen(SPECTATOR, 11, moved(1));
    // Nobody looks at the clock again and again meanwhile.
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(match.views[SPECTATOR]?.moves).toEqual([]);
    match.hold(false);
    expect(match.views[SPECTATOR]?.moves).toEqual(['by 1']);
    happen(SPECTATOR, 12, moved(2));
    snapshot(SPECTATOR, ['one', 'two', 'three']);
    expect(match.views[SPECTATOR]?.moves).toHaveLength(3);
  });
});
