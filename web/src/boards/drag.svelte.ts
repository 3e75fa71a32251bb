/** Carrying something across the board with a finger or the mouse. */
import { QUICK, isStill } from './motion';
import { WheelSteps } from './wheel';

export interface Carrying<What> {
  /** The pointer has moved far enough; what is carried now, or null if nothing can be. */
  readonly start: () => What | null;
  /** It is over a point of the page. */
  readonly over: (x: number, y: number) => void;
  /** It was let go of; return false to see it fly back. */
  readonly drop: (x: number, y: number) => boolean;
  /** The pointer went up where it had come down. */
  readonly tap: () => void;
  /** The wheel, the R key, the other mouse button or a second finger turn what is carried. */
  readonly turn: (quarters: number) => void;
  /** The carrying was broken off. */
  readonly cancel: () => void;
}

const FAR = 6;
/** A finger hides what is below it: what it carries hangs this much higher. */
const ABOVE_FINGER = 58;

export class Drag<What> {
  what: What | null = $state.raw(null);
  x = $state(0);
  y = $state(0);
  /** Where it was taken from, to fly back to. */
  origin = { x: 0, y: 0 };
  #end: (() => void) | null = null;

  begin(event: PointerEvent, { start, over, drop, tap, turn, cancel }: Carrying<What>): void {
    if (event.button !== 0 || this.#end) return;
    const id = event.pointerId;
    const from = { x: event.clientX, y: event.clientY };
    const above = event.pointerType === 'mouse' ? 0 : ABOVE_FINGER;
    const listeners = new AbortController();
    const options = { signal: listeners.signal };
    const steps = new WheelSteps();
    let moving = false;

    const place = (x: number, y: number): void => {
      this.x = x;
      this.y = y - above;
      over(this.x, this.y);
    };
    this.#end = () => {
      listeners.abort();
      this.#end = null;
    };
    addEventListener(
      'pointermove',
      (next) => {
        if (next.pointerId !== id) return;
        if (!moving) {
          if (Math.hypot(next.clientX - from.x, next.clientY - from.y) < FAR) return;
          const what = start();
          if (what === null) {
            this.#end?.();
            return;
          }
          moving = true;
          this.returning = false;
          this.origin = from;
          this.what = what;
        }
        place(next.clientX, next.clientY);
      },
      options,
    );
    addEventListener(
      'pointerup',
      (last) => {
        if (last.pointerId !== id) return;
        this.#end?.();
        if (!moving) {
          tap();
          return;
        }
        if (drop(this.x, this.y)) this.what = null;
        else this.#flyBack();
      },
      options,
    );
    const broken = (): void => {
      this.#end?.();
      this.what = null;
      cancel();
    };
    addEventListener('pointercancel', (last) => last.pointerId === id && broken(), options);
    addEventListener(
      'pointerdown',
      (second) => {
        if (moving && second.pointerId !== id) turn(1);
      },
      options,
    );
    addEventListener('contextmenu', (menu) => menu.preventDefault(), options);
    addEventListener(
      'mousedown',
      (mouse) => {
        if (moving && mouse.button === 2) turn(1);
      },
      options,
    );
    addEventListener(
      'wheel',
      (wheel) => {
        if (!moving) return;
        wheel.preventDefault();
        const quarters = steps.add(wheel);
        if (quarters) turn(quarters);
      },
      { ...options, passive: false },
    );
    addEventListener(
      'keydown',
      (key) => {
        if (key.key === 'r' || key.key === 'R') turn(key.shiftKey ? -1 : 1);
        else if (key.key === 'Escape') broken();
        else return;
        key.stopPropagation();
        key.preventDefault();
      },
      { ...options, capture: true },
    );
  }

  /** Whether it is on its way back. */
  returning = $state(false);

  #flyBack(): void {
    const what = this.what;
    this.returning = true;
    this.x = this.origin.x;
    this.y = this.origin.y;
    setTimeout(
      () => {
        if (this.what !== what || !this.returning) return;
        this.returning = false;
        this.what = null;
      },
      isStill() ? 0 : QUICK,
    );
  }
}
