/** What is compared with what: a game, a form of it and a tempo, as the server names them (`tokan standard live`). */
import { gameOf } from '../games/registry';
import { t, textOf } from '../i18n/i18n.svelte';
import type { GameInfo } from '../tables';

/** The pools of a game: every form, played live and by days. */
export function poolsOf(info: GameInfo | undefined): readonly string[] {
  const forms = Object.keys(info?.presets ?? {});
  return forms.flatMap((form) => ['live', 'days'].map((tempo) => `${info?.name} ${form} ${tempo}`));
}

/** A pool as a person reads it; without the game where that is clear. */
export function poolInWords(pool: string, withGame = true): string {
  const [name = '', form = '', tempo = ''] = pool.split(' ');
  const words = [
    textOf(`pool.form.${form}`) ?? form,
    tempo === 'live' || tempo === 'days' ? t(`pool.${tempo}`) : t('terms.none'),
  ].join(', ');
  return withGame ? `${gameOf(name).title} · ${words}` : words;
}
