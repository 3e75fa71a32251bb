import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Drag } from '../../src/boards/drag.svelte';

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { documentElement: { dataset: { motion: 'full' } } });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function send(type: string, given: object): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), given);
  page.dispatchEvent(event);
  return event;
}

function carry(options: { starts?: string | null; lands?: boolean; pointerType?: string; button?: number } = {}) {
  const { starts = 'card', lands = true, pointerType = 'mouse', button = 0 } = options;
  const drag = new Drag<string>();
  const told: unknown[] = [];
  drag.begin({ button, pointerId: 7, clientX: 100, clientY: 100, pointerType } as PointerEvent, {
    start: () => (told.push('start'), starts),
    over: (x, y) => told.push(['over', x, y]),
    drop: (x, y) => (told.push(['drop', x, y]), lands),
    tap: () => told.push('tap'),
    turn: (quarters) => told.push(['turn', quarters]),
    cancel: () => told.push('cancel'),
  });
  const move = (x: number, y: number, pointerId = 7) => send('pointermove', { pointerId, clientX: x, clientY: y });
  const up = (pointerId = 7) => send('pointerup', { pointerId });
  return { drag, told, move, up };
}

describe('carrying', () => {
  it('begins once the pointer is six points away, and ends where it is let go of', () => {
    const { drag, told, move, up } = carry();
    move(105, 100);
    expect(told).toEqual([]);
    expect(drag.what).toBeNull();
    move(106, 100);
    expect(drag.what).toBe('card');
    move(150, 120);
    up();
    expect(told).toEqual(['start', ['over', 106, 100], ['over', 150, 120], ['drop', 150, 120]]);
    expect(drag.what).toBeNull();
    move(200, 200);
    expect(told.length).toBe(4);
  });

  it('is a tap where the pointer stays', () => {
    const { told, move, up } = carry();
    move(103, 104);
    up();
    expect(told).toEqual(['tap']);
  });

  it('hangs higher under a finger, which hides what is below it', () => {
    const { told, move } = carry({ pointerType: 'touch' });
    move(100, 150);
    expect(told.at(-1)).toEqual(['over', 100, 92]);
  });

  it('does not begin with another button, or where nothing can be carried', () => {
    const other = carry({ button: 2 });
    other.move(150, 150);
    other.up();
    expect(other.told).toEqual([]);
    const nothing = carry({ starts: null });
    nothing.move(150, 150);
    nothing.move(160, 150);
    nothing.up();
    expect(nothing.told).toEqual(['start']);
    expect(nothing.drag.what).toBeNull();
  });

  it('flies back from where it may not lie', () => {
    const { drag, move, up } = carry({ lands: false });
    move(150, 120);
    up();
    expect([drag.what, drag.returning, drag.x, drag.y]).toEqual(['card', true, 100, 100]);
    vi.runAllTimers();
    expect([drag.what, drag.returning]).toEqual([null, false]);
  });

  it('minds its own pointer alone; a second finger turns, but only what is carried', () => {
    const { told, move, up } = carry();
    move(150, 150, 8);
    send('pointerdown', { pointerId: 8 });
    expect(told).toEqual([]);
    move(150, 150);
    send('pointerdown', { pointerId: 8 });
    send('pointerdown', { pointerId: 7 });
    up(8);
    send('pointercancel', { pointerId: 8 });
    expect(told).toEqual(['start', ['over', 150, 150], ['turn', 1]]);
  });

  it('turns by the other mouse button, the R key and the wheel', () => {
    const { told, move } = carry();
    send('mousedown', { button: 2 });
    expect(send('wheel', { deltaY: 200, deltaMode: 0 }).defaultPrevented).toBe(false);
    expect(told).toEqual([]);
    move(150, 150);
    told.length = 0;
    send('mousedown', { button: 0 });
    send('mousedown', { button: 1 });
    expect(told).toEqual([]);
    send('mousedown', { button: 2 });
    expect(told).toEqual([['turn', 1]]);
    expect(send('keydown', { key: 'r' }).defaultPrevented).toBe(true);
    send('keydown', { key: 'R', shiftKey: true });
    expect(told).toEqual([
      ['turn', 1],
      ['turn', 1],
      ['turn', -1],
    ]);
    expect(send('wheel', { deltaY: 200, deltaMode: 0 }).defaultPrevented).toBe(true);
    expect(send('keydown', { key: 'x' }).defaultPrevented).toBe(false);
  });

  it.each([
    ['Escape', () => send('keydown', { key: 'Escape' })],
    ['a pointer that is taken away', () => send('pointercancel', { pointerId: 7 })],
  ])('is broken off by %s', (_, breaks) => {
    const { drag, told, move, up } = carry();
    move(150, 150);
    breaks();
    expect(drag.what).toBeNull();
    up();
    expect(told).toEqual(['start', ['over', 150, 150], 'cancel']);
  });
});
