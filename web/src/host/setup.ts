/** The beginning of a match on this device: who sits where, the deal, and where a record is gone on with. */
import { Refusal } from '../net/refusal';
import type { Create, SeatAsked, SeatGiven } from '../wire';
import { checkedWord, clean } from './decide';
import type { Created, SeatPlan, Stored } from './events';
import type { Entropy } from './rematch';
import type { Rules } from './rules';
import { hex } from '../engine/sha256';
import { toLetters } from './names';

const HIGHEST = 8;
const WORD_BYTES = 8;
const SECRET_BYTES = 32;
const TOKEN_BYTES = 24;

/** A new match as it is kept, with the moves that lead to where it begins, and what opens its seats. */
export interface Founded {
  readonly events: readonly Stored[];
  readonly given: readonly SeatGiven[];
}

/** What somebody asks for, as it begins; throws a Refusal. */
export async function found(asked: Create, rules: Rules, entropy: Entropy): Promise<Founded> {
  if (asked.rated) throw new Refusal('nameless', 'a rated match needs a name on every seat: sign in first');
  const plans = asked.seats.map((seat) => planned(seat, entropy));
  const seats = asked.draw_seats ? shuffled(plans, entropy) : plans;
  const clock = asked.clock ?? null;
  const created: Created = {
    type: 'created',
    game: asked.game,
    options: asked.options ?? {},
    seats,
    clock: clock && {
      kind: clock.kind,
      seconds: clock.seconds,
      ...(clock.increment && { increment: clock.increment }),
    },
    friendly: asked.friendly ?? true,
    secret: hex(entropy(SECRET_BYTES)),
    nextSecret: hex(entropy(SECRET_BYTES)),
    tags: {},
    previous: '',
    // Whoever plays goes by their own time.
    pace: seats.every(({ kind }) => kind === 'computer') ? (asked.pace ?? 0) : 0,
    wins: [],
    played: 0,
  };
  const given = seats.flatMap(({ token }, seat) => (token ? [{ seat, token }] : []));
  return { events: await (asked.record == null ? begin(created, rules) : goOn(created, asked.record, rules)), given };
}

/** The first entry of a match that is dealt, or whose deal its tags name; throws a Refusal. */
export async function begin(created: Created, rules: Rules): Promise<readonly Stored[]> {
  const { seats, tags, secret } = created;
  const terms = await rules.terms(created.game, created.options);
  const count = terms.sides.length;
  if (seats.some(({ level }) => level > HIGHEST) && !terms.game.abilities.includes('perfect'))
    throw new Refusal('bad-setup', `nobody plays ${terms.game.title} perfectly: levels go from 1 to ${HIGHEST}`);
  if (seats.length !== count)
    throw new Refusal('bad-setup', `${terms.game.title} has ${count} seats here, not ${seats.length}`);
  const deal =
    tags[terms.dealTag] ??
    (await rules.deal(
      terms,
      secret,
      seats.map(({ word }) => word),
    ));
  return [
    { ...created, options: { ...created.options } },
    { type: 'started', deal },
  ];
}

/** The first entry of a match that goes on where a record ends; throws a Refusal. */
async function goOn(created: Created, record: string, rules: Rules): Promise<readonly Stored[]> {
  const { game, options, tags, moves, tables } = await rules.ask({ op: 'replay', record });
  const { dealTag } = await rules.terms(game, options);
  const deal = tags[dealTag] ?? '';
  if (deal.includes('?'))
    throw new Refusal('not-over', 'the record hides cards: it is one of a match that is still being played');
  if (tables.at(-1)?.over)
    throw new Refusal('match-over', 'the record ends with the end of its game: there is nothing to go on with');
  const events = await begin({ ...created, game, options, secret: '', tags: { [dealTag]: deal } }, rules);
  const moved = moves.map((move, ply) => ({ type: 'moved', seat: tables[ply]?.seat ?? 0, move }) as const);
  return [...events, ...moved];
}

function planned({ kind, level, name, word, engine }: SeatAsked, entropy: Entropy): SeatPlan {
  if (engine != null) throw new Refusal('bad-setup', 'there is no such engine here');
  if (kind === 'computer') {
    const strength = level ?? 1;
    const called = name == null ? `Computer ${strength}` : clean(name);
    return { kind, name: called, level: strength, token: '', word: 'computer', wordFollows: false };
  }
  if (kind !== 'local') throw new Refusal('bad-setup', 'only people at this screen and computers play here');
  if (level != null) throw new Refusal('bad-setup', 'only a computer has a level');
  return {
    kind,
    name: name == null ? '' : clean(name),
    level: 0,
    token: toLetters(entropy(TOKEN_BYTES)),
    word: word == null ? hex(entropy(WORD_BYTES)) : checkedWord(word),
    wordFollows: false,
  };
}

/** The same items in an order that chance decides. */
function shuffled<Item>(items: readonly Item[], entropy: Entropy): Item[] {
  const drawn = items.map((item) => ({ item, lot: hex(entropy(WORD_BYTES)) }));
  return drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ item }) => item);
}
