import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';

const ANN = { name: 'Ann' };
const server = { asked: [] as string[], answers: [] as (object | Error)[] };
vi.mock('../../src/net/api', () => ({
  accountSeat: () => null,
  read: (path: string) => {
    server.asked.push(path);
    const answer = server.answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  },
}));
vi.mock('../../src/app/online', () => ({ connection: { renew: () => undefined } }));
const { Account } = await import('../../src/app/account.svelte');

describe('who is signed in', () => {
  beforeEach(() => {
    const kept = new Map([['tafelrunde.signedIn', 'true']]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    server.asked = [];
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
