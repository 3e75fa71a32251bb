/** What hands do at the table: what a tap, a drag, the mouse and a key mean, and where they mean nothing. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Carrying } from '../../../src/boards/drag.svelte';
import { toScreen } from '../../../src/boards/geometry/viewport';
import { type Carried, Handling } from '../../../src/games/chocolate/board/handling.svelte';
import { Play } from '../../../src/games/chocolate/board/play.svelte';
import { PIECE, View } from '../../../src/games/chocolate/board/view.svelte';
import type { ChocolateScene } from '../../../src/games/chocolate/types';

const SCENE = {
  hand: ['DDMW', 'DDDWs'],
  viewer: 0,
  seats: [{ name: 'Ann', side: 0, smarties: 2 }],
  sides: [{ colour: 'D', points: 0 }],
  cards: [{ card: 'DDDD', x: 0, y: 0, tier: 1, smartie: false }],
  groups: [{ colour: 'D', cells: [[0, 0]], side: 0, counts: null }],
  neutralGroups: [],
  legal: {
    places: {
      DDMW: {
        1: {
          DDMW: [
            [2, 0],
            [2, 4],
          ],
        },
        2: {},
      },
      DDDWs: { 1: { DDDWs: [[0, 2]] }, 2: {} },
    },
    ...{ smartie: true, targets: [[0, 0]], announce: null, pass: false, offer: [] },
  },
} as unknown as ChocolateScene;

let under: { index: string } | null = null;
const field = {
  getBoundingClientRect: () => ({ left: 10, top: 20, right: 410, bottom: 420, width: 400, height: 400 }),
  focus: vi.fn(),
};
vi.stubGlobal('document', {
  documentElement: { dataset: { motion: 'less' } },
  activeElement: null as unknown,
  elementFromPoint: () => under && { closest: () => ({ dataset: under }) },
});
const focusHand = vi.fn();
const onAnnounce = vi.fn();
let hands: Handling;
let play: Play;
let held: Carrying<Carried>;
const hold = () => {
  hands.drag.what = held.start();
  return hands.drag.what;
};
/** Where a point of the field, in cells, is on the screen. */
const at = (x: number, y: number): [number, number] => {
  const point = toScreen(hands.view.port, { x: x * PIECE, y: y * PIECE });
  return [point.x + 10, point.y + 20];
};

beforeEach(() => {
  vi.clearAllMocks();
  under = null;
  Object.assign(document, { activeElement: null });
  const settings = { t: (key: string) => key, explain: undefined, confirm: true, onAnnounce };
  play = new Play(SCENE, () => settings as never);
  const view = new View();
  view.resize(400, 400);
  view.show(SCENE.cards, []);
  hands = new Handling(play, view, focusHand);
  hands.field = field as unknown as HTMLElement;
  hands.root = { contains: () => true } as unknown as HTMLElement;
  vi.spyOn(hands.drag, 'begin').mockImplementation((_, carrying) => void (held = carrying));
});
const said = () => onAnnounce.mock.lastCall?.[0] as string;

