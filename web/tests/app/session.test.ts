import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptSeat } from '../../src/app/seats';
import type { TablePart } from '../../src/games/game';
import type { Connection, Follower } from '../../src/net/connection.svelte';
import { Refusal } from '../../src/net/refusal';
import type { AnyAction, MatchShown, SeatShown, Snapshot } from '../../src/wire';

const told = { hints: [] as string[], hint: 'a1a2', lent: [] as unknown[], refused: [] as unknown[] };
const settings = { name: 'Ann', pace: 'normal' };
vi.mock('../../src/app/settings.svelte', () => ({ settings }));
vi.mock('../../src/net/api', () => ({
  hint: (id: string, token: string) => {
    told.hints.push(`${id} ${token}`);
    return told.hint ? Promise.resolve({ move: told.hint }) : Promise.reject(new Refusal('unavailable', ''));
  },
  places: { device: true, memory: 0 },
}));
vi.mock('../../src/app/notices.svelte', () => ({ notices: { refuse: (error: unknown) => told.refused.push(error) } }));
vi.mock('../../src/app/seats', () => ({ lendSeat: (...given: unknown[]) => told.lent.push(given) }));
const { Session } = await import('../../src/pages/match/session.svelte');

const person = (more: Partial<SeatShown> = {}): SeatShown =>
  ({ kind: 'open', name: 'Ann', taken: true, left: false, level: 0, ...more }) as unknown as SeatShown;
const computer = (): SeatShown => person({ kind: 'computer', level: 2 });
const seat = (number: number, lent = false): KeptSeat => ({
  match: 'm',
  seat: number,
  token: `t${number}`,
  at: 0,
  lent,
});

interface World {
  readonly kept?: readonly KeptSeat[];
  readonly state?: Partial<MatchShown>;
  readonly refuses?: (action: AnyAction) => boolean;
}

/** Somebody at a table of a game with hidden hands, or of one without, whose server does what it is told. */
function sit({ kept = [seat(0)], state = {}, refuses = () => false }: World = {}) {
  const followers: Follower[] = [];
  const acts: string[] = [];
  const connection = {
    skew: 0,
    waiting: false,
    follow: (follower: Follower) => (followers.push(follower), () => undefined),
    act: (_: string, number: number, action: AnyAction) => {
      const { type, ...rest } = action as AnyAction & { word?: string };
      acts.push(
        [number, type, ...Object.entries(rest).map(([key, value]) => (key === 'word' ? key : value))].join(' '),
      );
      return refuses(action) ? Promise.reject(new Refusal('not-allowed', 'no')) : Promise.resolve();
    },
    pendingMove: () => 'a1a2',
    tryMove: (_: string, number: number, move: string) =>
      move === 'lost'
        ? Promise.reject(new Refusal('offline', ''))
        : Promise.resolve({ legal: move !== 'bad', why: null, reason: 'because', table: { by: number } }),
  };
  const shown = {
    id: 'm',
    game: 'schoko',
    ply: 3,
    status: 'running',
    turn: 0,
    friendly: true,
    options: {},
    sides: [0, 1],
    seats: [person(), person({ name: 'Bo' })],
    agreed: [],
    proposal: null,
    finished: null,
    clock: null,
    ...state,
  } as unknown as MatchShown;
  const session = new Session('m', kept, connection as unknown as Connection, () => undefined);
  const hear = (next: Partial<MatchShown> = {}): void => {
    for (const follower of followers)
      follower.onSnapshot({
        type: 'snapshot',
        match: 'm',
        seat: follower.seat,
        number: 10,
        state: { ...shown, ...next },
        moves: ['x', 'y', 'z'],
        chat: [],
        table: { family: 'any', from: follower.seat, legal: {} },
      } as unknown as Snapshot);
  };
  hear();
  return { session, acts, hear, connection };
}

beforeEach(() => {
  Object.assign(told, { hints: [], hint: 'a1a2', lent: [], refused: [] });
  settings.name = 'Ann';
});

