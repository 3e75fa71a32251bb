import { describe, expect, it } from 'vitest';
import { isPrintable, quoted } from '../../src/engine/calls';
import { round } from '../../src/engine/pace';
import { Random } from '../../src/engine/random';
import { hex, hmac, sha256, unhex } from '../../src/engine/sha256';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('numbers as Python has them', () => {
  it('draws the same from the same seed', () => {
    const random = new Random(2 ** 40 + 7);
    expect(random.bits(63)).toBe(6892849602733256922n);
    expect(random.random()).toBe(0.8149162973309487);
    expect(Array.from({ length: 5 }, () => random.below(30))).toEqual([20, 18, 22, 15, 8]);
  });

  it('rounds to the even neighbour where it lies in the middle, and else to the nearest', () => {
    const cases: [number, number, number][] = [
      [0.03125, 4, 0.0312],
      [2.675, 2, 2.67],
      [1.00005, 4, 1.0001],
      [0.5, 0, 0],
      [1.5, 0, 2],
      [-1.5, 0, -2],
      [0.00005, 4, 0.0001],
    ];
    for (const [value, digits, rounded] of cases) expect(round(value, digits)).toBeCloseTo(rounded, 12);
  });
});

describe('hashes', () => {
  it('are those of the standard', () => {
    expect(hex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hex(sha256(new Uint8Array(0)))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    const long = 'what do ya want for nothing?';
    expect(hex(hmac(bytes('Jefe'), bytes(long)))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('reads digits, and nothing else', () => {
    expect([...(unhex('00ff') ?? [])]).toEqual([0, 255]);
    expect(unhex('0')).toBeNull();
    expect(unhex('0g')).toBeNull();
  });
});

describe('quoting', () => {
  it('keeps a message on one line and short', () => {
    expect(quoted('a\nb\u2028')).toBe("'a·b·'");
    expect([...quoted('😀'.repeat(80))]).toHaveLength(62);
    expect(isPrintable('ä 😀')).toBe(true);
    expect(isPrintable('\u00a0')).toBe(false);
  });
});
