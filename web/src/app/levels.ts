/** The level of a computer as a person reads it. */
import { t } from '../i18n/i18n.svelte';
import { PERFECT } from './characters';

export function levelInWords(level: number): string {
  return level === PERFECT ? t('seat.perfect') : t('seat.level', { n: level });
}
