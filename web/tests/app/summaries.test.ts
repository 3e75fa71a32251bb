/** The lines of the lobby: who sits there, whose turn it is, in which order, how long ago. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SummaryShown } from '../../src/wire';

const shelf = vi.hoisted(() => ({ allKept: vi.fn(), places: { hasEngine: true } }));
vi.mock('../../src/net/shelf', () => ({ allKept: shelf.allKept }));
vi.mock('../../src/net/api', () => ({ places: shelf.places }));
vi.mock('../../src/i18n/i18n.svelte', () => ({
  t: (key: string, params?: object) => (params ? `${key}(${Object.values(params).join()})` : key),
}));
const { ago, ownHere, seatNames, seatsInWords, withTurns } = await import('../../src/app/summaries');

const person = (name: string, more: object = {}) => ({ kind: 'person', name, taken: true, level: 0, ...more });
const computer = (level: number) => ({ kind: 'computer', name: `Computer ${level}`, taken: true, level });
const match = (id: string, more: object = {}): SummaryShown =>
  ({ id, seats: [person('Ann'), person('Ben')], status: 'running', turn: 0, changed: 1, ...more }) as never;

describe('who sits at a table', () => {
  it('is named, is free, or has a computer in their place', () => {
    const seats = [person('Ann'), person('', { taken: false }), person('Cleo', { level: 3 })];
    expect(seatNames(seats as never)).toEqual(['Ann', 'seat.free', 'seat.replaced(Cleo)']);
  });

  it('is told with the level of computers, and with oneself as you where one has one seat', () => {
    const at = match('m', { seats: [person('Ann'), person('Ben'), computer(4)] });
    const [ann, ben, bot] = seatsInWords(at).split(' · ');
    expect([ann, ben]).toEqual(['Ann', 'Ben']);
    expect(bot).toMatch(/^.+ \(.*4.*\)$/);
    expect(seatsInWords(at, [1]).split(' · ').slice(0, 2)).toEqual(['Ann', 'seat.you']);
    expect(seatsInWords(at, [0, 1]).split(' · ').slice(0, 2)).toEqual(['Ann', 'Ben']);
  });
});

describe('the matches kept here', () => {
  beforeEach(() => {
    shelf.places.hasEngine = true;
    shelf.allKept.mockReset();
  });
  const kept = (id: string, seats: number[], movedTo?: string) => ({
    summary: match(id),
    seats: seats.map((seat) => ({ seat })),
    movedTo,
  });
  const listed = async () => (await ownHere()).map((one) => [one.match.id, one.seat]);

  it('are one for each seat here, by the name that a match that moved has on the server', async () => {
    shelf.allKept.mockResolvedValue([kept('a', [0, 2]), kept('b', [1], 'there')]);
    expect(await listed()).toEqual([
      ['a', 0],
      ['a', 2],
      ['there', 1],
    ]);
  });

  it('are listed once where nobody here has a seat', async () => {
    shelf.allKept.mockResolvedValue([kept('a', [])]);
    expect(await listed()).toEqual([['a', -1]]);
  });

  it('are none where nothing can be read, or nothing is played here', async () => {
    shelf.allKept.mockRejectedValue(new Error('no database'));
    expect(await listed()).toEqual([]);
    shelf.places.hasEngine = false;
    shelf.allKept.mockResolvedValue([kept('a', [0])]);
    expect(await listed()).toEqual([]);
  });
});

describe('one’s own matches', () => {
  it('come once each, with all seats of one’s own', () => {
    const [only, ...others] = withTurns([
      { match: match('a'), seat: 1 },
      { match: match('a'), seat: 0 },
      { match: match('a'), seat: 1 },
    ]);
    expect([only?.own, only?.yours, others]).toEqual([[1, 0], true, []]);
  });

  it.each([
    ['on turn', match('m'), true],
    ['another’s turn', match('m', { turn: 1 }), false],
    ['over', match('m', { status: 'finished' }), false],
    ['not begun', match('m', { status: 'open' }), false],
    ['a computer sits in', match('m', { seats: [person('Ann', { level: 2 }), person('Ben')] }), false],
  ])('wait for one or not: %s', (_, at, yours) => expect(withTurns([{ match: at, seat: 0 }])[0]?.yours).toBe(yours));

  it('begin with those that wait for one, and end with those that are over; the newest first', () => {
    const found = [
      match('over', { status: 'finished', changed: 9 }),
      match('other', { turn: 1, changed: 3 }),
      match('open', { status: 'open', changed: 4 }),
      match('old', { changed: 1 }),
      match('new', { changed: 2 }),
    ].map((one) => ({ match: one, seat: 0 }));
    expect(withTurns(found).map(({ id }) => id)).toEqual(['new', 'old', 'open', 'other', 'over']);
  });
});

describe('how long ago', () => {
  const minutes = (n: number): string => ago(0, n * 60_000, 'en').replaceAll('.', '');

  it.each([
    [0, 'this minute'],
    [1, '1 min ago'],
    [59, '59 min ago'],
    [60, '1 hr ago'],
    [23 * 60, '23 hr ago'],
    [24 * 60, 'yesterday'],
    [72 * 60, '3 days ago'],
  ])('%i minutes read', (n, words) => expect(minutes(n)).toBe(words));
});
