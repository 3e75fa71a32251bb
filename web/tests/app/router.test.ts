import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('window', { addEventListener: vi.fn() });
const { link, readRoute, router } = await import('../../src/app/router.svelte');

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
  ])('%s is a page', (path, route) => {
    expect(readRoute(path)).toEqual(route);
  });

  it.each(['/play', '/m', '/rules', '/watch/more', '/edit/more', '/m/abc/more', '/nowhere'])('%s is not', (path) => {
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
