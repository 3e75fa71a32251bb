import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSeat, keepSeat, keptSeats, lendSeat, ownTokens, seatsOf } from '../../src/app/seats';

/** The browser's storage, as far as it is used. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

describe('the seats of this browser', () => {
  beforeEach(() => void vi.stubGlobal('localStorage', storage()));

  it('are kept with their tokens, the newest first', () => {
    keepSeat('a', 0, 'one', 1);
    keepSeat('b', 1, 'two', 2);
    expect(keptSeats()).toEqual([
      { match: 'b', seat: 1, token: 'two', at: 2 },
      { match: 'a', seat: 0, token: 'one', at: 1 },
    ]);
  });

  it('come in their order for one match, and none of another', () => {
    keepSeat('a', 2, 'x', 1);
    keepSeat('b', 1, 'y', 2);
    keepSeat('a', 0, 'z', 3);
    expect(seatsOf('a').map(({ seat, token }) => [seat, token])).toEqual([
      [0, 'z'],
      [2, 'x'],
    ]);
    expect(seatsOf('c')).toEqual([]);
  });

  it('have one token each: a new one takes the place of the old', () => {
    keepSeat('a', 0, 'old', 1);
    keepSeat('a', 1, 'other', 2);
    keepSeat('a', 0, 'new', 3);
    expect(seatsOf('a').map(({ token }) => token)).toEqual(['new', 'other']);
  });

  it('are forgotten with the token that opens them no more, and not with a newer one', () => {
    keepSeat('a', 0, 'old', 1);
    forgetSeat('a', 0, 'other');
    expect(seatsOf('a')).toHaveLength(1);
    keepSeat('a', 0, 'new', 2);
    forgetSeat('a', 0, 'old');
    expect(ownTokens()).toEqual(['new']);
    forgetSeat('a', 0, 'new');
    expect(seatsOf('a')).toEqual([]);
  });

  it('are lent to another device and given back, each by itself', () => {
    keepSeat('a', 0, 'x', 1);
    keepSeat('a', 1, 'y', 2);
    keepSeat('b', 0, 'z', 3);
    lendSeat('a', 0, true);
    expect(seatsOf('a').map(({ lent }) => lent)).toEqual([true, undefined]);
    expect(seatsOf('b')[0]?.lent).toBeUndefined();
    lendSeat('a', 0, false);
    expect(seatsOf('a')[0]?.lent).toBe(false);
  });

  it('are not kept without end, and nothing is lost that is newer', () => {
    for (let index = 0; index < 205; index++) keepSeat(`m${index}`, 0, 't', index);
    expect(keptSeats()).toHaveLength(200);
    expect(seatsOf('m204')).toHaveLength(1);
    expect(seatsOf('m0')).toEqual([]);
  });

  it('are none where the browser keeps nothing, or nonsense', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => '{',
      setItem: () => {
        throw new Error('full');
      },
    });
    expect(keptSeats()).toEqual([]);
    expect(() => keepSeat('a', 0, 'x', 1)).not.toThrow();
  });
});
