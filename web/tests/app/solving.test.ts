import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game, TablePart } from '../../src/games/game';
import { need } from '../../src/i18n/i18n.svelte';
import { Refusal } from '../../src/net/refusal';
import type { PuzzleShown, StudyShown } from '../../src/wire';

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 };

/** A game of six moves of which every other one is the solver's; the last to move wins. */
const LENGTH = 6;
const asked: string[] = [];
const engine = { away: false };
const movesOf = (record: string) => record.trim().split(/\s+/).slice(1);

vi.mock('../../src/puzzles/keeping', () => ({
  tableAfter: (record: string) => {
    const moves = movesOf(record);
    const over = moves.length >= LENGTH;
    const table = { seat: moves.length % 2, over, winner: over ? 1 : null, points: [3, moves.length], legal: {} };
    return Promise.resolve({ options: {}, sides: [0, 1], moves, table } as unknown as StudyShown);
  },
}));
vi.mock('../../src/net/api', () => ({
  best: (record: string) => {
    asked.push(movesOf(record).join(' '));
    return engine.away ? Promise.reject(new Refusal('offline', '')) : Promise.resolve(`e${movesOf(record).length}`);
  },
}));
const { Solving } = await import('../../src/puzzles/solving.svelte');

const PUZZLE: PuzzleShown = {
  id: 'p',
  game: 'any',
  kind: 'win',
  record: '[x]',
  solution: ['a', 'b', 'c'],
  right: ['a'],
  rating: 1200,
  level: 3,
  themes: [],
  tempting: ['t'],
  refutation: ['t', 'u'],
  grades: '',
};
const part = { sceneOf: (_: unknown, table: unknown) => table } as unknown as TablePart;

async function begun(puzzle: Partial<PuzzleShown> = {}) {
  const told = vi.fn();
  const solving = new Solving({ ...PUZZLE, ...puzzle }, {} as Game, part, told);
  await vi.waitFor(() => expect(solving.stage).toBe('asking'), PATIENT);
  return { solving, told };
}
type Begun = Awaited<ReturnType<typeof begun>>['solving'];
const moves = (solving: Begun) => movesOf(solving.record);
const isOpen = (solving: Begun) => (solving.shownTable?.scene as unknown as { legal: unknown }).legal !== null;

it('calls whoever solves you, and the other side otherwise', async () => {
  await need('table', 'puzzles');
  const { solving } = await begun();
  expect([solving.seat, 1 - solving.seat].map((seat) => solving.seatInfo(seat).name)).toEqual(['You', 'Opponent']);
});

describe('a wrong move', () => {
  beforeEach(() => {
    asked.length = 0;
    engine.away = false;
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  });

  it('is played on against the engine, and no tap is lost while it thinks', async () => {
    const { solving, told } = await begun();
    await solving.play('x');
    expect(solving.stage).toBe('wrong');
    expect(told).toHaveBeenCalledExactlyOnceWith({ solved: false, moves: ['x'], shown: false });
    expect(isOpen(solving)).toBe(false);
    for (let tap = 0; tap < 3; tap++) void solving.refute();
    await vi.waitFor(() => expect(solving.refuting).toBe('over'), PATIENT);
    expect(moves(solving)).toEqual(['x', 'e1', 'e2', 'e3', 'e4', 'e5']);
    expect(solving.verdict).toEqual({ what: 'loss', own: 3, theirs: 6 });
    expect(solving.refutable).toBe(false);
  });

  it('is refuted by what is stored as far as that goes', async () => {
    const { solving } = await begun();
    await solving.play('t');
    await solving.refute();
    expect(moves(solving)).toEqual(['t', 'u']);
    expect(asked).toEqual([]);
    expect(solving.refuting).toBe('yours');
    expect(isOpen(solving)).toBe(true);
    // Whoever wants to save it may try, and is answered.
    await solving.play('own');
    expect(moves(solving)).toEqual(['t', 'u', 'own', 'e3']);
    expect(solving.refuting).toBe('yours');
  });

  it('at a later step is refuted as well', async () => {
    const { solving, told } = await begun();
    await solving.play('a');
    await solving.play('x');
    expect(told).toHaveBeenCalledExactlyOnceWith({ solved: false, moves: ['a', 'x'], shown: false });
    await solving.refute();
    expect(moves(solving)).toEqual(['a', 'b', 'x', 'e3']);
  });

  it('can be taken back while the engine thinks: nothing of it comes after', async () => {
    const { solving, told } = await begun();
    await solving.play('x');
    void solving.refute();
    await solving.again();
    await vi.advanceTimersByTimeAsync(5000);
    expect([solving.stage, solving.refuting, moves(solving)]).toEqual(['asking', 'no', []]);
    await solving.play('a');
    await solving.play('c');
    expect(solving.stage).toBe('solved');
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('says so where nobody can refute it, and can be asked again', async () => {
    const { solving } = await begun();
    await solving.play('x');
    engine.away = true;
    await solving.refute();
    await vi.waitFor(() => expect(solving.problem).not.toBe(''), PATIENT);
    // It is not the person's turn: nobody moves for the other side.
    expect(isOpen(solving)).toBe(false);
    engine.away = false;
    await solving.refute();
    expect([solving.problem, moves(solving)]).toEqual(['', ['x', 'e1']]);
  });

  it('is told in numbers where points are asked for', async () => {
    const { solving } = await begun({ kind: 'most', solution: ['a'] });
    await solving.play('x');
    await vi.waitFor(() => expect(solving.points).toEqual({ own: 3, best: 3 }), PATIENT);
    expect(solving.refutable).toBe(false);
  });
});

describe('a solution', () => {
  it('that was shown on the way counts as missed, and tells so', async () => {
    const { solving, told } = await begun({ solution: ['a'] });
    solving.showHint();
    solving.showHint();
    await solving.play('a');
    expect(told).toHaveBeenCalledExactlyOnceWith({ solved: false, moves: ['a'], shown: true });
  });
});
