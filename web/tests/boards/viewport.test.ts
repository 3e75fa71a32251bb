import { describe, expect, it } from 'vitest';
import {
  between,
  fitted,
  kept,
  panned,
  pinched,
  revealed,
  toScreen,
  toWorld,
  zoomed,
} from '../../src/boards/geometry/viewport';
import type { Viewport } from '../../src/boards/geometry/viewport';

const LIMITS = { least: 0.25, most: 2 };
const VIEW: Viewport = { x: 30, y: -20, scale: 0.8 };

describe('the window onto the field', () => {
  it('keeps some of a box in the window, on every side, and moves nothing that is there', () => {
    const box = { left: 0, top: 0, right: 100, bottom: 50 };
    const at = (x: number, y: number): Viewport => ({ x, y, scale: 2 });
    // Two hundred by a hundred on the screen, in a window of 400 by 300: sixty are to be seen of it.
    expect(kept(at(0, 0), box, 400, 300)).toEqual(at(0, 0));
    expect(kept(at(340, 240), box, 400, 300)).toEqual(at(340, 240));
    expect(kept(at(-140, -40), box, 400, 300)).toEqual(at(-140, -40));
    expect(kept(at(341, 100), box, 400, 300)).toEqual(at(340, 100));
    expect(kept(at(-145, 100), box, 400, 300)).toEqual(at(-140, 100));
    expect(kept(at(100, 250), box, 400, 300)).toEqual(at(100, 240));
    expect(kept(at(100, -90), box, 400, 300)).toEqual(at(100, -40));
  });

  it('finds the way from the screen to the world and back', () => {
    const point = { x: 123, y: 45 };
    const back = toScreen(VIEW, toWorld(VIEW, point));
    expect(back.x).toBeCloseTo(point.x);
    expect(back.y).toBeCloseTo(point.y);
  });

  it('keeps what lies under the pointer when zooming', () => {
    const pointer = { x: 200, y: 150 };
    const before = toWorld(VIEW, pointer);
    const after = toWorld(zoomed(VIEW, pointer, 1.7, LIMITS), pointer);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('stops zooming at its limits and does not drift there', () => {
    const most = zoomed(VIEW, { x: 10, y: 10 }, 100, LIMITS);
    expect(most.scale).toBe(2);
    expect(zoomed(most, { x: 300, y: 5 }, 3, LIMITS)).toEqual(most);
    expect(zoomed(VIEW, { x: 10, y: 10 }, 0.001, LIMITS).scale).toBe(0.25);
  });

  it('follows two fingers: both stay on what they touch', () => {
    const before = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ] as const;
    const after = [
      { x: 90, y: 130 },
      { x: 230, y: 130 },
    ] as const;
    const next = pinched(VIEW, before, after, LIMITS);
    for (const finger of [0, 1] as const) {
      const held = toWorld(VIEW, before[finger]);
      const now = toWorld(next, after[finger]);
      expect(now.x).toBeCloseTo(held.x);
      expect(now.y).toBeCloseTo(held.y);
    }
  });

  it('pans when two fingers lie on one point instead of dividing by nothing', () => {
    const touch = { x: 50, y: 50 };
    expect(
      pinched(
        VIEW,
        [touch, touch],
        [
          { x: 60, y: 50 },
          { x: 60, y: 50 },
        ],
        LIMITS,
      ),
    ).toEqual(panned(VIEW, 10, 0));
  });

  it('shows a whole box in the middle, as large as it fits', () => {
    const box = { left: -100, top: 0, right: 300, bottom: 100 };
    const view = fitted(box, 400, 400, 20, LIMITS);
    expect(view.scale).toBeCloseTo(0.9);
    expect(toScreen(view, { x: 100, y: 50 })).toEqual({ x: 200, y: 200 });
    expect(toScreen(view, { x: -100, y: 0 }).x).toBeCloseTo(20);
  });

  it('moves no more than needed to show a box', () => {
    const view = { x: 0, y: 0, scale: 1 };
    const seen = revealed(view, { left: 50, top: 50, right: 90, bottom: 90 }, 400, 300, 10, LIMITS);
    expect(seen).toEqual(view);
    const moved = revealed(view, { left: 380, top: 50, right: 420, bottom: 90 }, 400, 300, 10, LIMITS);
    expect(moved).toEqual({ x: -30, y: 0, scale: 1 });
  });

  it('zooms out for a box that does not fit', () => {
    const view = revealed({ x: 0, y: 0, scale: 2 }, { left: 0, top: 0, right: 600, bottom: 100 }, 400, 300, 0, LIMITS);
    expect(view.scale).toBeCloseTo(2 / 3);
    expect(toScreen(view, { x: 600, y: 0 }).x).toBeLessThanOrEqual(400.001);
  });

  it('never loses the field on an empty cloth', () => {
    const box = { left: 0, top: 0, right: 88, bottom: 88 };
    const lost = kept({ x: 5000, y: -5000, scale: 1 }, box, 400, 300);
    const corner = toScreen(lost, { x: 0, y: 88 });
    expect(corner.x).toBeLessThan(400);
    expect(corner.y).toBeGreaterThan(0);
    const seen = { x: 100, y: 100, scale: 1 };
    expect(kept(seen, box, 400, 300)).toBe(seen);
  });

  it('glides from one view to another', () => {
    const to = { x: 130, y: 80, scale: 1.8 };
    expect(between(VIEW, to, 0)).toEqual(VIEW);
    expect(between(VIEW, to, 1)).toEqual(to);
    expect(between(VIEW, to, 0.5).scale).toBeCloseTo(1.3);
  });
});
