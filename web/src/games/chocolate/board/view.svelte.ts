/** The window onto the field: its size, what it shows, and how it glides there. */
import { between, fitted, kept, panned, pinched, revealed, toWorld, zoomed } from '../../../boards/geometry/viewport';
import type { Box, Limits, Point, Viewport } from '../../../boards/geometry/viewport';
import { CALM, isStill } from '../../../boards/motion';
import type { Cell, LyingCard } from '../types';

/** The side of a piece at scale 1, in pixels. */
export const PIECE = 44;
export const CARD = 2 * PIECE;
const LIMITS: Limits = { least: 0.1, most: 2.2 };
const LARGEST_FIT: Limits = { least: 0.1, most: 1.45 };
/** Below this height, in pixels, a field that is only looked at shows nothing but its cards. */
const LOW = 280;

/** The box around cards, in pixels at scale 1. */
export function boxAround(cards: readonly { readonly x: number; readonly y: number }[], margin: number): Box {
  const xs = cards.length ? cards.map((card) => card.x) : [0];
  const ys = cards.length ? cards.map((card) => card.y) : [0];
  return {
    left: (Math.min(...xs) - margin) * PIECE,
    top: (Math.min(...ys) - margin) * PIECE,
    right: (Math.max(...xs) + 2 + margin) * PIECE,
    bottom: (Math.max(...ys) + 2 + margin) * PIECE,
  };
}

export class View {
  port: Viewport = $state.raw({ x: 0, y: 0, scale: 1 });
  /** Whether fingers or the wheel are moving the view. */
  held = $state(false);
  /** Whether the player has chosen what to see. */
  touched = $state(false);
  width = 0;
  height = 0;
  /** The room at the edges where other things lie on the field. */
  insets: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  /** Whether nobody places cards here, so that no room around them is needed. */
  looking = false;
  #cards: readonly LyingCard[] = [];
  /** How much of its foot something hides. */
  #foot = 0;
  #flight = 0;
  #gliding = $state(false);
  /** How much what must be read grows where the field is shown small; in steps, so that zooming stays light. */
  readonly grow: number = $derived.by(() => Math.max(1, Math.round((0.7 / this.port.scale) * 4) / 4));

  /** Whether the view is being moved: the browser then keeps the drawing as it is and only shifts it. */
  get moving(): boolean {
    return this.held || this.#gliding;
  }

  /** Takes note of the cards; a view that nobody touched goes on showing all of them, another one shows the new ones. */
  show(cards: readonly LyingCard[], fresh: readonly LyingCard[]): void {
    this.#cards = cards;
    if (!this.width) return;
    if (!this.touched) this.fit();
    else if (fresh.length) this.#glide(revealed(this.port, boxAround(fresh, 1), this.width, this.height, 12, LIMITS));
  }

  resize(width: number, height: number): void {
    const first = !this.width;
    const dx = (width - this.width) / 2;
    const dy = (height - this.height) / 2;
    this.width = width;
    this.height = height;
    if (!width || !height) return;
    if (first || !this.touched) this.port = this.#whole();
    else this.port = panned(this.port, dx, dy);
  }

  fit(): void {
    this.touched = false;
    this.#glide(this.#whole());
  }

  /** Takes note of what hides the foot; a view that nobody touched shows its cards above that. */
  cover(foot: number): void {
    this.#foot = foot;
    if (!this.touched) this.fit();
  }

  zoom(factor: number, point: Point = { x: this.width / 2, y: this.height / 2 }): void {
    this.#take(zoomed(this.port, point, factor, LIMITS));
  }

  pan(dx: number, dy: number): void {
    this.#take(panned(this.port, dx, dy));
  }

  pinch(before: readonly [Point, Point], after: readonly [Point, Point]): void {
    this.#take(pinched(this.port, before, after, LIMITS));
  }

  /** Brings a place into view. */
  reveal(place: Cell): void {
    const box = boxAround([{ x: place[0], y: place[1] }], 0.5);
    const next = revealed(this.port, box, this.width, this.height, 8, LIMITS);
    if (next.x === this.port.x && next.y === this.port.y) return;
    this.touched = true;
    this.#glide(next);
  }

  /** Brings a card that is put down out from under what lies on the field, no further than that. */
  uncover(card: { readonly x: number; readonly y: number }): void {
    const { left, top, right, bottom } = this.insets;
    const [width, height] = [this.width - left - right, this.height - top - bottom];
    const next = panned(
      revealed(panned(this.port, -left, -top), boxAround([card], 0), width, height, 2, LIMITS),
      left,
      top,
    );
    if (Math.abs(next.x - this.port.x) + Math.abs(next.y - this.port.y) > 0.5) this.#glide(next);
  }

  /** The cell under a point of the window, with fractions. */
  cellAt(point: Point): Point {
    const world = toWorld(this.port, point);
    return { x: world.x / PIECE, y: world.y / PIECE };
  }

  #whole(): Viewport {
    // Large fields need every pixel; small ones look better with cloth around them.
    const { left, top, right, bottom } = this.insets;
    const tight = boxAround(this.#cards, 0);
    const large = Math.max(tight.right - tight.left, tight.bottom - tight.top) > 13 * PIECE;
    const room = this.height - top - bottom - this.#foot;
    const low = (this.looking || this.#foot) && room < LOW;
    const margin = low ? 0.4 : large ? 1.2 : 2.2;
    const inner = fitted(boxAround(this.#cards, margin), this.width - left - right, room, 4, LARGEST_FIT);
    return panned(inner, left, top);
  }

  #take(next: Viewport): void {
    this.#flight++;
    this.#gliding = false;
    this.touched = true;
    this.port = kept(next, boxAround(this.#cards, 0), this.width, this.height);
  }

  #glide(to: Viewport): void {
    const flight = ++this.#flight;
    const from = this.port;
    if (isStill() || !this.width) {
      this.#gliding = false;
      this.port = to;
      return;
    }
    const start = performance.now();
    this.#gliding = true;
    const step = (now: number): void => {
      if (flight !== this.#flight) return;
      const part = Math.min(1, (now - start) / CALM);
      this.port = between(from, to, 1 - (1 - part) ** 3);
      if (part < 1) requestAnimationFrame(step);
      else this.#gliding = false;
    };
    requestAnimationFrame(step);
  }
}
