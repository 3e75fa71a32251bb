/** The turn in the making: aiming, laying, turning, and every step back. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Play } from '../../../src/games/chocolate/board/play.svelte';
import { begun, cues, laid, lying, said, scene, settings, settle, told } from './making';

let play: Play;
beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  settings.confirm = true;
  play = begun();
});

describe('aiming', () => {
  it('needs a card that is not laid and not handed on', () => {
    play.aim(2, 0);
    play.aimCell(2, 0);
    expect(play.ghost).toBeNull();
    laid(play);
    play.aim(0, 0);
    play.aimCell(0, 0);
    expect([play.ghost, play.laid]).toEqual([null, { x: 2, y: 0, tier: 1 }]);
    play.lift();
    play.sent = 'x';
    const before = play.ghost;
    play.aim(0, 0);
    play.aimCell(0, 0);
    expect(play.ghost).toBe(before);
  });

  it('snaps within reach, turns the card where only that fits, and says no elsewhere', () => {
    play.pick(0);
    play.aim(2.4, 0.3);
    expect(play.ghost).toMatchObject({ x: 2, y: 0, tier: 1, state: 'legal' });
    play.aimCell(2, 2);
    expect(play.ghost).toMatchObject({ look: 'WDDM', state: 'turned' });
    play.aim(0.2, 0.2);
    expect(play.ghost).toMatchObject({ x: 0, y: 0, tier: 2, state: 'legal' });
    play.aimCell(9, 9);
    expect(play.ghost).toMatchObject({ x: 9, y: 9, tier: 1, state: 'illegal' });
    play.unaim();
    expect([play.ghost, play.preview]).toEqual([null, null]);
  });

  it('lists apart the places where the card fits only turned', () => {
    play.pick(0);
    const at = (spots: ReadonlyMap<string, { x: number; y: number }>) => [...spots.values()].map(({ x, y }) => [x, y]);
    expect([at(play.spots), at(play.otherSpots)]).toEqual([
      [
        [2, 0],
        [0, 0],
      ],
      [[2, 2]],
    ]);
  });

  it('says what the card would do, or why it may not lie there', async () => {
    await play.describeAim();
    expect(told.onAnnounce).not.toHaveBeenCalled();
    play.pick(0);
    play.aimCell(2, 0);
    await play.describeAim();
    expect([said(), play.notice]).toEqual(['2, 0: chocolate.fits; chocolate.joins', null]);
    told.explain.mockResolvedValue('because');
    play.aimCell(9, 9);
    await play.describeAim();
    expect([said(), play.notice, told.explain.mock.lastCall]).toEqual(['because', 'because', ['DDMW@9,9']]);
    told.explain.mockResolvedValue(null);
    await play.describeAim();
    expect(said()).toBe('chocolate.illegal');
  });

  it('asks with a colour where one must be announced, and not at all out of turn', async () => {
    const other = begun({}, { announce: ['M', 'W'] });
    other.pick(0);
    other.aimCell(9, 9);
    await other.describeAim();
    expect(told.explain.mock.lastCall).toEqual(['M:DDMW@9,9']);
    told.explain.mockClear();
    const waiting = begun({ legal: null });
    waiting.pick(0);
    waiting.aimCell(9, 9);
    await waiting.describeAim();
    expect([said(), told.explain.mock.calls.length]).toEqual(['chocolate.illegal', 0]);
  });

  it('does not hear an answer about a place that was left', async () => {
    let late = (_: string): void => undefined;
    told.explain.mockImplementation(() => new Promise<string>((resolve) => (late = resolve)));
    play.pick(0);
    play.aimCell(9, 9);
    const asked = play.describeAim();
    // The same place again is none that was left.
    play.aimCell(9, 9);
    play.aimCell(8, 8);
    late('old');
    await asked;
    expect(said()).not.toBe('old');
  });
});

describe('laying a card', () => {
  it('needs a card over the field on one’s turn', () => {
    expect(play.lay()).toBe(false);
    play.pick(0);
    expect(play.lay()).toBe(false);
    const waiting = begun({ legal: null });
    waiting.pick(0);
    waiting.aimCell(2, 0);
    expect([waiting.lay(), waiting.laid]).toEqual([false, null]);
  });

  it('is refused where it may not lie', async () => {
    told.explain.mockResolvedValue('because');
    play.pick(0);
    play.aimCell(9, 9);
    expect([play.lay(), play.laid, cues()]).toEqual([false, null, ['pick', 'refuse']]);
    await settle();
    expect(play.notice).toBe('because');
  });

  it('waits for the last word, and tells where it lies', () => {
    laid(play);
    expect([play.laid, play.ghost, play.text, cues()]).toEqual([
      { x: 2, y: 0, tier: 1 },
      null,
      'DDMW@2,0',
      ['pick', 'place'],
    ]);
    expect([said(), play.notice, play.canConfirm, told.onTurn.mock.calls]).toEqual([
      'chocolate.placed',
      null,
      true,
      [],
    ]);
    play.confirm();
    expect([play.sent, told.onTurn.mock.calls]).toEqual(['DDMW@2,0', [['DDMW@2,0']]]);
    play.confirm();
    expect(told.onTurn).toHaveBeenCalledOnce();
  });

  it('is the turn at once where no last word is wanted, but not where it was turned for that', () => {
    settings.confirm = false;
    laid(play);
    expect(play.sent).toBe('DDMW@2,0');
    const other = laid(begun(), 2, 2);
    expect([other.sent, other.text, other.notice]).toEqual([null, 'WDDM@2,2', 'chocolate.turned']);
  });

  it('takes the smartie back that goes without saying there', () => {
    play.pick(0);
    play.putSmartie('self');
    play.aimCell(0, 0);
    play.lay();
    expect([play.smartie, play.text, play.left]).toEqual([null, 'DDMW^0,0', 1]);
    const printed = begun();
    printed.pick(1);
    printed.putSmartie([0, 0]);
    printed.aimCell(0, 2);
    printed.lay();
    expect([printed.smartie, printed.left]).toEqual([null, 2]);
    const plain = begun();
    plain.putSmartie([0, 0]);
    laid(plain);
    expect([plain.text, plain.left]).toEqual(['DDMW@2,0*0,0', 1]);
  });

  it('is taken up again from where it lies', () => {
    play.lift();
    expect(play.ghost).toBeNull();
    laid(play).lift();
    expect([play.laid, play.ghost]).toEqual([null, { x: 2, y: 0, tier: 1, look: 'DDMW', state: 'legal' }]);
    laid(play);
    play.sent = 'x';
    play.lift();
    expect(play.laid).not.toBeNull();
  });
});

describe('turning', () => {
  it('goes both ways round, and takes what is held over the field along', () => {
    play.pick(0);
    play.turn();
    expect(play.look).toBe('WDDM');
    play.turn(-1);
    play.aimCell(2, 2);
    expect(play.ghost?.state).toBe('turned');
    play.turn();
    expect([play.ghost?.state, play.ghost?.look]).toEqual(['legal', 'WDDM']);
  });

  it('of a card that lies goes to the next way in which it fits there, if there is one', () => {
    laid(play).turn();
    expect([play.look, cues().at(-1), play.notice]).toEqual(['DDMW', 'refuse', 'chocolate.onlyLook']);
    const places = { DDMW: { 1: { DDMW: [[2, 0]], WDDM: [[2, 0]], MWDD: [[2, 0]] }, 2: {} } } as never;
    const both = laid(begun({}, { places }));
    both.turn();
    expect([both.look, both.text]).toEqual(['WDDM', 'WDDM@2,0']);
    const back = laid(begun({}, { places }));
    back.turn(-1);
    expect(back.look).toBe('MWDD');
  });
});

describe('a step back', () => {
  it('puts down the smartie in hand, then the card that lies, then the card in hand, then the smartie', () => {
    play.putSmartie([0, 0]);
    laid(play);
    play.armed = true;
    const seen = [0, 1, 2, 3].map(() => (play.undo(), [play.armed, play.laid !== null, play.picked, play.smartie]));
    expect(seen).toEqual([
      [false, true, 0, [0, 0]],
      [false, false, 0, [0, 0]],
      [false, false, null, [0, 0]],
      [false, false, null, null],
    ]);
    expect([play.canUndo, cues().filter((cue) => cue === 'lift').length]).toEqual([false, 1]);
  });

  it('takes a smartie on the card itself along, and a colour with the card that lay', () => {
    play.pick(0);
    play.putSmartie('self');
    play.undo();
    expect([play.picked, play.smartie]).toEqual([null, null]);
    const first = laid(begun({}, { announce: ['D', 'M'] }));
    first.choose('D');
    first.undo();
    expect(first.colour).toBeNull();
  });

  it('is none once the turn was handed on', () => {
    laid(play);
    play.sent = 'x';
    play.undo();
    expect(play.laid).not.toBeNull();
  });
});

describe('the next scene', () => {
  it('keeps what is in the making as long as it may still be', () => {
    laid(play);
    play.update(scene({ cards: [lying(0, 0), lying(6, 6)] }));
    expect([play.laid, play.fresh.map(({ x }) => x)]).toEqual([{ x: 2, y: 0, tier: 1 }, [6]]);
    play.update(scene({}, { places: { DDMW: { 1: { DDMW: [[4, 0]] }, 2: {} } } }));
    expect([play.laid, play.picked]).toEqual([null, null]);
  });

  it('forgets it with the card, with the turn, and shows one’s own card as nothing new', () => {
    laid(play);
    play.update(scene({ cards: [lying(0, 0), lying(2, 0)], legal: null }));
    expect([play.picked, play.fresh]).toEqual([null, []]);
    expect(told.onSelect.mock.lastCall).toEqual([null]);
    const other = laid(begun());
    other.update(scene({ hand: ['DDDWs'] }));
    expect(other.picked).toBeNull();
    const over = laid(begun(), 0, 0);
    over.update(scene({ cards: [lying(0, 0), lying(0, 0, { tier: 2 }), lying(2, 0)] }));
    expect(over.fresh.map(({ x, tier }) => [x, tier])).toEqual([[2, 1]]);
  });

  it('keeps how cards of the hand were turned, also where their places change', () => {
    play.pick(0);
    play.turn();
    play.update(scene({ hand: ['DDDWs', 'DDMW'] }));
    expect(play.looks).toEqual(['DDDWs', 'WDDM']);
    play.update(scene({ hand: ['DMMM', 'DDMW'] }));
    expect(play.looks).toEqual(['DMMM', 'WDDM']);
  });

  it('is the same scene where nothing came', () => {
    const same = scene();
    const at = new Play(same, () => ({ ...told, ...settings }) as never);
    at.sent = 'x';
    at.update(same);
    expect(at.sent).toBe('x');
  });
});

it('shows a notice for a moment', () => {
  play.refuse('no');
  expect([play.notice, cues()]).toEqual(['no', ['refuse']]);
  vi.advanceTimersByTime(3999);
  expect(play.notice).toBe('no');
  vi.advanceTimersByTime(1);
  expect(play.notice).toBeNull();
});