describe('whose turn it is here', () => {
  it('waits with a word for who thinks until it knows, and for nobody else', () => {
    const knowing = person({ kind: 'computer', level: 9, name: 'Sphinx' });
    const seats = [person(), knowing];
    expect(sit({ state: { turn: 1, seats } }).session.pondering).toEqual({ name: 'Sphinx', most: 60 });
    expect(sit({ state: { turn: 0, seats } }).session.pondering).toBeNull();
    expect(sit({ state: { turn: 1, seats, status: 'paused' } }).session.pondering).toBeNull();
    expect(sit({ state: { turn: 1, seats: [person(), computer()] } }).session.pondering).toBeNull();
  });

  it('is the own seat that decides, unless a computer sits in for it', () => {
    expect(sit().session.mover).toBe(0);
    expect(sit({ state: { turn: 1 } }).session.mover).toBeNull();
    expect(sit({ state: { turn: null } }).session.mover).toBeNull();
    expect(sit({ state: { seats: [person({ level: 3 }), person()] } }).session.mover).toBeNull();
  });

  it('is somebody’s who has left, until a computer sits in', () => {
    expect(sit({ state: { turn: 1 } }).session.leftTurn).toBeNull();
    expect(sit({ state: { turn: 1, seats: [person(), person({ left: true })] } }).session.leftTurn).toBe(1);
    expect(
      sit({ state: { turn: 1, seats: [person(), person({ left: true, level: 2 })] } }).session.leftTurn,
    ).toBeNull();
    expect(sit({ state: { seats: [person({ left: true }), person()] } }).session.gone).toBe(true);
    expect(sit({ state: { seats: [person(), person({ left: true })] } }).session.gone).toBe(false);
  });

  it('may be that of a seat whose hand is on another device', () => {
    const kept = [seat(0), seat(1, true)];
    expect(sit({ kept, state: { turn: 1 } }).session.lentTurn).toBe(1);
    expect(sit({ kept, state: { turn: 0 } }).session.lentTurn).toBeNull();
  });
});

describe('whose hand is seen', () => {
  const both = [seat(0), seat(1)];

  it('is one’s own, alone at a screen, and nobody’s for who looks on', () => {
    expect(sit({ state: { turn: 1 } }).session.viewer).toBe(0);
    expect(sit({ kept: [] }).session.viewer).toBeNull();
  });

  it('is nobody’s at a shared screen before the next has taken it', () => {
    const { session, hear } = sit({ kept: both });
    expect([session.curtain, session.viewer]).toEqual([0, null]);
    session.facing = 0;
    expect([session.curtain, session.viewer]).toEqual([null, 0]);
    hear({ turn: 1 });
    expect([session.curtain, session.viewer]).toEqual([1, null]);
  });

  it('is open to all in the end, and always where there are no hidden hands', () => {
    expect(sit({ kept: both, state: { status: 'finished', turn: null } }).session.curtain).toBeNull();
    expect(sit({ kept: both, state: { status: 'finished', turn: null } }).session.viewer).toBe(0);
    const { session } = sit({ kept: both, state: { game: 'tokan', turn: 1 } });
    expect([session.sharesSecrets, session.curtain, session.viewer]).toEqual([false, null, 1]);
    expect(sit({ kept: both, state: { game: 'tokan', turn: null } }).session.viewer).toBe(0);
  });

  it('is taken off the table where others hold theirs elsewhere, once its turn is over', () => {
    const { session, hear } = sit({ kept: [seat(0), seat(1, true)] });
    expect(session.viewer).toBeNull();
    session.facing = 0;
    expect(session.viewer).toBe(0);
    session.tidy();
    expect(session.facing).toBe(0);
    hear({ turn: 1 });
    expect(session.viewer).toBeNull();
    session.tidy();
    expect(session.facing).toBeNull();
    const shared = sit({ kept: both, state: { turn: null } }).session;
    shared.facing = 1;
    shared.tidy();
    expect(shared.facing).toBe(1);
  });

  it('can be handed to another device and back', () => {
    sit().session.lend(1, true);
    expect(told.lent).toEqual([['m', 1, true]]);
  });
});

