/** The three games as the pages speak of them. */
import type { Text } from '../i18n/i18n.svelte';

export type GameName = 'tokan' | 'schoko' | 'schokoly';
export const GAMES: readonly GameName[] = ['tokan', 'schoko', 'schokoly'];
export const TITLES: Readonly<Record<GameName, string>> = { tokan: 'TOKAN', schoko: 'Scho K.O.', schokoly: 'Schokoly' };
export const FAMILIES: Readonly<Record<GameName, 'tokan' | 'chocolate'>> = { tokan: 'tokan', schoko: 'chocolate', schokoly: 'chocolate' };

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

export function titleOf(name: string): string {
  return isGame(name) ? TITLES[name] : name;
}

/** An option's words as a person reads them: what it is called, its choices, and what each means. */
export const OPTION_TEXTS: Readonly<Record<string, { readonly label: Text; readonly choices: Readonly<Record<string, readonly [Text, Text]>> }>> = {
  scoring: {
    label: 'option.scoring',
    choices: { towers: ['option.towers', 'option.towers.help'], heads: ['option.heads', 'option.heads.help'] },
  },
  setup: {
    label: 'option.setup',
    choices: { random: ['option.random', 'option.random.help'], draft: ['option.draft', 'option.draft.help'] },
  },
  gaps: {
    label: 'option.gaps',
    choices: { contiguous: ['option.contiguous', 'option.contiguous.help'], line: ['option.line', 'option.line.help'] },
  },
  swap: {
    label: 'option.swap',
    choices: { on: ['option.swap.on', 'option.swap.on.help'], off: ['option.swap.off', 'option.swap.off.help'] },
  },
  ties: {
    label: 'option.ties',
    choices: { draw: ['option.ties.draw', 'option.ties.draw.help'], second: ['option.ties.second', 'option.ties.second.help'] },
  },
};
