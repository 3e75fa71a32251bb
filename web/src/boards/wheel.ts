/** Turning the wheel step by step, on mice that click and on pads that glide. */

const ENOUGH = 40;
const REST = 200;
/** A pad glides on after a step: so long it makes no other. */
const GLIDE = 250;

export class WheelSteps {
  #sum = 0;
  #last = 0;
  #deafUntil = 0;

  /** Adds a movement; returns 1 or -1 when it makes a step, else 0. */
  add(event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'timeStamp'>): number {
    const amount = (event.deltaY || event.deltaX) * (event.deltaMode === 0 ? 1 : ENOUGH);
    if (event.timeStamp - this.#last > REST) this.#sum = 0;
    this.#last = event.timeStamp;
    if (event.timeStamp < this.#deafUntil) return 0;
    this.#sum += amount;
    if (Math.abs(this.#sum) < ENOUGH) return 0;
    const step = Math.sign(this.#sum);
    this.#sum = 0;
    if (Math.abs(amount) < ENOUGH) this.#deafUntil = event.timeStamp + GLIDE;
    return step;
  }
}
