import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceName } from '../../src/app/agent';
import { Cancelled, create, get } from '../../src/app/passkeys';
import { accountSeat, byAccount } from '../../src/net/api';

class FakeCredential {
  readonly type = 'public-key';
  readonly id = '-_8';
  readonly rawId = new Uint8Array([0xfb, 0xff]).buffer;
  constructor(readonly response: unknown) {}
}

function browser(answer: () => Promise<unknown>): { asked: { publicKey: Record<string, unknown> }[] } {
  const asked: { publicKey: Record<string, unknown> }[] = [];
  const ask = (options: { publicKey: Record<string, unknown> }): Promise<unknown> => (asked.push(options), answer());
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  vi.stubGlobal('navigator', { credentials: { create: ask, get: ask } });
  return { asked };
}

afterEach(() => vi.unstubAllGlobals());

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

describe('passkeys', () => {
  it('gives the browser bytes and the server text', async () => {
    const made = new FakeCredential({ clientDataJSON: bytes(1, 2), attestationObject: bytes(255) });
    const { asked } = browser(() => Promise.resolve(made));
    const answer = await create({
      challenge: '-_8',
      user: { id: 'YQ', name: 'Ann' },
      excludeCredentials: [{ id: 'AQ', type: 'public-key' }],
    });
    expect(answer).toEqual({
      id: '-_8',
      rawId: '-_8',
      type: 'public-key',
      response: { clientDataJSON: 'AQI', attestationObject: '_w' },
    });
    const { challenge, user, excludeCredentials } = asked[0]?.publicKey ?? {};
    expect([...(challenge as Uint8Array)]).toEqual([0xfb, 0xff]);
    expect([...(user as { id: Uint8Array }).id]).toEqual([97]);
    expect([...((excludeCredentials as { id: Uint8Array }[])[0]?.id ?? [])]).toEqual([1]);
  });

  it('says nothing of a person whom the device does not name', async () => {
    const signed = { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(3), userHandle: null };
    browser(() => Promise.resolve(new FakeCredential(signed)));
    const answer = await get({ challenge: 'AQ' });
    expect(answer['response']).toEqual({ clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw' });
  });

  it('tells a change of mind from a device that has a passkey already', async () => {
    browser(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    await expect(get({ challenge: 'AQ' })).rejects.toBeInstanceOf(Cancelled);
    browser(() => Promise.reject(new DOMException('', 'InvalidStateError')));
    await expect(create({ challenge: 'AQ', user: { id: 'YQ' } })).rejects.toMatchObject({ code: 'not-allowed' });
  });
});

describe('what opens a seat', () => {
  it('is a token, or the account with the number of the seat', () => {
    expect(accountSeat(byAccount(2))).toBe(2);
    expect(accountSeat('qCzKp_V2z9Qb1OQbDciJgVsrN1R246-L')).toBeNull();
    expect(accountSeat(null)).toBeNull();
  });
});

describe('the name of a device', () => {
  it('is that of its browser and its system', () => {
    expect(deviceName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36')).toBe(
      'Chrome · Linux',
    );
    expect(deviceName('Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36 Edg/130')).toBe(
      'Edge · Android',
    );
    expect(deviceName('something else')).toBe('');
  });
});