describe('a tap on the field', () => {
  it('lays the card that was picked, near where it is meant', () => {
    play.pick(0);
    expect(hands.isAiming).toBe(true);
    hands.tap({ x: 3.2, y: 1.1 }, false);
    expect([play.laid, hands.isAiming, hands.cursor]).toEqual([{ x: 2, y: 0, tier: 1 }, false, [3, 1]]);
  });

  it('of a finger reaches further than one of the mouse', () => {
    play.pick(0);
    hands.tap({ x: 3, y: 2.4 }, false);
    expect(play.laid).toBeNull();
    hands.tap({ x: 3, y: 2.4 }, true);
    expect(play.laid).toEqual({ x: 2, y: 0, tier: 1 });
  });

  it('secures with the smartie in hand, and refuses where nothing can be secured', () => {
    play.arm();
    hands.tap({ x: 9, y: 9 }, true);
    expect([play.smartie, play.notice]).toEqual([null, 'chocolate.notTarget']);
    hands.tap({ x: 1.5, y: 0.5 }, true);
    expect(play.smartie).toEqual([0, 0]);
  });

  it('looks at what lies there; a finger looks away again with the same', () => {
    hands.tap({ x: 0.5, y: 0.5 }, true);
    expect([hands.looked, said(), play.notice]).toEqual([[0, 0], 'chocolate.group · Ann', 'chocolate.group · Ann']);
    hands.tap({ x: 0.5, y: 0.5 }, true);
    expect(hands.looked).toBeNull();
    play.notice = null;
    hands.tap({ x: 0.5, y: 0.5 }, false);
    hands.tap({ x: 0.5, y: 0.5 }, false);
    expect([hands.looked, said(), play.notice]).toEqual([[0, 0], 'chocolate.cell', null]);
    hands.tap({ x: 9, y: 9 }, true);
    expect([said(), play.notice]).toEqual(['chocolate.cellEmpty', null]);
  });
});

describe('the mouse', () => {
  it('aims with a card that was picked, and looks without one', () => {
    hands.hover({ x: 0.5, y: 0.5 });
    const looked = hands.looked;
    hands.hover({ x: 0.6, y: 0.4 });
    expect([looked, hands.looked === looked]).toEqual([[0, 0], true]);
    play.pick(0);
    hands.hover({ x: 3, y: 1 });
    expect([hands.looked, play.ghost?.state]).toEqual([null, 'legal']);
    play.arm();
    hands.hover({ x: 0.5, y: 0.5 });
    expect(hands.looked).toEqual([0, 0]);
  });

  it('aims at nothing once it is gone, unless it is the keyboard that aims; and not while something is carried', () => {
    play.pick(0);
    hands.byKeyboard = true;
    play.aimCell(2, 0);
    hands.hover(null);
    expect(play.ghost).not.toBeNull();
    hands.hover({ x: 3, y: 1 });
    expect(hands.byKeyboard).toBe(false);
    hands.hover(null);
    expect([play.ghost, hands.looked]).toEqual([null, null]);
    hands.drag.what = 'smartie';
    hands.hover({ x: 0.5, y: 0.5 });
    expect(hands.looked).toBeNull();
  });
});

