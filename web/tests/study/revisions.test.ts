/** Two pages that write the same study: whose is kept as it is, and whose becomes a second one. */
import { describe, expect, it } from 'vitest';
import { goesOn, type KeptStudy } from '../../src/study/studies';

const kept = (revision?: number, page?: string): KeptStudy =>
  ({ ...(revision !== undefined && { revision }), ...(page && { by: { page } }) }) as unknown as KeptStudy;

describe('a study that is kept', () => {
  it('goes on from what was read, also where nobody counted yet', () => {
    expect([goesOn(undefined, kept(4)), goesOn(kept(4), kept(4)), goesOn(kept(), kept())]).toEqual([true, true, true]);
    expect([goesOn(kept(0), kept()), goesOn(kept(), kept(0))]).toEqual([true, true]);
  });

  it('goes on from what the same page wrote meanwhile, and from nobody else', () => {
    expect(goesOn(kept(5, 'here'), kept(4, 'here'))).toBe(true);
    expect(goesOn(kept(5, 'there'), kept(4, 'here'))).toBe(false);
    expect([goesOn(kept(5), kept(4)), goesOn(kept(5), kept(4, 'here')), goesOn(kept(5, 'there'), kept(4))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
