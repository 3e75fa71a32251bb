/** Answers the questions of `protocol.ts`, one after the other. */
import { Refusal } from '../net/refusal';
import type { WireTable } from '../tables';
import type { CountShown, ReplayShown, StudyShown } from '../wire';
import { type Core, Objection, OPEN } from './calls';
import { commitment, deal, verify } from './deals';
import { readForm, refused, seatsOf, showForm, sidesOf } from './forms';
import games from './games.json';
import type { Budget } from './pace';
import { Play } from './play';
import type {
  Answer,
  AnyAsked,
  Asked,
  MovesJudged,
  Op,
  Played,
  RecordShown,
  Standing,
  Thought,
  TriedShown,
  Why,
} from './protocol';
import { SPECTATOR } from './protocol';
import { Random } from './random';
import { MatchRecord, moveToken, readRecord, RecordError } from './records';
import { unhex } from './sha256';

/** Is told how far long work is. */
export type Tell = (done: number, total: number | null, found?: MovesJudged) => void;

const HIGHEST = 8;
/** Stands for the player that thinks until it knows, where a level is asked for. */
const PERFECT = 9;
const HINT_SECONDS = 1;
const STUDY_SECONDS = 20;
const LINES = 3;
const SOLVER_MEMORY = 128 << 20;
/** So many that chances are right to about one in a hundred; many more would not be seen. */
const BELIEVED_DEALS = 20_000;
const MOST_DEALS = 200_000;
const MOST_SEED = 2 ** 53;

type Answers = { [O in Op]: (core: Core, asked: Asked<O>, tell: Tell) => Answer<O> | Promise<Answer<O>> };

const ANSWERS: Answers = {
  games: () => games as Answer<'games'>,
  form: (_, { game, options }) => showForm(readForm(game, options)),
  deal: (_, { game, options, secret, words }) => {
    const bytes = unhex(secret);
    if (bytes === null) throw refused('bad-setup', 'a secret is written in hexadecimal digits');
    return { deal: deal(readForm(game, options), bytes, words), hash: commitment(bytes) };
  },
  standing: (core, asked) => playing(core, asked, (play) => standing(play, asked)),
  try: (core, asked) => playing(core, asked, (play) => tried(play, asked.move, asked.seat)),
  write: (_, { tags, moves }) => ({
    text: String(new MatchRecord(new Map(Object.entries(tags)), moves.map(moveToken))),
  }),
  read: (core, { record, observer }) => replaying(core, record, (play, read) => shownRecord(play, read, observer)),
  tree: (core, { record }) =>
    replaying(core, record, (play) => {
      checkOpen(play);
      const { form, walked } = play;
      return { game: form.game, options: form.words, sides: sidesOf(form), moves: walked };
    }),
  replay: (core, { record }) => replaying(core, record, replayed),
  study: (core, { record, move, seat }) => replaying(core, record, (play) => studied(play, move ?? null, seat ?? null)),
  count: (core, asked) => counted(core, asked),
  think: (core, asked) => thought(core, asked),
  hint: (core, { record, seat }) => thought(core, { record, seat, level: HIGHEST, seconds: HINT_SECONDS }),
  analyse: (core, { record, seconds, nodes }, tell) =>
    replaying(core, record, (play) => {
      checkOpen(play);
      return play.form.room.analyse(play, studyBudget(seconds, nodes), tell);
    }),
  judge: (core, { record, open, seconds, nodes, lines, memory, threads }, tell) =>
    replaying(core, record, (play) => {
      checkOpen(play);
      if (play.stand().over) throw refused('not-your-turn', 'the game is over');
      const question = { open: open ?? false, lines: lines ?? LINES, memory: memory ?? SOLVER_MEMORY, threads };
      return play.form.room.judge(play, { ...question, ...studyBudget(seconds, nodes) }, tell);
    }),
  believe: (core, { record, deals }) =>
    replaying(core, record, (play) => {
      checkOpen(play);
      const { room, title } = play.form;
      if (room.believe === null) throw refused('bad-setup', `nothing is hidden in ${title}`);
      if (play.stand().over) throw refused('not-your-turn', 'the game is over');
      return room.believe(play, Math.min(Math.max(1, Math.trunc(deals ?? BELIEVED_DEALS)), MOST_DEALS));
    }),
  solve: (core, { record, seconds, positions, memory }, tell) =>
    replaying(core, record, (play) => {
      const { room, title } = play.form;
      if (room.solve === null) throw refused('bad-setup', `${title} cannot be solved`);
      return room.solve(play, studyBudget(seconds, positions), memory ?? SOLVER_MEMORY, tell);
    }),
};

/** Answers a question; throws a Refusal. */
export async function answer(core: Core, asked: AnyAsked, tell: Tell): Promise<unknown> {
  try {
    return await (ANSWERS[asked.op] as (core: Core, asked: AnyAsked, tell: Tell) => unknown)(core, asked, tell);
  } catch (error) {
    if (error instanceof Objection) throw refusalOf(error);
    if (error instanceof RecordError) throw new Refusal('bad-record', error.message, whereOf(error));
    throw error;
  }
}

function refusalOf(error: Objection): Refusal {
  const code = error.code === 'illegal-move' ? 'illegal' : error.code === 'bad-setup' ? 'bad-setup' : 'notation';
  return new Refusal(code, error.message, error.why);
}

/** At which move a record breaks off, and the rule that this move breaks. */
function whereOf({ move, token, why }: RecordError): Why | null {
  return move === null ? null : { ...(why ?? { code: 'broken-record' }), move, token: token ?? '' };
}

function studyBudget(seconds: number | undefined, nodes: number | undefined): Budget {
  return nodes === undefined ? { seconds: seconds ?? STUDY_SECONDS } : { nodes, seconds };
}