describe('a card that is carried', () => {
  const carry = (index: number, onTheField = false) => hands.carryCard({} as PointerEvent, index, onTheField);

  it('is picked up, aims where it hangs, and is laid where it is dropped', () => {
    carry(0);
    hands.looked = [0, 0];
    expect([hold(), hands.carried, play.picked, hands.looked]).toEqual([{ index: 0 }, 0, 0, null]);
    held.over(...at(3, 1));
    expect(play.ghost).toMatchObject({ x: 2, y: 0, state: 'legal' });
    held.over(0, 0);
    expect(play.ghost).toBeNull();
    held.over(...at(3, 1));
    expect(held.drop(...at(3.25, 1))).toBe(true);
    expect(play.laid).toEqual({ x: 2, y: 0, tier: 1 });
    expect(hands.from?.x).toBeCloseTo(11);
    expect(hands.from?.y).toBeCloseTo(0);
  });

  it('flies back from where it may not lie, and is put down beside the field', () => {
    carry(0);
    hold();
    held.over(...at(-1.5, -1.5));
    expect([held.drop(...at(-1.5, -1.5)), play.laid, play.ghost, play.picked]).toEqual([false, null, null, 0]);
    held.over(...at(3, 1));
    expect([held.drop(0, 0), play.picked]).toEqual([false, null]);
  });

  it('is lifted from where it lies, and turned by a tap there', () => {
    play.pick(0);
    play.aimCell(2, 0);
    play.lay();
    expect(hands.grab({} as PointerEvent, { x: 1.9, y: 0.5 })).toBe(false);
    expect(hands.grab({} as PointerEvent, { x: 2, y: 2 })).toBe(false);
    expect(hands.grab({} as PointerEvent, { x: 3.9, y: 1.9 })).toBe(true);
    held.tap();
    expect(play.notice).toBe('chocolate.onlyLook');
    hold();
    expect([play.laid, play.ghost?.x]).toEqual([null, 2]);
    held.cancel();
    expect(play.ghost).toBeNull();
  });

  it('is not taken hold of with a smartie in hand, or once it was handed on', () => {
    expect(hands.grab({} as PointerEvent, { x: 2.5, y: 0.5 })).toBe(false);
    play.pick(0);
    play.aimCell(2, 0);
    play.lay();
    play.armed = true;
    expect(hands.grab({} as PointerEvent, { x: 2.5, y: 0.5 })).toBe(false);
    play.armed = false;
    play.sent = 'x';
    expect(hands.grab({} as PointerEvent, { x: 2.5, y: 0.5 })).toBe(false);
    carry(0);
    expect(hold()).toBeNull();
  });

  it('is picked by a tap, turned by the next; of a card that lies a tap takes back, and a smartie in hand goes on it', () => {
    carry(0);
    held.tap();
    expect(play.picked).toBe(0);
    held.tap();
    expect(play.look).toBe('WDDM');
    held.turn(-1);
    expect(play.look).toBe('DDMW');
    play.aimCell(2, 0);
    play.lay();
    held.tap();
    expect([play.laid, play.picked]).toEqual([null, 0]);
    play.undo();
    play.arm();
    held.tap();
    expect([play.picked, play.smartie, play.armed]).toEqual([0, 'self', false]);
  });
});

describe('a smartie that is carried', () => {
  beforeEach(() => hands.carrySmartie({} as PointerEvent));

  it('needs a smartie and one’s turn', () => {
    expect(hold()).toBe('smartie');
    expect(hands.carried).toBeNull();
    play.sent = 'x';
    expect(held.start()).toBeNull();
    const none = new Play(
      { ...SCENE, seats: [{ smarties: 0 }] } as never,
      () => ({ t: (key: string) => key }) as never,
    );
    const other = new Handling(none, hands.view, focusHand);
    vi.spyOn(other.drag, 'begin').mockImplementation((_, carrying) => void (held = carrying));
    other.carrySmartie({} as PointerEvent);
    expect(held.start()).toBeNull();
  });

  it('goes where it is dropped: on a card that lies, on one of the hand, and nowhere else', () => {
    hold();
    held.over(...at(0.5, 0.5));
    expect([hands.smartieOver, hands.smartieOverHand]).toEqual([[0, 0], null]);
    expect([held.drop(...at(0.5, 0.5)), play.smartie, hands.smartieOver]).toEqual([true, [0, 0], null]);
    play.putSmartie(null);
    held.over(...at(-1.5, -1.5));
    expect([held.drop(...at(-1.5, -1.5)), play.notice]).toEqual([false, 'chocolate.notTarget']);
    under = { index: '0' };
    held.over(0, 0);
    expect([hands.smartieOver, hands.smartieOverHand]).toEqual([null, 0]);
    expect([held.drop(0, 0), play.picked, play.smartie, hands.smartieOverHand]).toEqual([true, 0, 'self', null]);
    under = null;
    held.over(0, 0);
    expect(held.drop(0, 0)).toBe(false);
  });

  it('is taken up by a tap, and put back where carrying is broken off', () => {
    held.tap();
    expect(play.armed).toBe(true);
    hold();
    held.over(...at(0.5, 0.5));
    held.turn(1);
    held.cancel();
    expect([hands.smartieOver, hands.smartieOverHand]).toEqual([null, null]);
  });
});