describe('what is told of a seat', () => {
  it('is a name, and you beside it where there is one seat here', () => {
    expect(sit().session.seatInfo(0)).toMatchObject({ name: 'Ann', you: true, left: false, away: undefined });
    expect(sit().session.seatInfo(1)).toMatchObject({ name: 'Bo', you: false });
    settings.name = ' ';
    expect(sit().session.seatInfo(0)).toMatchObject({ you: false });
    expect(sit().session.seatInfo(0).name).not.toBe('Ann');
    expect(sit({ kept: [seat(0), seat(1)] }).session.seatInfo(0)).toMatchObject({ name: 'Ann', you: false });
  });

  it('is that somebody has left, which no computer in their place has', () => {
    const gone = sit({ state: { seats: [person(), person({ left: true })] } }).session;
    expect(gone.seatInfo(1)).toMatchObject({ left: true, away: true, level: undefined });
    const replaced = sit({ state: { seats: [person(), person({ left: true, level: 4 })] } }).session;
    expect(replaced.seatInfo(1)).toMatchObject({ left: false, away: undefined, level: 4 });
    expect(replaced.seatInfo(7)).toMatchObject({ name: '', away: undefined });
  });
});

describe('who is away', () => {
  const nobody = (session: ReturnType<typeof sit>['session']) => {
    session.table.presence = { type: 'presence', match: 'm', seats: [false, false], watching: 0 };
    return session;
  };

  it('is said of the others, and never of who sits here or of a computer', () => {
    const { session } = sit();
    expect(session.seatInfo(1).away).toBe(false);
    expect([0, 1].map((seat) => nobody(session).seatInfo(seat).away)).toEqual([undefined, true]);
    const computers = nobody(sit({ state: { seats: [person(), computer()] } }).session);
    expect([0, 1].map((seat) => computers.seatInfo(seat).away)).toEqual([undefined, undefined]);
    const screen = nobody(sit({ kept: [seat(0), seat(1)] }).session);
    expect([0, 1].map((seat) => screen.seatInfo(seat).away)).toEqual([undefined, undefined]);
  });

  it('is said of somebody here who has left, and of nobody after the end', () => {
    const left = nobody(sit({ state: { seats: [person({ left: true }), person()] } }).session);
    expect(left.seatInfo(0).away).toBe(true);
    const over = nobody(sit({ state: { status: 'finished' } }).session);
    expect(over.seatInfo(1).away).toBe(false);
  });
});

describe('hints', () => {
  const alone = { seats: [person(), computer()] };

  it('may be asked for alone with computers, in a friendly game that runs', () => {
    expect(sit({ state: alone }).session.mayAskHints).toBe(true);
    expect(sit({ state: { ...alone, friendly: false } }).session.mayAskHints).toBe(false);
    expect(sit({ state: { ...alone, status: 'finished' } }).session.mayAskHints).toBe(false);
    expect(sit().session.mayAskHints).toBe(false);
    expect(sit({ kept: [seat(0), seat(1)] }).session.mayAskHints).toBe(false);
    expect(sit({ kept: [], state: alone }).session.mayAskHints).toBe(false);
    expect(sit({ state: { seats: [person()] } }).session.mayAskHints).toBe(false);
  });

  it('show the piece first and the whole move when asked again, for this turn alone', async () => {
    const { session, hear } = sit({ state: alone });
    await session.askHint();
    expect(told.hints).toEqual(['m t0']);
    expect(session.shownHint).toEqual({ ply: 3, move: 'a1a2', whole: false, why: '' });
    await session.askHint();
    expect(session.shownHint?.whole).toBe(true);
    expect(told.hints.length).toBe(1);
    hear({ ply: 5 });
    expect(session.shownHint).toBeNull();
    await session.askHint();
    expect(session.shownHint).toMatchObject({ ply: 5, whole: false });
  });

  it('are not asked for on another’s turn, and a refusal is told', async () => {
    const other = sit({ state: { ...alone, turn: 1 } }).session;
    await other.askHint();
    expect(told.hints).toEqual([]);
    told.hint = '';
    const { session } = sit({ state: alone });
    await session.askHint();
    expect([session.shownHint, session.thinking, told.refused.length]).toEqual([null, false, 1]);
  });
});

