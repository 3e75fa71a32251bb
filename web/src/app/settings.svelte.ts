/** What the person at this screen likes. */
import { dress } from '../art/sprites.svelte';
import { guessLanguage, isLanguage, speak, type Language } from '../i18n/i18n.svelte';
import { places } from '../net/api';
import type { Pace } from './pace';
import { load, save } from './store';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'full' | 'less';
/** What the tables are covered with. */
export type Look = 'cloth' | 'night' | 'berry';

/** What the pieces are made of. */
export type Pieces = 'classic' | 'plain' | 'stone';

export const PIECES: readonly Pieces[] = ['classic', 'plain', 'stone'];
/** Where computers think, and studies are made. */
export type Place = 'device' | 'server';

/** How many mebibytes the solver on this device may take. */
export const MEMORIES = [128, 256, 512, 1024, 2048] as const;

export const LOOKS: readonly Look[] = ['cloth', 'night', 'berry'];

interface Kept {
  readonly language?: string;
  readonly theme?: Theme;
  readonly sounds?: boolean;
  readonly volume?: number;
  readonly confirm?: boolean;
  readonly turns?: boolean;
  readonly name?: string;
  readonly pace?: Pace;
  readonly motion?: Motion;
  readonly patterns?: boolean;
  readonly look?: Look;
  readonly pieces?: Pieces;
  readonly place?: Place;
  readonly memory?: number;
}

const KEPT = [
  ...(['language', 'theme', 'sounds', 'volume', 'confirm', 'turns', 'name', 'pace'] as const),
  ...(['motion', 'patterns', 'look', 'pieces', 'place', 'memory'] as const),
] satisfies readonly (keyof Kept)[];

const kept = load<Kept>('settings', {});

class Settings {
  language: Language = $state(
    isLanguage(kept.language) ? kept.language : guessLanguage(globalThis.navigator?.languages ?? []),
  );
  theme: Theme = $state(kept.theme ?? 'system');
  sounds: boolean = $state(kept.sounds ?? true);
  /** From 0 to 1. */
  volume: number = $state(kept.volume ?? 0.7);
  /** Whether a move waits for a last word. */
  confirm: boolean = $state(kept.confirm ?? true);
  /** Whether it is told that one is on turn at a table that is not on the screen. */
  turns: boolean = $state(kept.turns ?? true);
  /** The name this person goes by. */
  name: string = $state(kept.name ?? '');
  pace: Pace = $state(kept.pace ?? 'normal');
  motion: Motion = $state(kept.motion ?? 'system');
  /** Whether pieces are told apart by their patterns first. */
  patterns: boolean = $state(kept.patterns ?? false);
  look: Look = $state(kept.look ?? 'cloth');
  pieces: Pieces = $state(kept.pieces ?? 'classic');
  place: Place = $state(kept.place ?? 'device');
  /** Half a gibibyte where the device does not say that it has little. */
  memory: number = $state(kept.memory ?? (isSmall() ? 128 : 512));

  async speak(language: Language): Promise<void> {
    await speak(language);
    this.language = language;
    this.keep();
  }

  apply(): void {
    places.device = this.place === 'device';
    places.memory = this.memory * 2 ** 20;
    const { dataset } = document.documentElement;
    const marks = {
      theme: this.theme === 'system' ? null : this.theme,
      motion: this.motion === 'system' ? null : this.motion,
      patterns: this.patterns ? 'strong' : null,
      look: this.look === 'cloth' ? null : this.look,
      pieces: this.pieces === 'classic' ? null : this.pieces,
    };
    for (const [name, value] of Object.entries(marks)) {
      if (value === null) delete dataset[name];
      else dataset[name] = value;
    }
    dress();
  }

  /** Shows and keeps what was chosen. */
  keep(): void {
    this.apply();
    save('settings', Object.fromEntries(KEPT.map((what) => [what, this[what]])) satisfies Kept);
  }
}

/** Whether the device says that it has less memory than most. */
function isSmall(): boolean {
  return ((globalThis.navigator as { deviceMemory?: number } | undefined)?.deviceMemory ?? 8) < 4;
}

export const settings = new Settings();
