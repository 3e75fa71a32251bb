/** What is to be played, in words: the form of the game and its clock. */
import { catalogue } from '../games/catalogue.svelte';
import { t, textOf } from '../i18n/i18n.svelte';
import type { ClockPlan } from '../wire';
import { CLOCKS, optionInWords } from './setup';

export function clockInWords(clock: Pick<ClockPlan, 'kind' | 'seconds' | 'increment'> | null): string {
  if (!clock) return t('lobby.noClock');
  const known = Object.entries(CLOCKS).find(
    ([, each]) =>
      each?.kind === clock.kind && each.seconds === clock.seconds && (each.increment ?? 0) === (clock.increment ?? 0),
  );
  const text = known && textOf(`clock.${known[0]}`);
  if (text) return text;
  if (clock.kind === 'days') return t('lobby.days', { n: Math.round(clock.seconds / 86_400) || 1 });
  const minutes = Math.round(clock.seconds / 6) / 10;
  return clock.increment ? `${minutes} min + ${clock.increment} s` : `${minutes} min`;
}

/** What differs from the ordinary form of a game: the name of a form that has one, else its options. */
export function formInWords(game: string, options: Readonly<Record<string, string>>): string {
  const info = catalogue.of(game);
  const known = info?.options ?? [];
  const isChosen = (preset: Readonly<Record<string, string>>): boolean =>
    known.every(({ name, choices }) => (options[name] ?? choices[0]) === (preset[name] ?? choices[0]));
  const preset = Object.entries(info?.presets ?? {}).find(([, words]) => isChosen(words));
  if (preset) return preset[0] === 'standard' ? '' : (textOf(`preset.${preset[0]}`) ?? preset[0]);
  return known
    .filter(({ name, choices }) => name in options && options[name] !== choices[0])
    .map(({ name }) =>
      name === 'players' ? t('lobby.players', { n: Number(options[name]) }) : optionInWords(name, options[name]),
    )
    .join(', ');
}
