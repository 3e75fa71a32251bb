import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TokanPlay } from '../../../src/games/tokan/board/play.svelte';
import type { TokanScene } from '../../../src/games/tokan/types';

const LEGAL = { a1: { a2: [0], a3: [0, 1] }, b1: { b2: [0] } };
const TOWERS = ['Jm', 'L', 'm', ...Array<string>(27).fill('')];

function scene(more: Partial<TokanScene> = {}): TokanScene {
  return { towers: TOWERS, viewer: 0, turn: 0, taboo: 'c1', legal: LEGAL, draft: null, ...more } as TokanScene;
}

const DRAFT = scene({ legal: null, draft: { spaces: [[2, 3]] } as unknown as TokanScene['draft'] });

/** Somebody who puts a move together, and what the board heard of it. */
function player(shown = scene(), confirm = true, answer: unknown = undefined) {
  const turns: string[] = [];
  const selected: (string | null)[] = [];
  const cues: string[] = [];
  const play = new TokanPlay(shown, () => ({
    t: (key: string) => key,
    explain: () => 'because',
    confirm,
    premoves: false,
    onTurn: (text: string) => {
      turns.push(text);
      return answer;
    },
    onSelect: (what) => void selected.push(what),
    onCue: (cue) => void cues.push(cue),
  }));
  return { play, turns, selected, cues };
}

beforeEach(() => void vi.useFakeTimers());

