/** The turn in the making: smarties, colours that must be announced, and handing it on. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AGAIN } from '../../../src/boards/sending';
import type { Play } from '../../../src/games/chocolate/board/play.svelte';
import { begun, laid, said, scene, settings, settle, told } from './making';

let play: Play;
beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  settings.confirm = true;
  play = begun();
});

describe('a smartie', () => {
  it('is taken up and looks for a card, and is put down again', () => {
    play.arm();
    expect([play.armed, play.notice, play.canUndo]).toEqual([true, 'chocolate.smartieWhere', true]);
    play.arm();
    expect(play.armed).toBe(false);
    play.putSmartie([0, 0]);
    play.arm();
    expect([play.armed, play.smartie, said()]).toEqual([false, null, 'chocolate.smartieBack']);
  });

  it('is not there out of turn, after the turn was handed on, or where none is left', () => {
    const waiting = begun({ legal: null });
    waiting.arm();
    expect(waiting.armed).toBe(false);
    play.sent = 'x';
    play.arm();
    expect(play.armed).toBe(false);
    const none = begun({ seats: [{ smarties: 0 }] as never });
    none.arm();
    expect([none.armed, none.notice]).toEqual([false, 'chocolate.noSmartie']);
    expect([none.putSmartie([0, 0]), none.notice]).toEqual([false, 'chocolate.noSmartie']);
    none.pick(0);
    expect(none.takesSmartie).toBe(false);
  });

  it('secures a card that may be secured, and no other', () => {
    expect([play.putSmartie([5, 5]), play.notice, play.smartie]).toEqual([false, 'chocolate.notTarget', null]);
    expect([play.putSmartie([0, 0]), play.smartie, said()]).toEqual([true, [0, 0], 'chocolate.smartieOther']);
    const over = laid(begun(), 0, 0);
    expect(over.putSmartie([0, 0])).toBe(false);
  });

  it('goes on the card itself only in the first tier, and only where one may be spent', () => {
    expect([play.putSmartie('self'), play.smartie]).toEqual([false, null]);
    play.pick(0);
    expect([play.putSmartie('self'), said(), play.left]).toEqual([true, 'chocolate.smartieSelf', 1]);
    expect(laid(begun()).takesSmartie).toBe(true);
    expect(laid(begun(), 0, 0).takesSmartie).toBe(false);
    expect(laid(begun({}, { smartie: false })).takesSmartie).toBe(false);
  });

  it('dropped on a cell means the card that was laid, the one that lies there, or none', () => {
    laid(play);
    const corners = [
      [2, 0],
      [3, 1],
      [1, 1],
      [0, 0],
      [4, 0],
      [2, 2],
    ] as const;
    expect(corners.map(([x, y]) => play.smartieAt(x, y))).toEqual(['self', 'self', [0, 0], [0, 0], null, null]);
    play.sent = 'x';
    expect(play.smartieAt(0, 0)).toBeNull();
  });
});

describe('a colour that must be announced', () => {
  it('comes before the turn, and only one that may be chosen', () => {
    const first = laid(begun({}, { announce: ['D', 'M'] }));
    expect([first.needsColour, first.canConfirm]).toEqual([true, false]);
    first.confirm();
    first.choose('W');
    expect([first.colour, first.sent]).toEqual([null, null]);
    first.choose('M');
    expect([first.text, first.sent]).toEqual(['M:DDMW@2,0', null]);
    play.choose('D');
    expect(play.colour).toBeNull();
  });

  it('is the last word where none is wanted', () => {
    settings.confirm = false;
    const first = laid(begun({}, { announce: ['D', 'M'] }));
    expect(first.sent).toBeNull();
    first.choose('D');
    expect(first.sent).toBe('D:DDMW@2,0');
  });
});

describe('a turn that was handed on', () => {
  it('may be refused: then all is as it was, or begins anew', async () => {
    told.onTurn.mockResolvedValueOnce(false);
    laid(play).confirm();
    expect([play.canUndo, play.legal]).toEqual([false, null]);
    await settle();
    expect([play.sent, play.laid]).toEqual([null, { x: 2, y: 0, tier: 1 }]);
    told.onTurn.mockResolvedValueOnce(AGAIN);
    play.confirm();
    await settle();
    expect([play.sent, play.laid, play.picked]).toEqual([null, null, null]);
  });

  it('is not taken back by what was refused before', async () => {
    let refuse = (_: boolean): void => undefined;
    told.onTurn.mockImplementationOnce(() => new Promise<boolean>((resolve) => (refuse = resolve)));
    play.send('pass');
    play.update(scene());
    play.send('other');
    refuse(false);
    await settle();
    expect(play.sent).toBe('other');
  });
});
