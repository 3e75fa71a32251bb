/** A match that leaves the device: who sits where there, and when it is given up here. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const here = vi.fn();
const create = vi.fn();
const keepSeat = vi.fn();
vi.mock('../../src/net/server', () => ({ create }));
vi.mock('../../src/net/here', () => ({ here: { ask: here } }));
vi.mock('../../src/app/seats', () => ({ keepSeat, ownTokens: () => ['known'] }));
const { moveToServer } = await import('../../src/app/moving');

const SEATS = [
  { kind: 'local', name: 'Ann' },
  { kind: 'local', name: 'Bo' },
  { kind: 'computer', level: 3 },
];
beforeEach(() => {
  for (const each of [here, create, keepSeat]) each.mockReset();
  here.mockImplementation(({ what }) => Promise.resolve(what === 'handOver' ? { game: 'cram', seats: SEATS } : null));
  create.mockResolvedValue({ match: 'far', seats: [{ seat: 0, token: 'mine' }] });
});

describe('a match that leaves the device', () => {
  it('keeps everybody where they sit, but for the friend who is invited', async () => {
    expect(await moveToServer('near', 'token', 1)).toBe('far');
    const [[asked]] = create.mock.calls as [[{ seats: unknown; tokens: unknown }]];
    expect(asked).toMatchObject({ game: 'cram', seats: [SEATS[0], { kind: 'open' }, SEATS[2]], tokens: ['known'] });
    expect(keepSeat.mock.calls).toEqual([['far', 0, 'mine']]);
  });

  it('invites nobody where nobody was named', async () => {
    await moveToServer('near', 'token', null);
    expect(create.mock.calls[0]?.[0]).toMatchObject({ seats: SEATS });
  });

  it('is given up here only once it is there', async () => {
    create.mockRejectedValue(new Error('busy'));
    await expect(moveToServer('near', 'token', null)).rejects.toThrow('busy');
    expect(here.mock.calls.map(([{ what }]) => what)).toEqual(['handOver']);
    create.mockResolvedValue({ match: 'far', seats: [] });
    await moveToServer('near', 'token', null);
    expect(here.mock.lastCall).toEqual([{ what: 'movedTo', match: 'near', token: 'token', to: 'far' }]);
  });
});
