/** What a scene of TOKAN tells of the table and of the move that led to it. */
import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../../src/games/game';
import { tokanScene } from '../../../src/games/tokan/scene';
import type { TokanDraft, TokanTableShown } from '../../../src/wire';

const STEPS = { a1: [{ target: 'c1', carry: [0] }], b2: [{ target: 'b1', carry: [1, 2] }] };
const table = (more: object = {}): TokanTableShown =>
  ({
    towers: { a1: 'M' },
    seat: 1,
    taboo: 'c3',
    over: false,
    winner: null,
    points: [4, 6],
    scored: [{ cell: 'a1', points: 3 }],
    tie: null,
    draft: null,
    legal: { steps: STEPS, placings: null },
    ...more,
  }) as unknown as TokanTableShown;
const input = (more: Partial<SceneInput> = {}): SceneInput => ({
  options: {},
  // The second seat plays the first side: as after a return match.
  sides: [1, 0],
  moves: ['a1b1', 'b2c2+1'],
  viewer: 1,
  seatInfo: (seat) => ({ name: `P${seat}` }),
  over: false,
  ...more,
});

describe('steps', () => {
  it('are told to the seat that decides, and to nobody else', () => {
    expect(tokanScene(input(), table()).legal).toEqual({ a1: { c1: [0] }, b2: { b1: [1, 2] } });
    for (const viewer of [0, null]) expect(tokanScene(input({ viewer }), table()).legal).toBeNull();
    expect(tokanScene(input(), table({ legal: null })).legal).toBeNull();
  });

  it('are none once the match is over, however it ended', () => {
    const gone = tokanScene(input({ over: true, winner: 1 }), table());
    expect([gone.legal, gone.turn, gone.winner]).toEqual([null, null, 1]);
    const ended = tokanScene(input(), table({ over: true, winner: 0 }));
    expect([ended.legal, ended.turn, ended.winner]).toEqual([null, null, 0]);
    expect([tokanScene(input(), table()).turn, tokanScene(input(), table()).winner]).toEqual([0, null]);
  });
});

it('knows sides and not seats: who is on turn, who looks, what they are called', () => {
  const scene = tokanScene(input(), table());
  expect([scene.turn, scene.viewer]).toEqual([0, 0]);
  expect(scene.players.map(({ name }) => name)).toEqual(['P1', 'P0']);
  expect(tokanScene(input({ viewer: 0 }), table()).viewer).toBe(1);
  expect(tokanScene(input({ viewer: null }), table()).viewer).toBeNull();
});

it('tells the last move as what it was', () => {
  expect(tokanScene(input(), table())).toMatchObject({
    ply: 2,
    last: { source: 'b2', target: 'c2', carried: 1 },
    lastPlacing: null,
  });
  expect(tokanScene(input({ moves: ['m@-1,3'] }), table())).toMatchObject({
    ply: 1,
    last: null,
    lastPlacing: { tile: 'm', column: -1, row: 3 },
  });
  expect(tokanScene(input({ moves: [] }), table())).toMatchObject({ ply: 0, last: null, lastPlacing: null });
});

it('counts as the option says', () => {
  expect(tokanScene(input(), table()).score).toEqual({ by: 'towers', points: [4, 6], cells: { a1: 3 }, tie: null });
  const tied = tokanScene(input({ options: { scoring: 'heads' } }), table({ tie: [[2, 1], [1]] })).score;
  expect([tied.by, tied.tie]).toEqual(['heads', [[2, 1], [1]]]);
});

describe('a field that is still being laid', () => {
  const draft: TokanDraft = {
    first: -2,
    columns: 3,
    cells: [null, 'M', null, 'j'],
    reserves: ['MM', 'l'],
    most: 6,
  } as never;
  const legal = { steps: {}, placings: { spaces: [[0, 1]] } };

  it('has its tiles where they lie, row by row from the first column', () => {
    const scene = tokanScene(input(), table({ draft, legal }));
    expect(scene.draft).toEqual({
      tiles: [
        { tile: 'M', column: -1, row: 1 },
        { tile: 'j', column: -2, row: 2 },
      ],
      spaces: [[0, 1]],
      reserve: ['MM', 'l'],
      most: 6,
    });
    expect(scene.legal).toBeNull();
  });

  it('has spaces for the seat that lays, and for nobody else', () => {
    expect(tokanScene(input({ viewer: 0 }), table({ draft, legal })).draft?.spaces).toEqual([]);
    expect(tokanScene(input({ over: true }), table({ draft, legal })).draft?.spaces).toEqual([]);
  });
});
