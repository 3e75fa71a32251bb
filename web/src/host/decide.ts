/** What follows from an action: the events it causes, or a refusal. Nothing is changed here. */
import { isPrintable } from '../engine/calls';
import { Refusal } from '../net/refusal';
import type { AnyAction, MatchEvent, Propose, Proposed, TakeOver } from '../wire';
import { accountOf, MOST, type Budget } from './budget';
import { leftAt } from './clock';
import type { Stored } from './events';
import { nextId } from './rematch';
import { SPECTATOR, type Match } from './state';

type Events = readonly Stored[];
type Finished = Extract<MatchEvent, { type: 'finished' }>;

const FULL: Readonly<Record<Budget, string>> = {
  chat: 'enough has been said in this match',
  mute: 'you have changed often enough whom you hear',
  proposal: 'you have proposed often enough in this match',
  coming: 'you have come and gone often enough in this match',
  takeback: 'enough has been taken back in this match',
};

/** What a seat's action causes at a moment; throws a Refusal. */
export async function decide(match: Match, seat: number, action: AnyAction, now: number): Promise<Events> {
  if (seat === SPECTATOR) throw new Refusal('not-seated', 'only seats may act');
  await match.look();
  const happening = await decideAny(match, seat, action, now);
  for (const event of happening) {
    const account = accountOf(event);
    if (account && (match.spent.get(account.account) ?? 0) >= MOST[account.budget])
      throw new Refusal('too-many', FULL[account.budget]);
  }
  return happening;
}

function decideAny(match: Match, seat: number, action: AnyAction, now: number): Events | Promise<Events> {
  switch (action.type) {
    case 'move':
      return decideMove(match, seat, action.move, action.ply ?? null, now);
    case 'chat':
      return [{ type: 'chatted', seat, text: clean(action.text) }];
    case 'mute':
      return mute(match, seat, action.other, action.on ?? true);
    case 'propose':
      return propose(match, seat, action);
    case 'agree':
      return agree(match, seat, action.word ?? null);
    case 'decline':
      proposalOf(match);
      return [{ type: 'declined', seat }];
    case 'resign':
      mustRun(match);
      return [{ type: 'resigned', seat }, without(match, seat, 'resigned')];
    case 'resume':
      if (match.status !== 'paused') throw new Refusal('not-allowed', 'there is no pause');
      return [{ type: 'resumed', seat }];
    case 'leave':
      if (match.finished) throw new Refusal('match-over', 'the match is over');
      if (match.seats[seat]?.left) throw new Refusal('not-allowed', 'you have left already');
      return [{ type: 'left', seat }];
    case 'return':
      if (!match.seats[seat]?.left && !match.seats[seat]?.substitute)
        throw new Refusal('not-allowed', 'you have not left');
      return [{ type: 'returned', seat }];
    case 'take-over':
      return takeOver(match, seat, action);
  }
}

/** What a move causes; throws a Refusal. */
export async function decideMove(
  match: Match,
  seat: number,
  text: string,
  ply: number | null,
  now: number,
): Promise<Events> {
  mustRun(match);
  if (match.status === 'paused') throw new Refusal('paused', 'the match is paused');
  const { line, position, clock } = match;
  if (!line || !position) throw new Refusal('not-started', 'the match has not begun');
  const made = line.moves.length;
  if (ply !== null && ply !== made) throw new Refusal('stale', `${made} moves have been made, not ${ply}`);
  if (position.seat !== seat) throw new Refusal('not-your-turn', `seat ${position.seat + 1} decides now`);
  if (clock && leftAt(clock, now)[seat] === 0) throw new Refusal('clock', 'your time has run out');
  const { move, reason, why } = await match.rules.tried(line, seat, text);
  if (move === null) throw new Refusal('illegal', reason ?? '', why);
  // The move as it was understood: equal moves are written alike.
  const moved = { type: 'moved', seat, move } as const;
  const { over, winner, points } = await match.rules.position({ ...line, moves: [...line.moves, move] });
  return over ? [moved, { type: 'finished', reason: 'played', winner, points }] : [moved];
}

/** The number of moves made so far if a seat may get a hint now; throws a Refusal. */
export function checkHint(match: Match, seat: number): number {
  mustRun(match);
  if (!match.created.friendly || match.seats.some(({ kind }, other) => other !== seat && kind !== 'computer'))
    throw new Refusal('not-allowed', 'hints are for friendly matches against computers');
  if (match.deciding !== seat || match.computerOn(seat))
    throw new Refusal('not-your-turn', 'a hint is for the one who decides now');
  return match.moves.length;
}

/** What the clock causes at a moment: nothing, or the end of the match. */
export function decideTime(match: Match, now: number): Events {
  const { clock } = match;
  if (match.status !== 'running' || !clock || clock.running === null || leftAt(clock, now)[clock.running]) return [];
  return [without(match, clock.running, 'time')];
}

/** The end of a match in which a seat drops out: of the other sides the one with most points wins. */
function without({ position, terms }: Match, seat: number, reason: Finished['reason']): Finished {
  if (!position) throw new Refusal('not-started', 'the match has not begun');
  const leaders = position.without[terms.sides[seat] ?? 0] ?? [];
  const winner = leaders.length === 1 ? (leaders[0] ?? null) : null;
  return { type: 'finished', reason, winner, points: position.points, seat };
}

