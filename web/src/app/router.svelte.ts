/** Which page the address stands for. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'setup'; readonly game: string }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'replay'; readonly id: string | null }
  | { readonly page: 'watch' }
  | { readonly page: 'rules'; readonly game: string }
  | { readonly page: 'learn'; readonly game: string | null }
  | { readonly page: 'edit' }
  | { readonly page: 'lost' };

export function readRoute(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean);
  if (rest.length) return { page: 'lost' };
  if (!first) return { page: 'home' };
  if (first === 'play' && second) return { page: 'setup', game: second };
  if (first === 'm' && second) return { page: 'match', id: second };
  if (first === 'replay') return { page: 'replay', id: second || null };
  if (first === 'watch' && !second) return { page: 'watch' };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 'learn') return { page: 'learn', game: second || null };
  if (first === 'edit' && !second) return { page: 'edit' };
  return { page: 'lost' };
}

class Router {
  route: Route = $state.raw(readRoute(location.pathname));

  constructor() {
    window.addEventListener('popstate', () => this.#read());
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.route = readRoute(location.pathname);
  }
}

export const router = new Router();

/** Lets a link lead to another page of ours without loading anything; other clicks are left to the browser. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  function click(event: MouseEvent): void {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.go(node.pathname + node.hash);
  }
  node.addEventListener('click', click);
  return { destroy: () => node.removeEventListener('click', click) };
}
