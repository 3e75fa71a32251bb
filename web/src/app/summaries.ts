/** Matches of the lobby in words. */
import { t } from '../i18n/i18n.svelte';
import type { OwnMatch, SeatShown, SummaryShown } from '../wire';

/** What a seat is called: its sitter's name, the computer's level, or that it is free. */
export function seatName(seat: SeatShown): string {
  if (seat.kind === 'computer') return t('seat.computer', { n: seat.level });
  if (!seat.taken) return t('seat.free');
  return seat.level ? t('seat.replaced', { name: seat.name }) : seat.name;
}

export function seatsInWords(match: SummaryShown): string {
  return match.seats.map(seatName).join(' · ');
}

/** One's own matches once each, with whether one is on turn: those first, then what goes on, then what is over. */
export function withTurns(found: readonly OwnMatch[]): (SummaryShown & { readonly yours: boolean })[] {
  const matches = new Map(found.map(({ match }) => [match.id, { ...match, yours: false }]));
  for (const { match, seat } of found) {
    const listed = matches.get(match.id);
    if (listed && match.status === 'running' && match.turn === seat && !match.seats[seat]?.level) listed.yours = true;
  }
  const rank = (match: SummaryShown & { readonly yours: boolean }): number =>
    match.yours ? 0 : match.status === 'finished' ? 2 : 1;
  return [...matches.values()].sort((a, b) => rank(a) - rank(b) || b.changed - a.changed);
}

/** How long ago something was, in a few words. */
export function ago(moment: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const minutes = Math.round((moment - now) / 60_000);
  if (minutes > -60) return format.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours > -24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}
