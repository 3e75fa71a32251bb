/** The balanced starts of the server; throws a Refusal. */
import type { StartsShown } from '../wire';
import { read } from './server';

/** All of a game with some options, in all their mirrors. */
export function balancedStarts(game: string, preset: string): Promise<StartsShown> {
  return read(`/starts/${encodeURIComponent(game)}?options=${encodeURIComponent(preset)}`);
}
