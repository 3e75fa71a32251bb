import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AGAIN } from '../../src/boards/sending';
import type { TablePart } from '../../src/games/game';
import type { SolutionLine, StudyShown } from '../../src/wire';

const solve = vi.fn<() => AsyncIterable<SolutionLine>>();
const nextStart = vi.fn<() => Promise<string | null>>();
const tableAfter = vi.fn<(record: string) => Promise<StudyShown>>();
vi.mock('../../src/net/api', () => ({ solve }));
vi.mock('../../src/puzzles/balanced', () => ({ nextStart }));
vi.mock('../../src/puzzles/keeping', () => ({ tableAfter }));
vi.mock('../../src/puzzles/solving.svelte', () => ({
  recordWith: (start: string, moves: readonly string[]) => [start, ...moves].join(' '),
}));
vi.mock('../../src/app/notices.svelte', () => ({ problemInWords: ({ message }: Error) => message }));
const { Drill } = await import('../../src/puzzles/drill.svelte');

const SEAT = 1;
/** A game of three moves, in which seat 1 begins and wins by its last one. */
const shown = (record: string): StudyShown => {
  const moves = record.split(' ').slice(1);
  const over = moves.length === 3;
  const table = { seat: moves.length % 2 ? 0 : SEAT, points: over ? [3, 7] : [0, 0], over, winner: over ? SEAT : null };
  return { moves, table: { ...table, legal: ['x'] }, sides: [0, 1], options: {} } as unknown as StudyShown;
};
async function* told(...lines: readonly object[]): AsyncIterable<SolutionLine> {
  for (const line of lines) yield await Promise.resolve(line as SolutionLine);
}
const part = { sceneOf: (input: object, table: object) => ({ input, table }) } as unknown as TablePart;
const solved = (value: string, best: string | null = 'reply'): object => ({ type: 'solved', value, best });

async function begun(): Promise<InstanceType<typeof Drill>> {
  const drill = new Drill('tokan', 'standard', part);
  await vi.waitFor(() => expect(drill.stage).toBe('yours'));
  return drill;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  solve.mockReset();
  nextStart.mockReset().mockResolvedValue('start');
  tableAfter.mockReset().mockImplementation((record) => Promise.resolve(shown(record)));
  return () => vi.useRealTimers();
});
const answered = async <T>(play: Promise<T>): Promise<T> => {
  await vi.runAllTimersAsync();
  return play;
};

describe('a won game', () => {
  it('is answered by the best defence, and is over where the board says so', async () => {
    const drill = await begun();
    expect([drill.seat, drill.verdict]).toEqual([SEAT, null]);
    solve.mockImplementation(() => told({ type: 'progress', done: 1, total: null }, solved('loss')));
    expect(await answered(drill.play('a'))).toBe(true);
    expect([drill.stage, drill.record, drill.slips]).toEqual(['yours', 'start a reply', 0]);
    await answered(drill.play('b'));
    expect(drill.stage).toBe('over');
    expect(drill.verdict).toEqual({ what: 'win', own: 7, theirs: 3 });
    expect(solve).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['win', 'loss'],
    ['draw', 'draw'],
  ])('is given away where the other side has a %s: that leaves a %s', async (value, left) => {
    const drill = await begun();
    solve.mockImplementation(() => told(solved(value)));
    await answered(drill.play('a'));
    expect([drill.stage, drill.left, drill.slips, drill.record]).toEqual(['given', left, 1, 'start a']);
    expect(await drill.play('b')).toBe(AGAIN);
    await drill.takeBack();
    expect([drill.stage, drill.record]).toEqual(['yours', 'start']);
  });

  it('goes on where nobody could tell in time', async () => {
    const drill = await begun();
    solve.mockImplementation(() => told(solved('unknown', 'some')));
    await answered(drill.play('a'));
    expect([drill.stage, drill.record, drill.slips]).toEqual(['yours', 'start a some', 0]);
  });

  it.each([[[{ type: 'failed', code: 'unavailable', message: 'no memory' }]], [[]]])(
    'takes the move back and says why where nobody answers',
    async (lines) => {
      const drill = await begun();
      solve.mockImplementation(() => told(...lines));
      await answered(drill.play('a'));
      await vi.waitFor(() => expect(drill.problem).toBe(lines[0]?.message ?? 'nobody could say'));
      expect([drill.stage, drill.record]).toEqual(['yours', 'start']);
    },
  );

  it('waits for nobody on the board while a reply is looked for', async () => {
    const drill = await begun();
    const legal = (): unknown => (drill.shownTable?.scene as unknown as { table: { legal: unknown } }).table.legal;
    expect(legal()).toEqual(['x']);
    solve.mockImplementation(() => told(solved('loss')));
    const play = drill.play('a');
    await vi.waitFor(() => expect(drill.stage).toBe('thinking'));
    expect(legal()).toBeNull();
    await answered(play);
    expect(legal()).toEqual(['x']);
  });

  it('that was left for another is not gone on with', async () => {
    const drill = await begun();
    solve.mockImplementation(() => told(solved('loss')));
    const play = drill.play('a');
    nextStart.mockResolvedValue('other');
    await drill.begin();
    await answered(play);
    expect([drill.stage, drill.record]).toEqual(['yours', 'other']);
  });

  it('says so where there is no start', async () => {
    nextStart.mockResolvedValue(null);
    const drill = new Drill('tokan', 'standard', part);
    await vi.waitFor(() => expect(drill.problem).toBe('there is no start'));
    expect(drill.shownTable).toBeNull();
  });
});