describe('a step', () => {
  it('is sent when it is confirmed, and not before', () => {
    const { play, turns, selected } = player();
    expect(play.choose('a1')).toBe(true);
    expect(play.canConfirm).toBe(false);
    expect(play.choose('a2')).toBe(true);
    expect([play.source, play.target, play.carried, play.canConfirm]).toEqual(['a1', 'a2', 0, true]);
    expect(turns).toEqual([]);
    play.confirm();
    play.confirm();
    expect(turns).toEqual(['a1a2']);
    expect([play.canConfirm, play.canUndo, play.legal]).toEqual([false, false, null]);
    expect(selected).toEqual(['a1']);
  });

  it('asks how many are carried where that is open', () => {
    const { play, turns } = player(scene(), false);
    play.choose('a1');
    play.choose('a3');
    expect([play.carried, turns]).toEqual([null, []]);
    play.take(2);
    expect([play.carried, turns]).toEqual([null, []]);
    play.take(1);
    expect(turns).toEqual(['a1a3+1']);
  });

  it('is sent at once where nobody wants to confirm', () => {
    const { play, turns } = player(scene(), false);
    play.choose('b1');
    expect(turns).toEqual([]);
    play.choose('b2');
    expect(turns).toEqual(['b1b2']);
  });

  it('is taken back one part at a time', () => {
    const { play, selected } = player();
    play.choose('a1');
    play.choose('a2');
    play.undo();
    expect([play.source, play.target, play.carried]).toEqual(['a1', null, null]);
    play.choose('a1');
    expect([play.source, play.canUndo]).toEqual([null, false]);
    expect(selected).toEqual(['a1', null]);
  });

  it('is given back when the server refuses it, and kept when it does not', async () => {
    const { play } = player(scene(), false, Promise.resolve(false));
    play.choose('b1');
    play.choose('b2');
    expect(play.sent).toBe('b1b2');
    await vi.advanceTimersByTimeAsync(0);
    expect(play.sent).toBeNull();
    const other = player(scene(), false, Promise.resolve(true)).play;
    other.choose('b1');
    other.choose('b2');
    await vi.advanceTimersByTimeAsync(0);
    expect(other.sent).toBe('b1b2');
  });

  it('that cannot be is explained, for a while', async () => {
    const { play, cues } = player();
    expect(play.choose('d4')).toBe(false);
    expect(play.notice).toBeNull();
    expect(play.choose('c1')).toBe(false);
    expect(play.notice).toBe('tokan.notYours');
    play.choose('a1');
    expect(play.choose('c1')).toBe(true);
    expect(play.notice).toBe('tokan.tabooWhy');
    expect(play.choose('d4')).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([play.notice, play.source]).toEqual(['because', 'a1']);
    expect(cues).toEqual(['pick', 'refuse', 'refuse']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(play.notice).toBeNull();
  });

  it('stays in the making as long as it is legal', () => {
    const { play } = player();
    play.choose('a1');
    play.choose('a2');
    play.update(scene());
    expect([play.source, play.target]).toEqual(['a1', 'a2']);
    play.update(scene({ legal: { a1: { a3: [0] } } }));
    expect([play.source, play.target]).toEqual([null, null]);
  });

  it('is nobody’s where nothing is legal', () => {
    const { play } = player(scene({ legal: null }));
    expect([play.choose('a1'), play.source]).toEqual([false, null]);
  });
});

describe('a placing', () => {
  it('needs a tile and a free space', () => {
    const { play, turns } = player(DRAFT);
    expect([play.lay(2, 3), play.notice]).toEqual([false, 'tokan.pickTile']);
    play.takeTile('L');
    expect([play.lay(3, 2), play.notice]).toEqual([false, 'tokan.pickSpace']);
    expect(play.lay(2, 3)).toBe(true);
    expect(turns).toEqual([]);
    play.takeTile('J');
    expect([play.tile, play.space]).toEqual(['J', [2, 3]]);
    expect(turns).toEqual([]);
    play.confirm();
    expect(turns).toEqual(['J@2,3']);
  });

  it('is sent at once where nobody wants to confirm', () => {
    const { play, turns } = player(DRAFT, false);
    play.takeTile('L');
    expect(turns).toEqual([]);
    play.lay(2, 3);
    expect(turns).toEqual(['L@2,3']);
  });

  it('is put back by taking the same tile again, or step by step', () => {
    const { play, selected } = player(DRAFT);
    play.takeTile('L');
    play.takeTile('L');
    expect(play.tile).toBeNull();
    play.takeTile('L');
    play.lay(2, 3);
    play.undo();
    expect([play.tile, play.space]).toEqual(['L', null]);
    play.undo();
    expect(play.tile).toBeNull();
    expect(selected).toEqual(['L', null, 'L', null]);
  });

  it('is for the side to move only', () => {
    const { play } = player({ ...DRAFT, viewer: 1 });
    play.takeTile('L');
    expect([play.tile, play.lay(2, 3)]).toEqual([null, false]);
  });
});

describe('a step that is planned', () => {
  const waiting = (more: Partial<TokanScene> = {}) => scene({ turn: 1, legal: null, ...more });
  /** Somebody who may plan while the other side thinks, and what was said. */
  function planner(shown = waiting(), premoves = true) {
    const turns: string[] = [];
    const said: string[] = [];
    const play = new TokanPlay(shown, () => ({
      t: (key: string) => key,
      explain: () => null,
      confirm: true,
      premoves,
      onTurn: (text: string) => void turns.push(text),
      onAnnounce: (text: string) => void said.push(text),
    }));
    return { play, turns, said };
  }

  it('goes from an own tower to any other, and is made when the turn comes, where it is legal then', () => {
    const { play, turns, said } = planner();
    // Nobody plans with a gap, or with what is another's.
    expect([play.choose('f5'), play.choose('a1'), play.planning]).toEqual([false, false, null]);
    expect([play.choose('b1'), play.planning]).toEqual([true, 'b1']);
    expect([play.choose('f5'), play.planned]).toEqual([false, null]);
    expect([play.choose('c1'), play.planned, play.planning]).toEqual([
      true,
      { source: 'b1', target: 'c1', carried: 0 },
      null,
    ]);
    expect([turns, said.at(-1)]).toEqual([[], 'premove.set']);
    play.update(waiting());
    expect([turns, play.planned !== null]).toEqual([[], true]);
    play.update(scene({ legal: { b1: { c1: [0, 1] } } }));
    expect([turns, play.planned]).toEqual([['b1c1'], null]);
  });

  it('is not made where it is illegal by then, also with nothing to carry', () => {
    for (const legal of [{ b1: { b2: [0] } }, { a1: { a2: [0] } }, { b1: { c1: [] } }]) {
      const { play, turns, said } = planner();
      play.choose('b1');
      play.choose('c1');
      play.update(scene({ legal }));
      expect([turns, play.planned, said.at(-1)]).toEqual([[], null, 'premove.off']);
    }
  });

  it('is given up by another tap', () => {
    const { play, said } = planner();
    play.choose('b1');
    play.choose('b1');
    expect([play.planning, said.at(-1)]).toEqual([null, 'premove.off']);
    play.choose('b1');
    play.choose('c1');
    play.choose('a1');
    expect([play.planned, play.planning]).toEqual([null, null]);
  });

  it.each([
    ['who wants none', waiting(), false],
    ['whose turn it is', scene({ legal: null }), true],
    ['who only watches', waiting({ viewer: null }), true],
    ['where the game is over', waiting({ turn: null }), true],
    ['while the field is laid', waiting({ draft: { spaces: [] } as never }), true],
  ])('is for nobody %s', (_, shown, premoves) => {
    const { play } = planner(shown, premoves);
    play.choose('b1');
    expect(play.planning).toBeNull();
  });
});
