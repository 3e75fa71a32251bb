/** A moment that is played on: who sits where, and at which level. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/net/refusal';

const create = vi.fn();
const keepSeat = vi.fn();
const go = vi.fn();
const refuse = vi.fn();
const settings = { name: ' Ann ' };
vi.mock('../../src/net/api', () => ({ create }));
vi.mock('../../src/app/seats', () => ({ keepSeat, ownTokens: () => ['known'] }));
vi.mock('../../src/app/router.svelte', () => ({ router: { go } }));
vi.mock('../../src/app/notices.svelte', () => ({ notices: { refuse } }));
vi.mock('../../src/app/settings.svelte', () => ({ settings }));
vi.mock('../../src/app/setup', () => ({ lastSetup: () => ({ level: 5 }) }));
vi.mock('../../src/app/characters', () => ({ named: (seats: unknown) => seats }));
vi.mock('../../src/i18n/i18n.svelte', () => ({ t: (key: string, { n }: { n: number }) => `${key} ${n}` }));
const { playOn } = await import('../../src/app/practice');

const COMPUTER = { kind: 'computer', level: 5 };
beforeEach(() => {
  for (const each of [create, keepSeat, go, refuse]) each.mockReset();
  create.mockResolvedValue({ match: 'made', seats: [{ seat: 1, token: 'own' }] });
  settings.name = ' Ann ';
});

describe('playing on', () => {
  it('gives the person their seat and computers all others', async () => {
    await playOn('cram', 'record', 1, 3);
    expect(create.mock.calls).toEqual([
      [
        {
          game: 'cram',
          seats: [COMPUTER, { kind: 'local', name: 'Ann' }, COMPUTER],
          record: 'record',
          tokens: ['known'],
        },
      ],
    ]);
    expect([keepSeat.mock.calls, go.mock.calls, refuse.mock.calls]).toEqual([[['made', 1, 'own']], [['/m/made']], []]);
  });

  it('calls somebody without a name by their seat', async () => {
    settings.name = '  ';
    await playOn('cram', 'record', 0, 2);
    expect(create.mock.calls[0]?.[0].seats).toEqual([{ kind: 'local', name: 'seat.player 1' }, COMPUTER]);
  });

  it('tells why it cannot be, and stays', async () => {
    const refusal = new Refusal('bad-record', '');
    create.mockRejectedValue(refusal);
    await playOn('cram', 'record', 0, 2);
    expect([refuse.mock.calls, go.mock.calls]).toEqual([[[refusal]], []]);
  });
});
