/** What is asked of the server: where, how, in whose name; and what is made of its answers. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as puzzles from '../../src/net/puzzles';
import { Refusal } from '../../src/net/refusal';
import * as server from '../../src/net/server';

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly body: unknown;
  readonly token: string | undefined;
}
const sent: Sent[] = [];
let answer: () => Promise<Response>;
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status, statusText: 'So so' });
beforeEach(() => {
  sent.length = 0;
  answer = async () => json({ record: 'r' });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers, cache }: RequestInit) => {
    const { authorization, 'content-type': type } = headers as Record<string, string>;
    expect([cache, type]).toEqual(['no-store', body === undefined ? undefined : 'application/json']);
    sent.push({
      path,
      method,
      body: body === undefined ? undefined : JSON.parse(body as string),
      token: authorization,
    });
    return answer();
  });
});

const signal = new AbortController().signal;
const asked = async (question: Promise<unknown>): Promise<unknown[]> => {
  await question;
  const { path, method, body, token } = sent.at(-1) as Sent;
  return [method, path, body, token];
};

describe('a question', () => {
  it.each([
    ['games', () => server.games(), ['GET', '/api/games', undefined, undefined]],
    ['create', () => server.create({ game: 'go' } as never), ['POST', '/api/matches', { game: 'go' }, undefined]],
    ['lobby', () => server.lobby('open'), ['GET', '/api/matches?status=open', undefined, undefined]],
    ['more', () => server.lobby('open', 'a/b'), ['GET', '/api/matches?status=open&after=a%2Fb', undefined, undefined]],
    ['mine', () => server.mine(['t']), ['POST', '/api/matches/mine', { tokens: ['t'] }, undefined]],
    ['look', () => server.look('a/b'), ['GET', '/api/matches/a%2Fb', undefined, undefined]],
    [
      'join',
      () => server.join('m', { name: 'Ann' } as never),
      ['POST', '/api/matches/m/seats', { name: 'Ann' }, undefined],
    ],
    [
      'act',
      () => server.act('m', 't', { act: 'x' } as never),
      ['POST', '/api/matches/m/acts', { act: 'x' }, 'Bearer t'],
    ],
    ['hint', () => server.hint('m', 't'), ['POST', '/api/matches/m/hint', {}, 'Bearer t']],
    ['rotate', () => server.rotate('m', 't', 'u'), ['POST', '/api/matches/m/token', { new_token: 'u' }, 'Bearer t']],
    ['record', () => server.record('m', 't'), ['GET', '/api/matches/m/record', undefined, 'Bearer t']],
    ['replay', () => server.replay('r'), ['POST', '/api/replay', { record: 'r' }, undefined]],
    ['study', () => server.study({ record: 'r' } as never), ['POST', '/api/study', { record: 'r' }, undefined]],
    ['normalise', () => server.normalise('r'), ['POST', '/api/normalise', { record: 'r' }, undefined]],
    [
      'fresh',
      () => server.fresh('go', { size: '9' }),
      ['POST', '/api/new', { game: 'go', options: { size: '9' } }, undefined],
    ],
    ['count', () => server.count({ game: 'go' } as never), ['POST', '/api/count', { game: 'go' }, undefined]],
    ['puzzles', () => puzzles.puzzleIndex(), ['GET', '/api/puzzles', undefined, undefined]],
    ['a part', () => puzzles.puzzlePart('a/b'), ['GET', '/api/puzzles/parts/a%2Fb', undefined, undefined]],
    ['some', () => puzzles.chosenPuzzles(['a,b', 'c']), ['GET', '/api/puzzles/set?ids=a%2Cb,c', undefined, undefined]],
    ['ratings', () => puzzles.puzzleRatings(), ['GET', '/api/puzzles/ratings', undefined, undefined]],
    ['standing', () => puzzles.ownStanding(), ['GET', '/api/me/puzzles', undefined, undefined]],
    ['attempts', () => puzzles.tellAttempts({ a: 1 } as never), ['POST', '/api/me/puzzles', { a: 1 }, undefined]],
  ])('goes to its place: %s', async (_, question, wanted) => expect(await asked(question())).toEqual(wanted));

  it('names the seat instead of a token where an account opens it', async () => {
    expect(server.byAccount(2)).toBe('@2');
    expect([server.accountSeat('@2'), server.accountSeat('2'), server.accountSeat(null)]).toEqual([2, null, null]);
    expect(await asked(server.look('m', '@2'))).toEqual(['GET', '/api/matches/m?seat=2', undefined, undefined]);
  });
});

describe('an answer', () => {
  it('is what stands in it', async () => {
    expect(await server.fresh('go', {})).toBe('r');
    expect(await server.normalise('x')).toBe('r');
    answer = async () => json({ rating: 3 });
    expect(await puzzles.ownStanding()).toEqual({ rating: 3 });
    answer = async () => new Response('as text');
    expect(await server.record('m')).toBe('as text');
  });

  const refused = (): Promise<Refusal> =>
    server.games().then(
      () => expect.fail('an answer'),
      (error: Refusal) => error,
    );

  it('is a refusal with the code, the words and the reason that the server gave', async () => {
    answer = async () => json({ code: 'illegal-move', message: 'no', why: { code: 'taboo' } }, 409);
    const error = await refused();
    expect(error).toBeInstanceOf(Refusal);
    expect([error.code, error.message, error.why]).toEqual(['illegal-move', 'no', { code: 'taboo' }]);
  });

  it('is a refusal of its own where there is no server, and where something else than ours answers', async () => {
    answer = () => Promise.reject(new TypeError('network'));
    expect((await refused()).code).toBe('offline');
    answer = async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
    const error = await refused();
    expect([error.code, error.message]).toEqual(['unavailable', 'Bad Gateway']);
  });
});

describe('an answer that takes long', () => {
  const parts = (...texts: string[]) =>
    new Response(
      new ReadableStream({
        start(stream) {
          for (const text of texts) stream.enqueue(new TextEncoder().encode(text));
          stream.close();
        },
      }),
    );
  const all = async (lines: AsyncGenerator<unknown>) => {
    const found = [];
    for await (const line of lines) found.push(line);
    return found;
  };

  it.each([
    ['/api/analyses', server.analyse],
    ['/api/solutions', server.solve],
  ] as const)('comes line by line, however it is cut: %s', async (path, listen) => {
    answer = async () => parts('{"a":1}\n{"b"', ':2}\n', '{"c":3}\n{"cut');
    expect(await all(listen({ record: 'r' } as never, signal))).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
    expect(sent.at(-1)).toMatchObject({ path, method: 'POST', body: { record: 'r' } });
  });

  it('may be empty, and may be refused', async () => {
    answer = async () => new Response(null);
    expect(await all(server.solve({} as never, signal))).toEqual([]);
    answer = async () => json({ code: 'busy', message: 'later' }, 503);
    await expect(all(server.solve({} as never, signal))).rejects.toMatchObject({ code: 'busy' });
  });
});
