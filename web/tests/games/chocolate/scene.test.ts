/** What a scene of the chocolate games tells of the table and of the turns that led to it. */
import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../../src/games/game';
import { chocolateScene } from '../../../src/games/chocolate/scene';
import type { ChocolateTableShown } from '../../../src/wire';

const LEGAL = {
  cards: { DDMW: [{ look: 'DDMW', first: [[2, 0]], second: [] }] },
  smartie: true,
  secure: [[1, 1]],
  announce: [],
  may_pass: false,
  swap: ['offer 3 DDMW', 'offer 2 DDMW', 'offer 3 DDWW'],
};
const table = (more: object = {}): ChocolateTableShown =>
  ({
    field: [],
    hands: [['DDMW'], ['?'], ['?', '?']],
    smarties: [1, 0, 2],
    colours: ['D', null, 'M'],
    points: [3, 0, 5],
    seat: 0,
    stack: 7,
    over: false,
    winner: null,
    neutral_colour: null,
    groups: [],
    neutral: [],
    swap: null,
    legal: LEGAL,
    ...more,
  }) as unknown as ChocolateTableShown;
const MOVES = ['D:DDWW@0,0', 'DDMW@2,0*', 'offer 1 DDMW', 'decline', 'DDWM^1,0', 'DMMW@4,1*2,0'];
const input = (more: Partial<SceneInput> = {}): SceneInput => ({
  options: {},
  sides: [0, 1, 2],
  moves: MOVES,
  viewer: 0,
  seatInfo: (seat) => ({ name: `P${seat}` }),
  over: false,
  ...more,
});

describe('the newest turns', () => {
  it('are those of one round, each with its seat, its card and its smartie; a swap is none', () => {
    const { last, recent } = chocolateScene(input({ viewer: 1 }), table());
    expect(last).toEqual({ seat: 0, card: 'DMMW', x: 4, y: 1, tier: 1, smartie: [2, 0] });
    expect(recent).toEqual([{ seat: 2, card: 'DDWM', x: 1, y: 0, tier: 2, smartie: null }, last]);
  });

  it('are what others did since one’s own, and after one’s own it alone', () => {
    const seats = (viewer: number | null, moves = MOVES): number[] =>
      chocolateScene(input({ viewer, moves }), table()).recent.map(({ seat }) => seat);
    expect([seats(0), seats(1), seats(2), seats(null)]).toEqual([[0], [2, 0], [0], [0]]);
    expect(seats(2, MOVES.slice(0, 2))).toEqual([0, 1]);
    expect(seats(0, MOVES.slice(0, 2))).toEqual([1]);
    expect(seats(0, [])).toEqual([]);
  });

  it('say where a smartie went that lies on the card itself', () => {
    const { last } = chocolateScene(input({ moves: MOVES.slice(0, 4) }), table());
    expect(last).toMatchObject({ seat: 1, smartie: [2, 0] });
    expect(chocolateScene(input({ moves: [] }), table()).last).toBeNull();
  });

  it('end where somebody passed: no card was laid', () => {
    expect(chocolateScene(input({ moves: [...MOVES, 'pass'] }), table()).last).toBeNull();
  });
});

describe('what may be done', () => {
  it('is known to the seat that decides, and to nobody else', () => {
    expect(chocolateScene(input(), table()).legal).toEqual({
      places: { DDMW: { 1: { DDMW: [[2, 0]] }, 2: { DDMW: [] } } },
      smartie: true,
      targets: [[1, 1]],
      announce: null,
      pass: false,
      offer: [1, 2],
    });
    expect(chocolateScene(input({ viewer: 1 }), table()).legal).toBeNull();
    expect(chocolateScene(input({ viewer: null }), table()).legal).toBeNull();
    expect(chocolateScene(input(), table({ legal: null })).legal).toBeNull();
  });

  it('is nothing once the match is over, however it ended', () => {
    const [ended, gone] = [
      chocolateScene(input(), table({ over: true, winner: 2 })),
      chocolateScene(input({ over: true, winner: 1 }), table()),
    ];
    expect([ended.legal, ended.turn, ended.winner]).toEqual([null, null, 2]);
    expect([gone.legal, gone.turn, gone.winner]).toEqual([null, null, 1]);
    expect(chocolateScene(input(), table())).toMatchObject({ turn: 0, winner: null });
  });
});

it('shows of hands what the viewer holds, of others how many', () => {
  const scene = chocolateScene(input(), table({ swap: { by: 0, to: 2, offered: 'DDMW', countered: null } }));
  expect(scene.hand).toEqual(['DDMW']);
  expect(chocolateScene(input({ viewer: null }), table()).hand).toEqual([]);
  expect(scene.seats.map(({ cards, smarties, side }) => [cards, smarties, side])).toEqual([
    [1, 1, 0],
    [1, 0, 1],
    [2, 2, 2],
  ]);
  expect(scene.sides).toEqual([
    { colour: 'D', points: 3 },
    { colour: null, points: 0 },
    { colour: 'M', points: 5 },
  ]);
  expect(scene.swap).toEqual({ from: 0, to: 2, offered: 'DDMW', countered: null });
});
