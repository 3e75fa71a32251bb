/** Matches of the lobby in words. */
import { t } from '../i18n/i18n.svelte';
import type { SeatShown, SummaryShown } from '../wire';

/** What a seat is called: its sitter's name, the computer's level, or that it is free. */
export function seatName(seat: SeatShown): string {
  if (seat.kind === 'computer') return t('seat.computer', { n: seat.level });
  if (!seat.taken) return t('seat.free');
  return seat.level ? t('seat.replaced', { name: seat.name }) : seat.name;
}

export function seatsInWords(match: SummaryShown): string {
  return match.seats.map(seatName).join(' · ');
}

/** How long ago something was, in a few words. */
export function ago(moment: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const minutes = Math.round((moment - now) / 60_000);
  if (minutes > -60) return format.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours > -24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}
