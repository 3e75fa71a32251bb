/** The match after the match: the same people on other seats. */
import type { Created, SeatPlan } from './events';
import { HERE, toLetters } from './names';
import { tagsForRevanche } from './record';
import { hex, hmac } from '../engine/sha256';
import type { Match, Seat } from './state';

/** So many bytes that nobody can guess. */
export type Entropy = (bytes: number) => Uint8Array;

const WORD_BYTES = 8;
const SECRET_BYTES = 32;

/** The name of the following match: always the same, and known to nobody before. */
export function nextId(match: Match, what: string): string {
  const text = new TextEncoder();
  const secret = text.encode(match.created.secret || (match.line?.deal ?? ''));
  const digest = hmac(secret, text.encode(`${what} ${match.id}`));
  return (
    HERE +
    toLetters(digest)
      .replace(/^[-_]+/, '')
      .slice(0, 22)
  );
}

/** How the match of that name begins: everybody moves one seat on, and in a Revanche the deal stays. */
export function nextMatch(match: Match, name: string, entropy: Entropy): Created {
  const { created } = match;
  const again = name === nextId(match, 'revanche');
  const said = created.nextSecret ? match.nextWords : new Map<number, string>();
  const seats = match.seats.map((seat, index) => plan(seat, said.get(index), hex(entropy(WORD_BYTES))));
  const tags = again ? tagsForRevanche(match) : {};
  return {
    ...created,
    seats: shifted(seats),
    wins: shifted(wins(match)),
    played: created.played + 1,
    secret: again ? '' : created.nextSecret || hex(entropy(SECRET_BYTES)),
    nextSecret: hex(entropy(SECRET_BYTES)),
    tags,
    previous: match.id,
  };
}

function shifted<Item>(items: readonly Item[]): readonly Item[] {
  return [...items.slice(-1), ...items.slice(0, -1)];
}

/** By seat the matches of the series won so far, this one among them. */
function wins({ created, seats, finished, terms }: Match): readonly number[] {
  const winner = finished?.winner ?? null;
  return seats.map((_, seat) => (created.wins[seat] ?? 0) + (winner !== null && terms.sides[seat] === winner ? 1 : 0));
}

function plan({ kind, name, level, token }: Seat, said: string | undefined, drawn: string): SeatPlan {
  const word = kind === 'computer' ? 'computer' : said || drawn;
  return { kind, name, level, token, word, wordFollows: said !== undefined };
}
