/** A match that leaves the device, as the page has it done: it learns what opens its seats there, and nothing else. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const here = vi.fn();
const keepSeat = vi.fn();
vi.mock('../../src/net/here', () => ({ here: { ask: here } }));
vi.mock('../../src/app/seats', () => ({ keepSeat, ownTokens: () => ['known'] }));
const { moveToServer } = await import('../../src/app/moving');

beforeEach(() => {
  for (const each of [here, keepSeat]) each.mockReset();
  here.mockResolvedValue({ match: 'far', seats: [{ seat: 0, token: 'mine' }] });
});

describe('a match that leaves the device', () => {
  it('is handed over by its host, and its seats are kept under its new name', async () => {
    expect(await moveToServer('near', 'token', 1)).toBe('far');
    const asked = { what: 'handOver', match: 'near', token: 'token', friend: 1, tokens: ['known'] };
    expect(here.mock.calls).toEqual([[asked]]);
    expect(keepSeat.mock.calls).toEqual([['far', 0, 'mine']]);
  });

  it('leaves everything as it is where that is refused', async () => {
    here.mockRejectedValue(new Error('busy'));
    await expect(moveToServer('near', 'token', null)).rejects.toThrow('busy');
    expect(keepSeat).not.toHaveBeenCalled();
  });
});
