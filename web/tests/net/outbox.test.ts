/** Actions that wait to be sent, and the names that nobody else makes. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId, newToken } from '../../src/net/outbox';

afterEach(() => void vi.unstubAllGlobals());

const drawing = (next: (at: number) => number): void =>
  void vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.map((_, at) => next(at)) });

describe('a name that nobody else makes', () => {
  it('is twelve bytes in hexadecimal, small ones with their zero', () => {
    drawing((at) => (at === 0 ? 0 : at === 1 ? 15 : 255 - at));
    expect(newId()).toBe('000ffdfcfbfaf9f8f7f6f5f4');
  });

  it('is another one every time', () => {
    expect(new Set(Array.from({ length: 50 }, newId)).size).toBe(50);
    expect(newId()).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('a token', () => {
  it('is 24 bytes in the letters of addresses', () => {
    drawing((at) => [251, 239, 190, 255, 255, 255][at % 6] as number);
    expect(newToken()).toBe('----____'.repeat(4));
    vi.unstubAllGlobals();
    expect(newToken()).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });
});
