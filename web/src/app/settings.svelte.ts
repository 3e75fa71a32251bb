/** What the person at this screen likes. */
import { guessLanguage, isLanguage, speak, type Language } from '../i18n/i18n.svelte';
import { load, save } from './store';

export type Theme = 'system' | 'light' | 'dark';

interface Kept {
  readonly language?: string;
  readonly theme?: Theme;
  readonly sounds?: boolean;
  readonly confirm?: boolean;
  readonly name?: string;
}

const kept = load<Kept>('settings', {});

class Settings {
  language: Language = $state(isLanguage(kept.language) ? kept.language : guessLanguage(navigator.languages));
  theme: Theme = $state(kept.theme ?? 'system');
  sounds: boolean = $state(kept.sounds ?? true);
  /** Whether a move waits for a last word. */
  confirm: boolean = $state(kept.confirm ?? true);
  /** The name this person goes by. */
  name: string = $state(kept.name ?? '');

  async speak(language: Language): Promise<void> {
    await speak(language);
    this.language = language;
    this.keep();
  }

  paint(theme: Theme): void {
    this.theme = theme;
    this.apply();
    this.keep();
  }

  apply(): void {
    if (this.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }

  keep(): void {
    const { language, theme, sounds, confirm, name } = this;
    save('settings', { language, theme, sounds, confirm, name } satisfies Kept);
  }
}

export const settings = new Settings();