describe('what is done here', () => {
  it('moves for the seat that looks, at the present move, and says whether it was done', async () => {
    const { session, acts } = sit();
    expect(await session.move('c3c4')).toBe(true);
    expect(acts).toEqual(['0 move c3c4 3']);
    expect(await sit({ kept: [] }).session.move('c3c4')).toBe(false);
    const refused = sit({ refuses: () => true });
    expect(await refused.session.move('bad')).toBe(false);
    expect(told.refused.length).toBe(1);
  });

  it('speaks for a seat, or by one’s name where one looks on', async () => {
    const player = sit();
    await player.session.say('hello');
    expect(player.acts).toEqual(['0 chat hello']);
    const watcher = sit({ kept: [] });
    await watcher.session.say('hello');
    expect(watcher.acts).toEqual(['-1 chat hello Ann']);
    expect(watcher.session.saying).toBe('');
    settings.name = '';
    await watcher.session.say('again');
    expect(watcher.acts[1]).toBe('-1 chat again');
  });

  it('agrees for all who share the screen, with a word of their own for a rematch', async () => {
    const both = { kept: [seat(0), seat(1)], state: { proposal: { what: 'draw' } } as unknown as Partial<MatchShown> };
    const { session, acts } = sit(both);
    await session.propose('draw');
    expect(acts).toEqual(['0 propose draw', '1 agree']);
    const again = sit(both);
    await again.session.propose('rematch');
    expect(again.acts).toEqual(['0 propose rematch word', '1 agree word']);
    const refused = sit({ ...both, refuses: ({ type }) => type === 'propose' });
    await refused.session.propose('draw');
    expect(refused.acts).toEqual(['0 propose draw']);
    const alone = sit();
    await alone.session.propose('draw');
    expect(alone.acts).toEqual(['0 propose draw']);
  });

  it('answers for those here who have not, or declines once', async () => {
    const asked = {
      kept: [seat(0), seat(1)],
      state: { agreed: [1], proposal: { what: 'rematch', seat: 1 } } as unknown as Partial<MatchShown>,
    };
    const yes = sit(asked);
    await yes.session.answer(true);
    expect(yes.acts).toEqual(['0 agree word']);
    const no = sit(asked);
    await no.session.answer(false);
    expect(no.acts).toEqual(['0 decline']);
  });
});

describe('what a board asks', () => {
  it('is why a move is not legal, and nothing of one that is, or where nobody answers', async () => {
    const { session } = sit();
    expect(await session.explain('bad')).toBe('The rules do not allow that.');
    expect(await session.explain('good')).toBeNull();
    expect(await session.explain('lost')).toBeNull();
    expect(await session.preview('good')).toEqual({ by: 0 });
    expect(await sit({ kept: [] }).session.preview('good')).toBeNull();
  });

  it('is a scene, without legal moves as long as a move of an earlier page waits', () => {
    const scenes: unknown[] = [];
    const part = {
      sceneOf: (input: object, table: object) => (scenes.push([input, table]), {}),
    } as unknown as TablePart;
    const { session } = sit();
    expect(session.shown).toBeNull();
    session.part = part;
    expect(session.shown).not.toBeNull();
    expect(scenes.at(-1)).toMatchObject([{ viewer: 0, over: false, moves: ['x', 'y', 'z'] }, { legal: {} }]);
    const stuck = sit();
    stuck.connection.waiting = true;
    stuck.session.part = part;
    void stuck.session.shown;
    expect(scenes.at(-1)).toMatchObject([{ viewer: 0 }, { legal: null }]);
    const over = sit({ state: { status: 'finished', turn: null, finished: { winner: 1 } } as never });
    over.session.part = part;
    void over.session.shown;
    expect(scenes.at(-1)).toMatchObject([{ over: true, winner: 1 }, {}]);
  });
});
