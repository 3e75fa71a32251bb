/** The scale of a curve: round numbers that hold it and what surrounds it. */
import type { PointShown } from '../../wire';

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

const STEPS = [50, 100, 200, 500, 1000];
const MOST_TICKS = 6;

/** The scale for some points; without any it is that of somebody who begins. */
export function scaleOf(points: readonly Pick<PointShown, 'rating' | 'deviation'>[]): Scale {
  const lows = points.map(({ rating, deviation }) => rating - deviation);
  const highs = points.map(({ rating, deviation }) => rating + deviation);
  const [least, most] = points.length ? [Math.min(...lows), Math.max(...highs)] : [1400, 1600];
  const step = STEPS.find((each) => (most - least) / each < MOST_TICKS - 1) ?? 1000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  return { low, high, ticks: Array.from({ length: (high - low) / step + 1 }, (_, index) => low + index * step) };
}
