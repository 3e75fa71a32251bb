import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';
import type { Create } from '../../src/wire';

const here = vi.fn();
const device = {
  ...{ replay: vi.fn(), study: vi.fn(), tree: vi.fn(), fresh: vi.fn() },
  ...{ analyse: vi.fn(), games: vi.fn(), best: vi.fn() },
};
const server = {
  ...{ look: vi.fn(), act: vi.fn(), hint: vi.fn(), record: vi.fn(), games: vi.fn(), solve: vi.fn() },
  create: vi.fn(),
  replay: vi.fn(),
  study: vi.fn(),
  normalise: vi.fn(),
  fresh: vi.fn(),
  analyse: vi.fn(),
};
vi.mock('../../src/net/device', () => device);
vi.mock('../../src/net/server', () => server);
vi.mock('../../src/net/here', () => ({ here: { ask: here } }));
vi.stubGlobal('__ENGINE__', true);
vi.stubGlobal('__SITE__', false);

const { act, analyse, best, create, games, hint, look, places, record, replay } = await import('../../src/net/api');
const { checked, fresh, tableAfter } = await import('../../src/net/studying');

const refusing = (code: Refusal['code']) => () => Promise.reject(new Refusal(code, code));
const BRANCHED = '[Game "cram"]\n[Notation "2"]\n\na1 (b1 c1) b2\n';

beforeEach(() => {
  for (const each of [here, ...Object.values(device), ...Object.values(server)]) each.mockReset();
  Object.assign(places, { device: true, hasServer: true });
});

describe('a device that has no room left', () => {
  const WISH = { game: 'tokan', seats: [{ kind: 'player' }, { kind: 'computer', level: 1 }] } as unknown as Create;

  it('leaves new matches to the server, and says what is wrong where there is none', async () => {
    here.mockImplementation(refusing('not-kept'));
    server.create.mockResolvedValue({ match: 'far' });
    expect(await create(WISH)).toEqual({ match: 'far' });
    server.create.mockImplementation(refusing('offline'));
    await expect(create(WISH)).rejects.toMatchObject({ code: 'not-kept' });
    server.create.mockImplementation(refusing('too-many'));
    await expect(create(WISH)).rejects.toMatchObject({ code: 'too-many' });
  });
});

describe('what is asked about a match', () => {
  const ACT = { type: 'resign' } as unknown as Parameters<typeof act>[2];
  const ASKED = [
    ['look', look, [undefined], { token: null }],
    ['look', look, ['t'], { token: 't' }],
    ['act', act, ['t', ACT], { token: 't', act: ACT }],
    ['hint', hint, ['t'], { token: 't' }],
    ['record', record, [undefined], { token: null }],
    ['record', record, ['t'], { token: 't' }],
  ] as const;

  it.each(ASKED)('is answered by whoever hosts it: %s', async (what, ask, given, told) => {
    const asking = ask as (match: string, ...given: unknown[]) => Promise<unknown>;
    here.mockResolvedValue('here');
    server[what].mockResolvedValue('there');
    expect(await asking('~mine', ...given)).toBe('here');
    expect(here.mock.calls).toEqual([[{ what, match: '~mine', ...told }]]);
    expect(server[what]).not.toHaveBeenCalled();
    expect(await asking('theirs', ...given)).toBe('there');
    expect(server[what].mock.calls).toEqual([['theirs', ...given]]);
    expect(here).toHaveBeenCalledTimes(1);
  });
});

describe('which games there are', () => {
  it('is told by the server, and by the device only where there is no server to ask', async () => {
    server.games.mockResolvedValue('all');
    const own = { games: [{ name: 'a', balanced: ['draw'] }] };
    device.games.mockResolvedValue(own);
    expect(await games()).toBe('all');
    expect(device.games).not.toHaveBeenCalled();
    server.games.mockImplementation(refusing('unavailable'));
    expect(await games()).toBe(own);
    server.games.mockImplementation(refusing('damaged'));
    await expect(games()).rejects.toMatchObject({ code: 'damaged' });
    places.hasServer = false;
    // Only a server hands out balanced starts.
    expect(await games()).toEqual({ games: [{ name: 'a', balanced: [] }] });
    expect(server.games).toHaveBeenCalledTimes(3);
  });
});

