/** Glicko-2 (Glickman 2013): a result at a time, for whoever solves a puzzle and for the puzzle itself. */

export interface Strength {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

export const NEWCOMER: Strength = { rating: 1200, deviation: 350, volatility: 0.06 };
/** How far the rating of a puzzle is trusted at first. */
export const FIRST_DEVIATION = 150;

const SCALE = 173.7178;
const CENTRE = 1500;
const TAU = 0.5;
const PRECISE = 1e-6;
const LEAST_DEVIATION = 45;

/** The strength after one result against another: 1 for a puzzle solved, 0 for one missed. */
export function rated(own: Strength, other: Strength, score: 0 | 1): Strength {
  const mu = (own.rating - CENTRE) / SCALE;
  const phi = own.deviation / SCALE;
  const theirs = other.deviation / SCALE;
  const g = 1 / Math.sqrt(1 + (3 * theirs * theirs) / (Math.PI * Math.PI));
  const expected = 1 / (1 + Math.exp(-g * (mu - (other.rating - CENTRE) / SCALE)));
  const variance = 1 / (g * g * expected * (1 - expected));
  const delta = variance * g * (score - expected);
  const volatility = newVolatility(own.volatility, phi, variance, delta);
  const before = Math.sqrt(phi * phi + volatility * volatility);
  const after = 1 / Math.sqrt(1 / (before * before) + 1 / variance);
  return {
    rating: CENTRE + SCALE * (mu + after * after * g * (score - expected)),
    deviation: Math.max(LEAST_DEVIATION, SCALE * after),
    volatility,
  };
}

/** Step 5 of the paper: the Illinois algorithm. */
function newVolatility(sigma: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let left = a;
  let right = Math.log(delta * delta - phi * phi - variance);
  if (!(delta * delta > phi * phi + variance)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    right = a - k * TAU;
  }
  let [atLeft, atRight] = [f(left), f(right)];
  while (Math.abs(right - left) > PRECISE) {
    const middle = left + ((left - right) * atLeft) / (atRight - atLeft);
    const atMiddle = f(middle);
    if (atMiddle * atRight <= 0) [left, atLeft] = [right, atRight];
    else atLeft /= 2;
    [right, atRight] = [middle, atMiddle];
  }
  return Math.exp(left / 2);
}
