/** Being told that one's turn has come elsewhere: by whom it is asked, and what is told. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const state = vi.hoisted(() => ({
  kept: [] as { match: string; token: string }[],
  mine: [] as { id: string; yours: boolean }[] | Error,
  page: { page: 'home' } as { page: string; id?: string },
  settings: { turns: true },
}));
const asked = vi.hoisted(() => vi.fn());
const sound = vi.hoisted(() => vi.fn());
vi.mock('../../src/net/api', () => ({
  accountSeat: (token: string) => (token.startsWith('account ') ? 0 : null),
  mine: async (tokens: string[]) => {
    asked(tokens);
    if (state.mine instanceof Error) throw state.mine;
    return state.mine;
  },
  places: { hasServer: true },
}));
vi.mock('../../src/app/router.svelte', () => ({
  router: {
    get route() {
      return state.page;
    },
  },
}));
vi.mock('../../src/app/seats', () => ({
  keptSeats: () => state.kept,
  ownTokens: () => state.kept.map(({ token }) => token),
}));
vi.mock('../../src/app/settings.svelte', () => ({ settings: state.settings }));
vi.mock('../../src/app/signed', () => ({ openAccount: async () => null }));
vi.mock('../../src/app/sounds', () => ({ sound }));
vi.mock('../../src/app/summaries', () => ({ withTurns: (all: unknown) => all }));

const badge = vi.fn(async () => undefined);
const noBadge = vi.fn(async () => undefined);
const link = { href: 'icon.svg' };
const page = { title: 'Tafelrunde', hidden: false, querySelectorAll: () => [link], addEventListener: vi.fn() };
let look: () => Promise<void>;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.resetModules();
  vi.useFakeTimers();
  Object.assign(state, {
    kept: [{ match: 'a', token: 'x' }],
    mine: [{ id: 'a', yours: true }],
    page: { page: 'home' },
  });
  state.settings.turns = true;
  Object.assign(page, { title: 'Tafelrunde', hidden: false });
  link.href = 'icon.svg';
  vi.stubGlobal('navigator', { setAppBadge: badge, clearAppBadge: noBadge });
  vi.stubGlobal('document', page);
  const { turns } = await import('../../src/app/turns.svelte');
  turns.begin();
  look = async () => void (await vi.advanceTimersByTimeAsync(10_000));
});

describe('a turn elsewhere', () => {
  it('is told on the tab, on the icon, and once by a sound', async () => {
    await look();
    expect([page.title, link.href.slice(0, 10)]).toEqual(['(1) Tafelrunde', 'data:image']);
    expect(badge).toHaveBeenLastCalledWith(1);
    expect(sound.mock.calls).toEqual([['turnOver']]);
    await look();
    expect(page.title).toBe('(1) Tafelrunde');
    expect(sound).toHaveBeenCalledTimes(1);
    state.mine = [
      { id: 'a', yours: true },
      { id: 'b', yours: true },
    ];
    await look();
    expect(page.title).toBe('(2) Tafelrunde');
    expect(sound).toHaveBeenCalledTimes(2);
  });

  it('is told no more once it was taken, and everything looks as before', async () => {
    await look();
    state.mine = [{ id: 'a', yours: false }];
    await look();
    expect([page.title, link.href]).toEqual(['Tafelrunde', 'icon.svg']);
    expect(noBadge).toHaveBeenCalled();
  });

  it('stays told where nobody answers', async () => {
    await look();
    state.mine = new Error('no network');
    await look();
    expect([page.title, sound.mock.calls.length]).toEqual(['(1) Tafelrunde', 1]);
  });

  it('is not told of the table that one looks at, but of it behind another tab', async () => {
    state.page = { page: 'match', id: 'a' };
    await look();
    expect([page.title, sound.mock.calls.length]).toEqual(['Tafelrunde', 0]);
    page.hidden = true;
    await look();
    expect([page.title, sound.mock.calls.length]).toEqual(['(1) Tafelrunde', 1]);
  });
});

describe('nothing is asked', () => {
  it('where it was turned off, also while somebody plays', async () => {
    state.settings.turns = false;
    await look();
    expect([asked.mock.calls.length, page.title]).toEqual([0, 'Tafelrunde']);
  });

  it('where nobody plays over the server: without seats, or on this device alone', async () => {
    for (const kept of [[], [{ match: '~here', token: 'x' }]]) {
      state.kept = kept;
      await look();
    }
    expect(asked).not.toHaveBeenCalled();
    // A seat of an account is one over the server, wherever the match was found.
    state.kept = [{ match: '~here', token: 'account 0' }];
    await look();
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