describe('the best move', () => {
  const lines = (...told: object[]) =>
    async function* () {
      for (const line of told) yield await Promise.resolve(line);
    };

  it('comes from the device, and from the solver of the server where the device does not know the game', async () => {
    device.best.mockResolvedValue('a1');
    server.solve.mockImplementation(lines({ type: 'progress', best: 'no' }, { type: 'solved', best: 'b2' }));
    expect(await best('r', 1)).toBe('a1');
    expect([device.best.mock.calls, server.solve.mock.calls]).toEqual([[['r', 1]], []]);
    device.best.mockImplementation(refusing('unknown-game'));
    expect(await best('r', 1)).toBe('b2');
    expect(server.solve.mock.calls[0]?.[0]).toEqual({ record: 'r', seconds: 5 });
    server.solve.mockImplementation(lines({ type: 'progress', best: 'no' }));
    expect(await best('r', 1)).toBeNull();
    device.best.mockImplementation(refusing('bad-record'));
    await expect(best('r', 1)).rejects.toMatchObject({ code: 'bad-record' });
    device.best.mockImplementation(refusing('unknown-game'));
    places.hasServer = false;
    await expect(best('r', 1)).rejects.toMatchObject({ code: 'unknown-game' });
    expect(server.solve).toHaveBeenCalledTimes(2);
  });
});

describe('what both can answer', () => {
  it.each(['unknown-game', 'offline'] as const)('is asked of the server where the device says %s', async (code) => {
    device.replay.mockImplementation(refusing(code));
    server.replay.mockResolvedValue('shown');
    expect(await replay('[Game "cram"]')).toBe('shown');
  });

  it('is asked once where the answer is that the record is wrong', async () => {
    device.replay.mockImplementation(refusing('bad-record'));
    await expect(replay('nonsense')).rejects.toMatchObject({ code: 'bad-record' });
    expect(server.replay).not.toHaveBeenCalled();
  });

  it('is asked of the device first, or last, as the person prefers', async () => {
    device.replay.mockResolvedValue('device');
    server.replay.mockResolvedValue('server');
    expect(await replay('')).toBe('device');
    places.device = false;
    expect(await replay('')).toBe('server');
    server.replay.mockImplementation(refusing('unknown-game'));
    expect(await replay('')).toBe('device');
  });

  it('comes in lines from the server where the device does not know the game', async () => {
    // eslint-disable-next-line require-yield
    device.analyse.mockImplementation(async function* () {
      throw new Refusal('unknown-game', '');
    });
    server.analyse.mockImplementation(async function* () {
      yield 'line';
    });
    const lines = [];
    for await (const line of analyse({ record: '' }, new AbortController().signal)) lines.push(line);
    expect(lines).toEqual(['line']);
  });
});

describe('an answer in lines', () => {
  const heard = async (): Promise<unknown[]> => {
    const lines: unknown[] = [];
    try {
      for await (const line of analyse({ record: '' }, new AbortController().signal)) lines.push(line);
    } catch (error) {
      lines.push((error as Refusal).code);
    }
    return lines;
  };
  const telling = (lines: readonly string[], code: 'offline' | 'bad-record') =>
    async function* () {
      for (const line of lines) yield await Promise.resolve(line);
      throw new Refusal(code, code);
    };
  beforeEach(() => {
    server.analyse.mockImplementation(async function* () {
      yield await Promise.resolve('from the server');
    });
  });

  it('begins over with the other one only where nothing was heard yet, and nobody could be asked', async () => {
    device.analyse.mockImplementation(telling([], 'offline'));
    expect(await heard()).toEqual(['from the server']);
    device.analyse.mockImplementation(telling(['first'], 'offline'));
    expect(await heard()).toEqual(['first', 'offline']);
    device.analyse.mockImplementation(telling([], 'bad-record'));
    expect(await heard()).toEqual(['bad-record']);
  });
});

