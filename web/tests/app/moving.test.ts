/** A match that leaves the device, as the page has it done: it learns what opens its seats there, and nothing else. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const here = vi.fn();
const keepSeat = vi.fn();
const places = { hasEngine: true, hasServer: true };
const allKept = vi.fn();
const isUnsettled = vi.fn();
vi.mock('../../src/net/here', () => ({ here: { ask: here } }));
vi.mock('../../src/net/api', () => ({ places }));
vi.mock('../../src/net/shelf', () => ({ allKept, isUnsettled }));
vi.mock('../../src/app/seats', () => ({ keepSeat, ownTokens: () => ['known'] }));
const { move, resumeMoving, startMoving, stay } = await import('../../src/app/moving');

beforeEach(() => {
  for (const each of [here, keepSeat, allKept, isUnsettled]) each.mockReset();
  here.mockResolvedValue({ match: 'far', seats: [{ seat: 0, token: 'mine' }] });
  places.hasServer = true;
});

describe('a match that leaves the device', () => {
  it('is handed over by its host, and its seats are kept under its new name', async () => {
    await startMoving('near', 'token', 1);
    expect(here.mock.calls).toEqual([[{ what: 'handOver', match: 'near', token: 'token', friend: 1 }]]);
    expect(keepSeat).not.toHaveBeenCalled();
    expect(await move('near')).toBe('far');
    expect(here.mock.calls.slice(1)).toEqual([[{ what: 'carryOver', match: 'near', tokens: ['known'] }]]);
    expect(keepSeat.mock.calls).toEqual([['far', 0, 'mine']]);
  });

  it('leaves everything as it is where that is refused', async () => {
    here.mockRejectedValue(new Error('busy'));
    await expect(move('near')).rejects.toThrow('busy');
    expect(keepSeat).not.toHaveBeenCalled();
  });

  it('stays, and the server is told so; it hears of it later where it cannot be reached', async () => {
    here.mockImplementation(({ what }) => (what === 'withdraw' ? Promise.reject(new Error()) : Promise.resolve(null)));
    await stay('near');
    expect(here.mock.calls).toEqual([[{ what: 'keepHere', match: 'near' }], [{ what: 'withdraw' }]]);
  });
});

describe('what an earlier page could not end', () => {
  it('goes on its way, each on its own', async () => {
    allKept.mockResolvedValue([{ id: 'a', handing: {} }, { id: 'b' }, { id: 'c', handing: {} }]);
    isUnsettled.mockResolvedValue(true);
    here.mockRejectedValueOnce(new Error('busy'));
    await resumeMoving();
    expect(here.mock.calls.map(([{ what, match }]) => [what, match])).toEqual([
      ['carryOver', 'a'],
      ['carryOver', 'c'],
      ['withdraw', undefined],
    ]);
    expect(keepSeat.mock.calls).toEqual([['far', 0, 'mine']]);
  });

  it.each([
    ['nothing is left', true],
    ['there is no server', false],
  ])('costs nothing where %s', async (_, hasServer) => {
    places.hasServer = hasServer;
    allKept.mockResolvedValue(hasServer ? [{ id: 'b' }] : [{ id: 'a', handing: {} }]);
    isUnsettled.mockResolvedValue(!hasServer);
    await resumeMoving();
    expect(here).not.toHaveBeenCalled();
  });
});