/** A word for a deal; throws a Refusal for one that no deal takes. */
export function checkedWord(word: string): string {
  if (!isPrintable(word)) throw new Refusal('bad-message', 'a word for the deal has printable characters only');
  return word;
}

/** A text that people wrote, on one line and without characters that do not print. */
export function clean(text: string): string {
  const line = [
    ...text
      .split(/[^\S\ufeff]+/u)
      .filter(Boolean)
      .join(' '),
  ]
    .filter(isPrintable)
    .join('');
  if (!line) throw new Refusal('bad-message', 'the text is empty');
  return line;
}

function mustRun(match: Match): void {
  if (match.status === 'open') throw new Refusal('not-started', 'the match has not begun: a seat is free');
  if (match.status === 'finished') throw new Refusal('match-over', 'the match is over');
}

function proposalOf(match: Match): Proposed {
  if (!match.proposal) throw new Refusal('nothing-proposed', 'nothing has been proposed');
  return match.proposal;
}

function mute(match: Match, seat: number, other: number, on: boolean): Events {
  if (other === seat || other >= match.seats.length) throw new Refusal('no-such-seat', 'there is no such other seat');
  return match.hears(seat, other) === on ? [{ type: 'muted', seat, other, on }] : [];
}

function propose(match: Match, seat: number, { what, ply = null, word = null }: Propose): Events {
  const { proposal } = match;
  if (proposal) {
    if (proposal.what === what && (proposal.ply ?? null) === ply) return agree(match, seat, word);
    throw new Refusal('pending', 'something else is being proposed');
  }
  let stays: number | null = null;
  if (what === 'rematch' || what === 'revanche') checkRematch(match, what);
  else {
    mustRun(match);
    if (match.status === 'paused') throw new Refusal('paused', 'the match is paused');
    if (what === 'takeback') stays = takebackPly(match, seat, ply);
  }
  const said = rematchWord(what, word);
  const proposed: Proposed = {
    type: 'proposed',
    seat,
    what,
    ...(stays !== null && { ply: stays }),
    ...(said && { word: said }),
  };
  return [proposed, ...effect(match, proposed, new Set([seat]))];
}

function rematchWord(what: Propose['what'], word: string | null): string {
  return word !== null && what === 'rematch' ? checkedWord(word) : '';
}

function checkRematch(match: Match, what: 'rematch' | 'revanche'): void {
  if (!match.finished) throw new Refusal('not-over', 'the match is not over');
  if (match.nextMatch) throw new Refusal('match-over', 'the next match exists already');
  if (what === 'revanche' && !match.terms.game.revanche)
    throw new Refusal('not-allowed', `there is no Revanche in ${match.terms.game.title}`);
}

/** How many moves stay; by default all before the last own one. */
function takebackPly(match: Match, seat: number, wanted: number | null): number {
  const own = match.movers.lastIndexOf(seat);
  const ply = wanted ?? (own < 0 ? null : own);
  if (ply === null || ply >= match.moves.length) throw new Refusal('not-allowed', 'there is no such move to take back');
  if (match.hasSecrets && !match.created.friendly)
    throw new Refusal('revealed', 'cards were shown and drawn since: only in a friendly match that can be taken back');
  return ply;
}

function agree(match: Match, seat: number, word: string | null): Events {
  const proposal = proposalOf(match);
  if (match.agreed.has(seat)) throw new Refusal('pending', 'you have agreed already');
  const said = rematchWord(proposal.what, word);
  return [
    { type: 'agreed', seat, ...(said && { word: said }) },
    ...effect(match, proposal, new Set([...match.agreed, seat])),
  ];
}

/** What comes of a proposal once all people agree; computers agree to all but a draw, which they decline. */
function effect(match: Match, proposal: Proposed, agreed: ReadonlySet<number>): Events {
  const { people, seats } = match;
  if (proposal.what === 'draw' && people.length < seats.length)
    return [{ type: 'declined', seat: [...seats.keys()].find((seat) => !people.includes(seat)) ?? 0 }];
  if (people.some((seat) => !seats[seat]?.left && !agreed.has(seat))) return [];
  switch (proposal.what) {
    case 'draw':
      return [{ type: 'finished', reason: 'agreed', winner: null, points: match.position?.points ?? [] }];
    case 'pause':
      return [{ type: 'paused' }];
    case 'takeback':
      return [{ type: 'taken-back', ply: proposal.ply ?? 0 }];
    default:
      return [{ type: 'rematched', match: nextId(match, proposal.what) }];
  }
}

function takeOver(match: Match, seat: number, { seat: other, level }: TakeOver): Events {
  mustRun(match);
  const state = match.seats[other];
  if (!state || state.kind === 'computer')
    throw new Refusal('no-such-seat', "there is no person's seat of that number");
  if (other !== seat && !state.left) throw new Refusal('not-allowed', "the seat's owner has not left");
  if (other !== seat && state.substitute) throw new Refusal('not-allowed', 'a computer decides for that seat already');
  return [{ type: 'taken-over', seat: other, level }];
}
