/** What a key does while cards are laid, beside moving about. */
import { notices } from '../../../app/notices.svelte';
import { t } from '../../../i18n/i18n.svelte';
import type { Laying } from './laying.svelte';
import type { Material } from './material';
import { tellDone } from './words';

/** Tells whether it was a key of ours. */
export function pressed(laying: Laying, material: Material, key: string): boolean {
  const word = key.toLowerCase();
  if (word === 'r') laying.turn();
  else if (word === 's' && material.smarties) {
    if (laying.chosen) tellDone(laying.secure(laying.chosen), null);
    else laying.sweet = !laying.sweet;
  } else if ((word === 'delete' || word === 'backspace') && laying.chosen) {
    laying.remove(laying.chosen);
    notices.say(t('count.gone'));
  } else if (word === 'u') laying.undo();
  else if (word === 'escape') laying.chosen = null;
  else return false;
  return true;
}
