/** A match as pages are told of it: the very messages of the server. */
import type { WireTable } from '../tables';
import type { Happened, MatchShown, SeatShown, Snapshot, SummaryShown } from '../wire';
import { leftAt } from './clock';
import { fullRecord } from './record';
import { SPECTATOR, type Match } from './state';
import type { Kept } from './store';

function seatsShown(match: Match): SeatShown[] {
  return match.seats.map(({ kind, name, left }, seat) => ({
    kind,
    name,
    taken: true,
    left,
    level: match.computerOn(seat),
    account: null,
  }));
}

/** A match without its table, the same for every observer. */
export function showMatch(match: Match): MatchShown {
  const { created, clock } = match;
  return {
    id: match.id,
    game: match.terms.game.name,
    options: { ...match.terms.options },
    status: match.status,
    seats: seatsShown(match),
    sides: [...match.terms.sides],
    turn: match.deciding,
    ply: match.moves.length,
    clock_plan: created.clock,
    // Told as it was at the last event, so that the same event always reads the same.
    clock: clock && { left: [...leftAt(clock, match.changedAt)], running: clock.running, at: match.changedAt },
    listed: false,
    friendly: created.friendly,
    deal_hash: match.dealHash,
    next_deal_hash: match.nextDealHash,
    proposal: match.proposal,
    agreed: [...match.agreed].sort(),
    finished: match.finished,
    next_match: match.nextMatch || null,
    previous: created.previous || null,
    created: match.createdAt,
    pace: created.pace,
    hints: match.hints.size ? match.seats.map((_, seat) => match.hints.get(seat) ?? 0) : [],
    wins: [...created.wins],
    played: created.played,
    rated: false,
    known: match.hasSecrets && Object.keys(created.tags).length > 0 && !created.previous,
  };
}

/** The table as an observer may see it, all of it once the match is over, however it ended. */
async function showTable(match: Match, observer: number): Promise<WireTable | null> {
  const position = await match.look();
  if (!position) return null;
  if (match.finished) return { ...(await match.rules.study(fullRecord(match))).table, legal: null };
  const table = position.seen.at(observer)?.table ?? null;
  return table && match.status !== 'running' ? { ...table, legal: null } : table;
}

/** Everything an observer may know of a match. */
export async function snapshot(match: Match, observer: number): Promise<Snapshot> {
  const table = await showTable(match, observer);
  const seen = match.finished ? match.line : match.position?.seen.at(observer);
  return {
    type: 'snapshot',
    match: match.id,
    seat: observer,
    number: match.number,
    state: showMatch(match),
    moves: [...(seen?.moves ?? [])],
    chat: match.chat.filter(({ seat }) => observer === SPECTATOR || match.hears(observer, seat)),
    table,
  };
}

/** The last event as an observer hears it, with the new state and table. */
export async function happened(match: Match, observer: number): Promise<Happened> {
  const table = await showTable(match, observer);
  return {
    type: 'event',
    match: match.id,
    seat: observer,
    number: match.number,
    at: match.changedAt,
    events: [...match.heard(observer)],
    state: showMatch(match),
    table,
  };
}

/** What a list shows of a match. */
export function summary(match: Match): SummaryShown {
  return {
    id: match.id,
    game: match.terms.game.name,
    options: { ...match.terms.options },
    status: match.status,
    seats: seatsShown(match),
    clock_plan: match.created.clock,
    friendly: match.created.friendly,
    created: match.createdAt,
    changed: match.changedAt,
    finished: match.finished,
    rated: false,
    turn: match.deciding,
  };
}

/** A match as the store lists it. */
export function keptOf(match: Match): Kept {
  const seats = match.seats.flatMap(({ token }, seat) => (token ? [{ seat, token }] : []));
  return { id: match.id, summary: summary(match), seats };
}