/** Does something with a play, and lets go of it. */
async function playing<T>(
  core: Core,
  { game, options, deal: dealt, moves }: Played,
  look: (play: Play) => T,
): Promise<T> {
  const play = Play.start(core, readForm(game, options), dealt);
  try {
    for (const move of moves) play.move(move);
    return await look(play);
  } finally {
    play.close();
  }
}

async function replaying<T>(
  core: Core,
  text: string,
  look: (play: Play, record: MatchRecord) => T,
): Promise<Awaited<T>> {
  const record = readRecord(text);
  const play = Play.replay(core, record);
  try {
    return await look(play, record);
  } finally {
    play.close();
  }
}

function checkOpen(play: Play): void {
  if (!play.isOpen)
    throw refused('not-over', 'the record hides cards: it is one of a match that is still being played');
}

function checkSeat(play: Play, seat: number): void {
  const seats = seatsOf(play.form);
  if (!Number.isInteger(seat) || seat < SPECTATOR || seat >= seats)
    throw refused('no-such-seat', `there are ${seats} seats`);
}

function standing(play: Play, { observers, act }: { observers: readonly number[]; act?: boolean }): Standing {
  for (const observer of observers) checkSeat(play, observer);
  const { seat, over, points, winner, leaders } = play.stand();
  const seen = observers.map((observer) => ({
    observer,
    table: play.table(observer, play.size, act ?? true),
    ...play.known(observer),
  }));
  const sides = points.map((_, side) => side);
  const named = (bits: number) => sides.filter((side) => (bits >> side) & 1);
  const leading = sides.map((side) => named(leaders).includes(side));
  const without = sides.map((side) => named(play.stand(play.size, ~(1 << side)).leaders));
  return { seat, over, points, winner, leading, without, public: play.isPublic, moves: play.moves, seen };
}

function tried(play: Play, text: string, seat: number): TriedShown {
  checkSeat(play, seat);
  let move: string | null = null;
  let failed: Objection | null = null;
  try {
    move = play.move(text);
  } catch (error) {
    if (!(error instanceof Objection) || error.code !== 'illegal-move') throw error;
    failed = error;
  }
  const table = JSON.parse(play.table(seat)) as WireTable;
  return { move, reason: failed?.reason ?? null, why: failed?.why ?? null, table };
}

function shownRecord(play: Play, record: MatchRecord, observer: number | undefined): RecordShown {
  const asIs = { tags: Object.fromEntries(record.tags), moves: play.moves, text: String(record) };
  if (observer === undefined || play.stand().over) return asIs;
  checkSeat(play, observer);
  // What a variation tells of hidden cards is left to those who know how to take it out.
  if (record.isBranched) throw new RecordError(1, 'a record with variations is not redacted here');
  const known = play.known(observer);
  const tags = new Map(record.tags);
  tags.set(play.form.room.dealTag, known.deal);
  tags.delete('DealSecret');
  const text = String(new MatchRecord(tags, record.withMoves(known.moves).body));
  return { tags: Object.fromEntries(tags), moves: known.moves, text };
}

function replayed(play: Play, record: MatchRecord): ReplayShown {
  const { status, ordered } = verify(play.form, play.deal, record.tags);
  return {
    game: play.form.game,
    options: play.form.words,
    tags: Object.fromEntries(record.tags),
    moves: play.moves,
    tables: Array.from({ length: play.size + 1 }, (_, after) => JSON.parse(play.table(OPEN, after)) as WireTable),
    verdict: status,
    ordered,
  };
}

function studied(play: Play, text: string | null, seat: number | null): StudyShown {
  if (seat !== null) checkSeat(play, seat);
  let failed: Objection | null = null;
  if (text !== null) {
    try {
      play.move(text);
    } catch (error) {
      if (!(error instanceof Objection) || error.code !== 'illegal-move') throw error;
      failed = error;
    }
  }
  return {
    game: play.form.game,
    options: play.form.words,
    sides: sidesOf(play.form),
    moves: play.moves,
    table: JSON.parse(play.table(seat !== null && play.isOpen ? seat : OPEN)) as WireTable,
    reason: failed?.reason ?? null,
    why: failed?.why ?? null,
  };
}

function counted(core: Core, { game, options, table }: Omit<Asked<'count'>, 'op'>): CountShown {
  const form = readForm(game, options);
  const play = Play.lay(core, form, table);
  try {
    const shown = JSON.parse(play.table(OPEN, 0, false)) as WireTable;
    return { game, options: form.words, sides: sidesOf(form), table: shown };
  } finally {
    play.close();
  }
}

function isPerfectIn(name: string): boolean {
  return games.games.some((game) => game.name === name && game.abilities.includes('perfect'));
}

async function thought(core: Core, asked: Omit<Asked<'think'>, 'op'>): Promise<Thought> {
  const play = Play.replay(core, readRecord(asked.record), asked.seat);
  try {
    checkSeat(play, asked.seat);
    const { over, seat } = play.stand();
    if (over) throw refused('not-your-turn', 'the game is over');
    if (seat !== asked.seat) throw refused('not-your-turn', `seat ${seat + 1} decides next`);
    const levels = isPerfectIn(play.form.game) ? [...games.levels, PERFECT] : games.levels;
    if (!levels.includes(asked.level))
      throw refused('bad-message', `level is a whole number from 1 to ${levels.at(-1) ?? HIGHEST}`);
    const random = new Random(asked.seed ?? Math.floor(Math.random() * MOST_SEED));
    return await play.form.room.choose(play, asked.level, asked, random);
  } finally {
    play.close();
  }
}
