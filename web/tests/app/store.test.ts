import { afterEach, expect, it, vi } from 'vitest';
import { load, save, storage } from '../../src/app/store';

afterEach(() => void vi.unstubAllGlobals());

const kept = new Map<string, string>();
const ROOMY = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
};

it('keeps things as long as the page lives where the browser has no room, and in the browser again once it has', () => {
  vi.stubGlobal('localStorage', {
    ...ROOMY,
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  kept.set('tafelrunde.seats', '"old"');
  save('seats', 'new');
  expect(load('seats', null)).toBe('new');
  expect(kept.get('tafelrunde.seats')).toBe('"old"');
  vi.stubGlobal('localStorage', ROOMY);
  save('seats', 'newest');
  expect(kept.get('tafelrunde.seats')).toBe('"newest"');
  kept.set('tafelrunde.seats', '"of another page"');
  expect(load('seats', null)).toBe('of another page');
});

it('stands in for a browser that keeps nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('kept from it', 'SecurityError');
    },
  });
  expect(load('never', 'fallback')).toBe('fallback');
  storage().setItem('box', '[1]');
  expect(storage().getItem('box')).toBe('[1]');
  expect(storage().getItem('other')).toBeNull();
});
