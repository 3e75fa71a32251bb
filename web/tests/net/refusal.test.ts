import { describe, expect, it } from 'vitest';
import { isTemporary, Refusal } from '../../src/net/refusal';

describe('a refusal', () => {
  it('passes by itself while the server restarts, is busy or away', () => {
    expect((['shutting-down', 'unavailable', 'too-fast', 'offline'] as const).map(isTemporary)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('stays one where the same request would be refused for ever', () => {
    expect(
      (
        ['illegal', 'stale', 'not-your-turn', 'forbidden', 'match-over', 'too-many', 'too-large', 'paused'] as const
      ).filter(isTemporary),
    ).toEqual([]);
  });

  it('carries its code and its words', () => {
    const refusal = new Refusal('stale', 'another move was made');
    expect([refusal.code, refusal.message, refusal.name]).toEqual(['stale', 'another move was made', 'Refusal']);
    expect(refusal).toBeInstanceOf(Error);
  });
});
