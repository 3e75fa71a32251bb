/** Balanced starts: which comes next on this device, and in which mirror. */
import { load, save } from '../app/store';
import { balancedStarts } from '../net/starts';
import type { StartKept, StartsShown } from '../wire';
import { recalled } from './keeping';

/** The ids of those met, the last one last. */
const met = (game: string, preset: string): string => `balanced.${game}.${preset}`;

/** All that there are, also without a network once they were fetched; throws a Refusal. */
export function fetchStarts(game: string, preset: string): Promise<StartsShown> {
  return recalled(`starts-${game}-${preset}`, () => balancedStarts(game, preset));
}

/** One that was not met yet; once all were, any but the last one. */
export function choose<Start extends { readonly id: string }>(
  starts: readonly Start[],
  seen: readonly string[],
  chance = Math.random,
): Start | undefined {
  const fresh = starts.filter(({ id }) => !seen.includes(id));
  const others = starts.filter(({ id }) => id !== seen.at(-1));
  const from = [fresh, others, starts].find((some) => some.length) ?? [];
  return from[Math.floor(chance() * from.length)];
}

/** The record that the next match begins with, of one kind if that is wished; throws a Refusal. */
export async function nextStart(
  game: string,
  preset: string,
  chance = Math.random,
  kind?: StartKept['kind'],
): Promise<string | null> {
  const { record, starts: all } = await fetchStarts(game, preset);
  const starts = kind === undefined ? all : all.filter((start) => start.kind === kind);
  const seen = load<string[]>(met(game, preset), []);
  const start = choose(starts, seen, chance);
  const image = start?.images[Math.floor(chance() * start.images.length)];
  if (!start || image === undefined) return null;
  const left = starts.some(({ id }) => id !== start.id && !seen.includes(id));
  save(met(game, preset), left ? [...seen, start.id] : [start.id]);
  return record.replace('IMAGE', image);
}