describe('a new match', () => {
  const seats = [{ kind: 'local' }, { kind: 'computer', level: 2 }] as const;
  const wish = { game: 'tokan', seats } as unknown as Create;
  beforeEach(() => {
    here.mockResolvedValue('here');
    server.create.mockResolvedValue('there');
  });

  it('is made where the person likes it', async () => {
    expect(await create(wish)).toBe('here');
    places.device = false;
    expect(await create(wish)).toBe('there');
  });

  it('that everybody may watch is made on the server, and here where there is none', async () => {
    expect(await create({ ...wish, listed: true })).toBe('there');
    expect(here).not.toHaveBeenCalled();
    server.create.mockImplementation(refusing('offline'));
    expect(await create({ ...wish, listed: true })).toBe('here');
    server.create.mockImplementation(refusing('bad-record'));
    await expect(create({ ...wish, listed: true })).rejects.toMatchObject({ code: 'bad-record' });
    places.hasServer = false;
    expect(await create({ ...wish, listed: true })).toBe('here');
  });

  it('with somebody else, an engine, or for a rating is never made here', async () => {
    server.create.mockImplementation(refusing('offline'));
    for (const more of [
      { seats: [seats[0], { kind: 'open' }] },
      { seats: [seats[0], { kind: 'invited' }] },
      { seats: [seats[0], { kind: 'computer', level: 1, engine: 'other' }] },
      { rated: true },
    ])
      await expect(create({ ...wish, ...more } as Create)).rejects.toMatchObject({ code: 'offline' });
    expect(here).not.toHaveBeenCalled();
  });

  it('of a game that only the server knows is made there', async () => {
    here.mockImplementation(refusing('unknown-game'));
    expect(await create(wish)).toBe('there');
  });
});

describe('a study', () => {
  it('stays on the device, whatever is preferred elsewhere', async () => {
    places.device = false;
    device.study.mockResolvedValue('here');
    device.tree.mockResolvedValue({ moves: ['a1'] });
    device.fresh.mockResolvedValue('record');
    expect(await tableAfter({ record: 'r' })).toBe('here');
    expect(await checked('r')).toEqual({ record: 'r', moves: ['a1'] });
    expect(await fresh('tokan', {})).toBe('record');
    for (const asked of Object.values(server)) expect(asked).not.toHaveBeenCalled();
  });

  it('does not go to the server because the device fails, or refuses', async () => {
    for (const code of ['bad-record', 'offline'] as const) {
      device.study.mockImplementation(refusing(code));
      await expect(tableAfter({ record: 'r' })).rejects.toMatchObject({ code });
    }
    device.study.mockImplementation(() => Promise.reject(new Error('broken')));
    await expect(tableAfter({ record: 'r' })).rejects.toThrow('broken');
    expect(server.study).not.toHaveBeenCalled();
  });

  it('of a game that only the server knows is looked at there, with all its lines', async () => {
    for (const asked of [device.study, device.tree, device.fresh]) asked.mockImplementation(refusing('unknown-game'));
    server.study.mockResolvedValue('there');
    server.normalise.mockResolvedValue(BRANCHED);
    server.fresh.mockResolvedValue('record');
    expect(await tableAfter({ record: 'r' })).toBe('there');
    expect(await checked('r')).toEqual({ record: BRANCHED, moves: ['a1', 'b1', 'c1', 'b2'] });
    expect(await fresh('cram', {})).toBe('record');
    places.hasServer = false;
    await expect(tableAfter({ record: 'r' })).rejects.toMatchObject({ code: 'unknown-game' });
  });
});
