/** Matches of the lobby in words. */
import { t } from '../i18n/i18n.svelte';
import { places } from '../net/api';
import type { OwnMatch, SeatShown, SummaryShown } from '../wire';
import { computerNames } from './characters';
import { levelInWords } from './levels';

/** What the seats of a table are called: by the name of whoever sits there, or that they are free. */
export function seatNames(seats: readonly SeatShown[]): string[] {
  const computers = computerNames(seats);
  return seats.map((seat, index) => {
    const computer = computers[index];
    if (computer != null) return computer;
    if (!seat.taken) return t('seat.free');
    return seat.level ? t('seat.replaced', { name: seat.name }) : seat.name;
  });
}

/** Everybody at a table in one line; computers with their level, and the one seat that is one's own as you. */
export function seatsInWords(match: SummaryShown, own: readonly number[] = []): string {
  const names = seatNames(match.seats);
  const [seat] = own.length === 1 ? own : [];
  if (seat !== undefined) names[seat] = t('seat.you');
  return match.seats
    .map(({ kind, level }, index) => (kind === 'computer' ? `${names[index]} (${levelInWords(level)})` : names[index]))
    .join(' · ');
}

/** The matches that this device keeps, as if the server had listed them; one that moved goes by its name there. */
export async function ownHere(): Promise<OwnMatch[]> {
  if (!places.hasEngine) return [];
  const { allKept } = await import('../net/shelf');
  const kept = await allKept().catch(() => []);
  return kept.flatMap(({ summary, seats, movedTo }) => {
    const match = movedTo ? { ...summary, id: movedTo } : summary;
    const [watched] = seats.length ? [] : [{ token: 0, seat: -1, match }];
    return [...seats.map(({ seat }) => ({ token: 0, seat, match })), ...(watched ? [watched] : [])];
  });
}

/** A match of somebody here: whether they are on turn, and which seats are theirs. */
export type OwnListed = SummaryShown & { readonly yours: boolean; readonly own: readonly number[] };

/** One's own matches once each, with whether one is on turn: those first, then what goes on, then what is over. */
export function withTurns(found: readonly Pick<OwnMatch, 'match' | 'seat'>[]): OwnListed[] {
  const matches = new Map(found.map(({ match }) => [match.id, { ...match, yours: false, own: [] as number[] }]));
  for (const { match, seat } of found) {
    const listed = matches.get(match.id);
    if (!listed?.own.includes(seat)) listed?.own.push(seat);
    if (listed && match.status === 'running' && match.turn === seat && !match.seats[seat]?.level) listed.yours = true;
  }
  const rank = (match: OwnListed): number => (match.yours ? 0 : match.status === 'finished' ? 2 : 1);
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
