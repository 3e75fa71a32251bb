/** The clock of a match: a value that is told the time. */
import type { ClockPlan } from '../wire';

export interface Clock {
  readonly plan: ClockPlan;
  /** The milliseconds each seat has left. */
  readonly left: readonly number[];
  readonly running: number | null;
  readonly since: number;
}

/** A clock that stands, with the full time for everybody. */
export function newClock(plan: ClockPlan, seats: number): Clock {
  return { plan, left: Array.from({ length: seats }, () => plan.seconds * 1000), running: null, since: 0 };
}

/** What each seat has left at a moment, never less than nothing. */
export function leftAt({ left, running, since }: Clock, now: number): readonly number[] {
  const spent = Math.max(0, now - since);
  return left.map((each, seat) => (seat === running ? Math.max(0, each - spent) : each));
}

/** The moment at which the running time is used up. */
export function deadline({ left, running, since }: Clock): number | null {
  return running === null ? null : since + (left[running] as number);
}

export function stopped(clock: Clock, now: number): Clock {
  return { ...clock, left: leftAt(clock, now), running: null };
}

export function started(clock: Clock, seat: number, now: number): Clock {
  return { ...clock, left: leftAt(clock, now), running: seat, since: now };
}

/** The clock after a seat's move: it gets its increment or its next move's time, and the next seat's runs. */
export function pressed(clock: Clock, seat: number, next: number | null, now: number): Clock {
  const { kind, seconds, increment = 0 } = clock.plan;
  const left = leftAt(clock, now).map((each, index) => {
    if (index !== seat) return each;
    return kind === 'days' ? seconds * 1000 : each + increment * 1000;
  });
  return { ...clock, left, running: next, since: now };
}

/** The clock with time given back to the seat whose time runs. */
export function credited(clock: Clock, ms: number): Clock {
  return clock.running === null ? clock : { ...clock, since: clock.since + ms };
}