describe('what is carried to an edge', () => {
  it.each([
    [200, 220, 0, 0],
    [12, 220, 1, 0],
    [408, 220, -1, 0],
    [200, 22, 0, 1],
    [200, 418, 0, -1],
    [12, 440, 0, 0],
    [12, -30, 0, 0],
  ])('moves the field: at %i, %i', (x, y, dx, dy) => {
    const pan = vi.spyOn(hands.view, 'pan');
    Object.assign(hands.drag, { x, y, what: { index: 0 } });
    hands.drift();
    expect(pan.mock.calls.map(([a, b]) => [Math.sign(a), Math.sign(b)])).toEqual(dx || dy ? [[dx, dy]] : []);
  });
});

describe('the keyboard', () => {
  const key = (name: string, more: object = {}) => {
    const event = { key: name, preventDefault: vi.fn(), ...more };
    hands.key(event as unknown as KeyboardEvent);
    return event.preventDefault.mock.calls.length === 1;
  };

  it('picks a card by its number and goes to its first place, and turns it with the same number', () => {
    expect([key('1'), play.picked, hands.cursor, hands.byKeyboard]).toEqual([true, 0, [2, 0], true]);
    expect(field.focus).toHaveBeenCalledOnce();
    expect(said()).toMatch(/^2, 0: /);
    expect([key('1'), play.look]).toEqual([true, 'WDDM']);
    expect([key('3'), key('5'), key('0'), key('x')]).toEqual([false, false, false, false]);
  });

  it('turns either way, and leaves keys with others to the browser', () => {
    play.pick(0);
    key('r');
    expect(play.look).toBe('WDDM');
    key('R', { shiftKey: true });
    expect(play.look).toBe('DDMW');
    expect(['ctrlKey', 'metaKey', 'altKey'].map((with_) => key('r', { [with_]: true }))).toEqual([false, false, false]);
  });

  it('takes back, and the focus goes to the card that was in hand', () => {
    expect(key('Escape')).toBe(false);
    play.pick(0);
    play.arm();
    expect([key('Escape'), play.picked, focusHand.mock.calls]).toEqual([true, 0, []]);
    expect([key('Escape'), play.picked, focusHand.mock.calls]).toEqual([true, null, [[0]]]);
  });

  it('puts the smartie on what the cursor is on, on the card in hand, or looks for one; and takes it back', () => {
    key('s');
    expect(play.armed).toBe(true);
    play.arm();
    Object.assign(document, { activeElement: field });
    hands.byKeyboard = true;
    key('s');
    expect(play.smartie).toEqual([0, 0]);
    key('s');
    expect(play.smartie).toBeNull();
    play.pick(0);
    key('s');
    expect(play.smartie).toBe('self');
  });

  it('enters: lays where the cursor is, confirms what lies, secures, or says what is there', () => {
    hands.commands.enter();
    expect(said()).toBe('chocolate.cell');
    hands.choose(0);
    hands.commands.enter();
    expect(play.laid).toEqual({ x: 2, y: 0, tier: 1 });
    hands.commands.enter();
    expect(play.sent).toBe('DDMW@2,0');
    const other = new Play(SCENE, () => ({ t: (name: string) => name }) as never);
    const free = new Handling(other, hands.view, focusHand);
    other.arm();
    free.commands.enter();
    expect(other.smartie).toEqual([0, 0]);
  });

  it('says what lies at the cursor, or what the card would do there', () => {
    hands.commands.move(9, 9);
    expect([said(), hands.looked]).toEqual(['chocolate.cellEmpty', [9, 9]]);
    play.pick(0);
    hands.cursor = [2, -1];
    hands.commands.move(0, 1);
    expect(said()).toMatch(/^2, 0: chocolate\.fits/);
  });

  it('is seen at the cursor only while the field has the focus', () => {
    hands.focused(true, true);
    expect(hands.byKeyboard).toBe(true);
    hands.focused(true, false);
    expect(hands.byKeyboard).toBe(false);
    hands.looked = [0, 0];
    hands.focused(false, true);
    expect([hands.byKeyboard, hands.looked]).toEqual([false, null]);
  });
});
