/** Turns as texts, and where a card that is let go of comes to lie. */
import { keyOf } from '../../../boards/geometry/outline';
import type { Cell, Colour, Places, Tier } from '../types';
import { hasPrintedSmartie } from './cards';

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly tier: Tier;
}

/** A card as it would lie: legal as it is turned, legal if it were turned to `look`, or not legal. */
export interface Ghost extends Spot {
  readonly look: string;
  readonly state: 'legal' | 'turned' | 'illegal';
}

/** Where a smartie goes: on the card that is placed, on the card at a place, or nowhere. */
export type SmartieAim = 'self' | Cell | null;

export interface TurnParts {
  readonly look: string;
  readonly spot: Spot;
  readonly smartie: SmartieAim;
  readonly colour: Colour | null;
}

/** Writes a turn in its notation. */
export function turnText({ look, spot, smartie, colour }: TurnParts): string {
  let text = `${look}${spot.tier === 1 ? '@' : '^'}${spot.x},${spot.y}`;
  if (spot.tier === 1 && smartie === 'self') text += '*';
  else if (spot.tier === 1 && smartie) text += `*${smartie[0]},${smartie[1]}`;
  return colour ? `${colour}:${text}` : text;
}

/** Reads a turn; null for passes and swap actions. */
export function readTurn(text: string): TurnParts | null {
  const match = /^(?:([DMW]):)?([DMW]{4}s?)([@^])(-?\d+),(-?\d+)(?:(\*)(?:(-?\d+),(-?\d+))?)?$/.exec(text);
  if (!match) return null;
  const [, colour, look, sign, x, y, star, u, v] = match;
  const smartie: SmartieAim = star ? (u === undefined ? 'self' : [Number(u), Number(v)]) : null;
  const spot: Spot = { x: Number(x), y: Number(y), tier: sign === '@' ? 1 : 2 };
  return { look: look as string, spot, smartie, colour: (colour as Colour | undefined) ?? null };
}

/** Whether a turn takes a smartie from the player's supply. */
export function spends(look: string, tier: Tier | null, smartie: SmartieAim): boolean {
  return tier === 2 ? !hasPrintedSmartie(look) : smartie !== null;
}

/** The places of a card as it is turned, by their key. */
export function spotsOf(places: Places | undefined, look: string): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  if (!places) return spots;
  for (const tier of [1, 2] as const) {
    for (const [x, y] of places[tier][look] ?? []) spots.set(keyOf(x, y), { x, y, tier });
  }
  return spots;
}

/** The looks of a card in the order in which it turns clockwise, beginning with the one it has. */
export function looksFrom(places: Places | undefined, look: string): string[] {
  const looks = [look];
  for (let next = rotate(look); next !== look; next = rotate(next)) {
    if (!places || next in places[1] || next in places[2]) looks.push(next);
  }
  return looks;
}

function rotate(look: string): string {
  return look.charAt(3) + look.slice(0, 3) + look.slice(4);
}

/** A look of a card with the places where it may lie so. */
export interface Chance {
  readonly look: string;
  readonly spots: readonly Spot[];
}

/** Everything a card may do, beginning with the look it has. */
export function chancesOf(places: Places | undefined, look: string): Chance[] {
  return looksFrom(places, look).map((other) => ({ look: other, spots: [...spotsOf(places, other).values()] }));
}

/**
 * Finds the place a card held over the field is meant for.
 *
 * `x` and `y` are where its top-left corner is, in cells and fractions of them. The nearest legal place within reach
 * wins; then the nearest place where the card would fit if it were turned; else the cell below, in the tier that
 * `tierAt` says.
 */
export function aimed(
  chances: readonly Chance[],
  look: string,
  x: number,
  y: number,
  reach: number,
  tierAt: (x: number, y: number) => Tier,
): Ghost {
  for (const [index, chance] of chances.entries()) {
    const spot = nearest(chance.spots, x, y, index ? reach * 0.7 : reach);
    if (spot) return { ...spot, look: chance.look, state: index ? 'turned' : 'legal' };
  }
  const column = Math.round(x);
  const row = Math.round(y);
  return { x: column, y: row, tier: tierAt(column, row), look, state: 'illegal' };
}

function nearest(spots: readonly Spot[], x: number, y: number, within: number): Spot | null {
  let best: Spot | null = null;
  let least = within;
  for (const spot of spots) {
    const away = Math.hypot(spot.x - x, spot.y - y);
    if (away < least) {
      best = spot;
      least = away;
    }
  }
  return best;
}
