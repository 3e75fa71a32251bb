import { describe, expect, it, vi } from 'vitest';

const place = { pathname: '/', hash: '', href: 'http://here/' };
const window = { addEventListener: vi.fn(), scrollTo: vi.fn() };
vi.stubGlobal('location', place);
vi.stubGlobal('window', window);
const { addressOf, anchorNow, link, readRoute, router } = await import('../../src/app/router.svelte');

describe('addresses', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/play/tokan', { page: 'setup', game: 'tokan' }],
    ['/m/abc', { page: 'match', id: 'abc' }],
    ['/replay', { page: 'replay', id: null }],
    ['/replay/abc', { page: 'replay', id: 'abc' }],
    ['/watch', { page: 'watch' }],
    ['/rules/schoko', { page: 'rules', game: 'schoko' }],
    ['/learn', { page: 'learn', game: null }],
    ['/learn/tokan/', { page: 'learn', game: 'tokan' }],
    ['/count', { page: 'count', game: null, lay: false }],
    ['/count/go', { page: 'count', game: 'go', lay: false }],
    ['/lay/go', { page: 'count', game: 'go', lay: true }],
    ['/edit', { page: 'edit' }],
    ['/lobby', { page: 'lobby' }],
    ['/study', { page: 'study', id: null }],
    ['/study/abc', { page: 'study', id: 'abc' }],
    ['/studies/abc', { page: 'shared', id: 'abc' }],
    ['/embed/abc', { page: 'embed', id: 'abc' }],
    ['/lay', { page: 'count', game: null, lay: true }],
    ['/puzzles', { page: 'puzzles', mode: null }],
    ['/puzzles/daily', { page: 'puzzles', mode: 'daily' }],
    ['/moderate', { page: 'moderate' }],
    ['/me', { page: 'me' }],
    ['/people/Ann%20B', { page: 'profile', name: 'Ann B' }],
    ['/people/100%', { page: 'profile', name: '100%' }],
    ['/leaders', { page: 'leaders', game: null }],
    ['/leaders/tokan', { page: 'leaders', game: 'tokan' }],
  ])('%s is a page', (path, route) => {
    expect(readRoute(path)).toEqual(route);
  });

  it.each([
    ...['/play', '/m', '/rules', '/studies', '/embed', '/people', '/nowhere'],
    ...['/watch/more', '/edit/more', '/lobby/more', '/moderate/more', '/me/more', '/m/abc/more'],
  ])('%s is not', (path) => {
    expect(readRoute(path)).toEqual({ page: 'lost' });
  });
});

describe('a link', () => {
  it('leads to a page of ours without loading anything, unless a key is held, and no longer once it is gone', () => {
    let click: ((event: Partial<MouseEvent>) => void) | undefined;
    const node = {
      pathname: '/watch',
      hash: '#x',
      addEventListener: (_: string, listener: typeof click) => (click = listener),
      removeEventListener: (_: string, listener: typeof click) => {
        if (listener === click) click = undefined;
      },
    };
    const go = vi.spyOn(router, 'go').mockImplementation(() => undefined);
    const preventDefault = vi.fn();
    const { destroy } = link(node as unknown as HTMLAnchorElement);
    click?.({ button: 0, ctrlKey: true, preventDefault });
    click?.({ button: 1, preventDefault });
    expect([go.mock.calls.length, preventDefault.mock.calls.length]).toEqual([0, 0]);
    click?.({ button: 0, preventDefault });
    expect(go.mock.calls).toEqual([['/watch#x']]);
    expect(preventDefault).toHaveBeenCalledOnce();
    destroy();
    expect(click).toBeUndefined();
  });
});

describe('going elsewhere', () => {
  const went = vi.fn();
  vi.stubGlobal('history', {
    pushState: (_: null, __: string, address: string) => (went('push', address), lead(address)),
    replaceState: (_: null, __: string, address: string) => (went('replace', address), lead(address)),
  });
  function lead(address: string): void {
    Object.assign(place, { pathname: new URL(address).pathname, hash: new URL(address).hash });
  }

  it('leaves a way back unless it is to take the place of where one was', () => {
    vi.mocked(router.go).mockRestore();
    router.go('/watch#now');
    expect([router.route, anchorNow()]).toEqual([{ page: 'watch' }, '#now']);
    router.go('/lobby', true);
    expect([router.route, anchorNow()]).toEqual([{ page: 'lobby' }, '']);
    expect(went.mock.calls).toEqual([
      ['push', 'http://here/watch#now'],
      ['replace', 'http://here/lobby'],
    ]);
    expect(window.scrollTo).toHaveBeenCalledTimes(2);
    expect(addressOf('/m/abc')).toBe('http://here/m/abc');
  });

  it('follows the browser back', () => {
    const [event, back] = window.addEventListener.mock.calls[0] as [string, () => void];
    lead('http://here/me');
    expect(router.route).toEqual({ page: 'lobby' });
    back();
    expect([event, router.route]).toEqual(['popstate', { page: 'me' }]);
  });
});
