import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';

const ANN = { name: 'Ann' };
const server = { asked: [] as string[], bodies: [] as unknown[], answers: [] as (object | Error)[] };
vi.mock('../../src/net/api', () => ({
  accountSeat: (token: string) => (token.startsWith('@') ? 1 : null),
  read: (path: string, body?: unknown) => {
    server.asked.push(path);
    server.bodies.push(body);
    const answer = server.answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  },
}));
const renew = vi.hoisted(() => vi.fn());
vi.mock('../../src/app/online', () => ({ connection: { renew } }));
vi.mock('../../src/app/passkeys', () => ({
  create: async (options: object) => ({ made: options }),
  get: async (options: object) => ({ got: options }),
}));
const { Account } = await import('../../src/app/account.svelte');
type Opened = InstanceType<typeof Account>;

describe('who is signed in', () => {
  beforeEach(() => {
    const kept = new Map([['tafelrunde.signedIn', 'true']]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    server.asked = [];
    server.bodies = [];
    renew.mockClear();
  });

  it('is asked once, however many want to know', async () => {
    server.answers = [{ account: ANN }];
    const account = new Account();
    expect(await Promise.all([account.known(), account.known()])).toEqual([true, true]);
    expect(await account.known()).toBe(true);
    expect(server.asked).toEqual(['/me']);
  });

  it('is asked again where no answer came', async () => {
    server.answers = [new Refusal('offline', 'the server cannot be reached'), { account: ANN }];
    const account = new Account();
    await expect(account.known()).rejects.toThrow('cannot be reached');
    expect(await account.known()).toBe(true);
    expect(server.asked).toEqual(['/me', '/me']);
  });

  it('is not asked again where nobody is', async () => {
    server.answers = [{ account: null }];
    const account = new Account();
    expect(await account.known()).toBe(false);
    expect(await account.known()).toBe(false);
    expect(server.asked).toEqual(['/me']);
  });
});

describe('an account', () => {
  const kept = new Map<string, string>();
  const seats = [
    { match: 'm', seat: 0, token: '@0', at: 1 },
    { match: 'n', seat: 0, token: 'secret', at: 2 },
    { match: 'o', seat: 1, token: 'other', at: 3 },
  ];
  const matches = () => (JSON.parse(kept.get('tafelrunde.seats') ?? '[]') as typeof seats).map(({ match }) => match);
  const asked = () => server.asked.map((path, index) => [path, server.bodies[index]]);
  beforeEach(() => {
    kept.clear();
    kept.set('tafelrunde.signedIn', 'true').set('tafelrunde.seats', JSON.stringify(seats));
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    Object.assign(server, { asked: [], bodies: [], answers: [] });
    renew.mockClear();
  });

  it('is nobody’s who never signed in here, without asking', async () => {
    kept.set('tafelrunde.signedIn', 'false');
    const account = new Account();
    expect([await account.known(), await account.matches(), server.asked]).toEqual([false, [], []]);
  });

  it('is made with a passkey, and gives its codes', async () => {
    server.answers = [
      { ceremony: 'c', options: { o: 1 } },
      { account: ANN, codes: ['x', 'y'] },
    ];
    const account = new Account();
    expect(await account.register('Ann', 'person', 'Phone')).toEqual(['x', 'y']);
    expect([account.shown, kept.get('tafelrunde.signedIn'), renew.mock.calls.length]).toEqual([ANN, 'true', 1]);
    expect(asked()).toEqual([
      ['/people/register/options', { name: 'Ann', kind: 'person' }],
      ['/people/register', { ceremony: 'c', credential: { made: { o: 1 } }, label: 'Phone' }],
    ]);
  });

  it('is opened with a passkey or a code; the same again is no news for the connection', async () => {
    server.answers = [{ ceremony: 'c', options: { o: 1 } }, { account: ANN }, { account: ANN }];
    const account = new Account();
    await account.signIn('Phone');
    await account.recover('code', 'Phone');
    expect([account.shown, renew.mock.calls.length]).toEqual([ANN, 1]);
    expect(asked().slice(1)).toEqual([
      ['/people/sign-in', { ceremony: 'c', credential: { got: { o: 1 } }, label: 'Phone' }],
      ['/people/recover', { code: 'code', label: 'Phone' }],
    ]);
  });

  it('that is left takes its seats along, also those it holds by a token, and no others', async () => {
    server.answers = [{ account: ANN }, { matches: [{ match: { id: 'n' } }] }, { matches: [] }, { matches: [] }, {}];
    const account = new Account();
    await account.signOut();
    expect([account.shown, matches(), kept.get('tafelrunde.signedIn')]).toEqual([null, ['o'], 'false']);
    expect(server.asked).toEqual([
      '/me',
      ...['running', 'open', 'finished'].map((status) => `/me/matches?status=${status}`),
      '/me/sign-out',
    ]);
  });

  it('that the server no longer knows opens no seat any more', async () => {
    server.answers = [{ account: ANN }, { account: null }];
    const account = new Account();
    await account.refresh();
    expect(matches()).toEqual(['m', 'n', 'o']);
    await account.refresh();
    expect(matches()).toEqual(['n', 'o']);
  });

  it('takes over the seats that are opened by tokens', async () => {
    server.answers = [{ claimed: 2 }];
    expect(await new Account().claim()).toEqual({ claimed: 2 });
    expect(asked()).toEqual([['/me/claim', { tokens: ['secret', 'other'] }]]);
  });

  it.each([
    ['devices', (account: Opened) => account.devices(), ['/me/devices', undefined]],
    ['endDevice', (account: Opened) => account.endDevice('d'), ['/me/devices/end', { id: 'd' }]],
    ['endToken', (account: Opened) => account.endToken('t'), ['/me/tokens/end', { id: 't' }]],
    ['newToken', (account: Opened) => account.newToken({ a: 1 } as never, 'Phone'), ['/me/tokens', { a: 1 }]],
    ['newCodes', (account: Opened) => account.newCodes('Phone'), ['/me/codes', {}]],
    ['delete', (account: Opened) => account.delete('Ann', 'Phone'), ['/me/delete', { name: 'Ann' }]],
    [
      'removePasskey',
      (account: Opened) => account.removePasskey('p', 'Phone'),
      ['/me/passkeys/remove', { credential: 'p' }],
    ],
  ] as const)('is asked in one place: %s', async (_, act, wanted) => {
    server.answers = [{}];
    await act(new Account());
    expect(asked()).toEqual([wanted]);
  });

  it('is proved once more where the last proof is too old, and nothing else is tried again', async () => {
    server.answers = [new Refusal('not-fresh', ''), { ceremony: 'c', options: {} }, { account: ANN }, { codes: ['z'] }];
    const account = new Account();
    expect(await account.newCodes('Phone')).toEqual(['z']);
    expect(server.asked).toEqual(['/me/codes', '/people/sign-in/options', '/people/sign-in', '/me/codes']);
    server.answers = [new Refusal('paused', '')];
    await expect(account.newCodes('Phone')).rejects.toMatchObject({ code: 'paused' });
    server.answers = [{ ceremony: 'c', options: { o: 2 } }, { passkeys: [] }];
    await account.addPasskey('Key');
    expect(asked().at(-1)).toEqual(['/me/passkeys', { ceremony: 'c', credential: { made: { o: 2 } }, label: 'Key' }]);
  });
});
