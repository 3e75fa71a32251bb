/** A match as a record: everything once it is over, before that what one observer may know. */
import { Refusal } from '../net/refusal';
import type { MatchEvent } from '../wire';
import { commitment, type Match, type Seat } from './state';

const SCHEME = 'tafelrunde-deal-1';
const RESULTS = { played: '', resigned: ' by resignation', agreed: ' by agreement', time: ' on time', closed: '' };

/** The record as an observer may have it. */
export function recordFor(match: Match, observer: number): string {
  if (match.finished) return fullRecord(match);
  const seen = match.position?.seen.at(observer);
  if (!seen) throw new Refusal('not-started', 'the match has not begun: there is no record yet');
  return written(tagsOf(match, seen.deal), seen.moves);
}

/** The record with everything in it: to be told when the match is over, or handed to another host. */
export function fullRecord(match: Match): string {
  const tags = tagsOf(match, match.line?.deal ?? '');
  const { secret } = match.created;
  return written(secret && match.finished ? { ...tags, DealSecret: secret } : tags, match.moves);
}

/** The tags of the next match with the same deal: those of a record of this one that is over. */
export function tagsForRevanche(match: Match): Record<string, string> {
  const tags = tagsOf(match, match.line?.deal ?? '');
  for (const name of ['Seat1', 'Seat2', 'Result']) delete tags[name];
  return match.created.secret ? { ...tags, DealSecret: match.created.secret } : tags;
}

function tagsOf(match: Match, deal: string): Record<string, string> {
  const { created, terms, seats } = match;
  const tags: Record<string, string> = { ...created.tags, Game: terms.game.name };
  for (const [name, word] of Object.entries(terms.options)) tags[name[0]?.toUpperCase() + name.slice(1)] = word;
  tags[terms.dealTag] = deal;
  tags['Date'] = new Date(match.createdAt).toISOString().slice(0, 10);
  seats.forEach((seat, index) => (tags[`Seat${index + 1}`] = sitter(seat)));
  if (created.secret) {
    tags['DealScheme'] = SCHEME;
    tags['DealHash'] = commitment(created.secret);
    seats.forEach(({ word }, index) => (tags[`DealWord${index + 1}`] = word));
    tags['DealOrder'] = order(seats);
  }
  if (match.finished) tags['Result'] = resultText(match.finished);
  return tags;
}

/** In which order the words and the hash came: the seats before it, `hash`, the seats after it. */
function order(seats: readonly Seat[]): string {
  const numbers = (follows: boolean): string[] =>
    seats.flatMap(({ wordFollows }, index) => (wordFollows === follows ? [String(index + 1)] : []));
  return [...numbers(false), 'hash', ...numbers(true)].join(' ');
}

/** Who sits on a seat: a computer that goes by a name has its level beside it. */
function sitter({ kind, name, level }: Seat): string {
  return kind === 'computer' && name !== `Computer ${level}` ? `${name} (level ${level})` : name;
}

function resultText({ reason, winner }: Extract<MatchEvent, { type: 'finished' }>): string {
  if (reason === 'closed') return 'closed';
  return (winner === null ? 'draw' : `side ${winner + 1} wins`) + RESULTS[reason];
}

function written(tags: Readonly<Record<string, string>>, moves: readonly string[]): string {
  const lines = Object.entries(tags).map(
    ([name, value]) => `[${name} "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"]\n`,
  );
  return `${lines.join('')}\n${moves.map((move) => move.replaceAll(' ', '-')).join(' ')}\n`;
}
