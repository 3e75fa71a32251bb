/** Quiet sounds, made on the spot: wood and chocolate set down on a table. */
import type { Cue } from '../boards/types';
import { settings } from './settings.svelte';

export type Sound = Cue | 'turnOver' | 'won' | 'lost' | 'chat';

/** Makes a sound, where somebody wants to hear any; what makes them comes with the first. */
export function sound(what: Sound): void {
  if (settings.sounds) void import('./synth').then(({ make }) => make(what)).catch(() => undefined);
}
