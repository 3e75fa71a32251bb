/** Which page the address stands for. */
import { isHere } from '../host/names';

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'setup'; readonly game: string }
  | { readonly page: 'match'; readonly id: string }
  | { readonly page: 'replay'; readonly id: string | null }
  | { readonly page: 'watch' }
  | { readonly page: 'lobby' }
  | { readonly page: 'rules'; readonly game: string }
  | { readonly page: 'learn'; readonly game: string | null }
  | { readonly page: 'edit' }
  | { readonly page: 'study'; readonly id: string | null }
  | { readonly page: 'shared'; readonly id: string }
  | { readonly page: 'embed'; readonly id: string }
  | { readonly page: 'count'; readonly game: string | null; readonly lay: boolean }
  | { readonly page: 'puzzles'; readonly mode: string | null }
  | { readonly page: 'me' }
  | { readonly page: 'profile'; readonly name: string }
  | { readonly page: 'leaders'; readonly game: string | null }
  | { readonly page: 'moderate' }
  | { readonly page: 'lost' };

export function readRoute(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean);
  if (rest.length) return { page: 'lost' };
  if (!first) return { page: 'home' };
  if (first === 'play' && second) return { page: 'setup', game: second };
  if (first === 'm' && second) return { page: 'match', id: second };
  if (first === 'replay') return { page: 'replay', id: second || null };
  if (first === 'lobby' && !second) return { page: 'lobby' };
  if (first === 'watch' && !second) return { page: 'watch' };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 'learn') return { page: 'learn', game: second || null };
  if (first === 'edit' && !second) return { page: 'edit' };
  if (first === 'study') return { page: 'study', id: second || null };
  if (first === 'studies' && second) return { page: 'shared', id: second };
  if (first === 'embed' && second) return { page: 'embed', id: second };
  if (first === 'count' || first === 'lay') return { page: 'count', game: second || null, lay: first === 'lay' };
  if (first === 'puzzles') return { page: 'puzzles', mode: second || null };
  if (first === 'moderate' && !second) return { page: 'moderate' };
  if (first === 'me' && !second) return { page: 'me' };
  if (first === 'people' && second) return { page: 'profile', name: nameIn(second) };
  if (first === 'leaders') return { page: 'leaders', game: second || null };
  return { page: 'lost' };
}

/** Whether only a server could show what an address stands for: somebody else's, or something that many share. */
export function isOfServer(route: Route): boolean {
  switch (route.page) {
    case 'match':
    case 'replay':
      return route.id !== null && !isHere(route.id);
    case 'puzzles':
      return route.mode === 'drill';
    case 'lobby':
    case 'watch':
    case 'shared':
    case 'embed':
    case 'me':
    case 'profile':
    case 'leaders':
    case 'moderate':
      return true;
    default:
      return false;
  }
}

/** A name as it stands in an address; one that cannot be read is nobody's. */
function nameIn(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What follows the `#`, and after that what a page itself put there. */
const HASHED = /^#(\/[^#]*)/;

/** The path of the page. A static site has one file, so that there its pages are told apart after the `#`. */
function pathNow(): string {
  return __SITE__ ? (HASHED.exec(location.hash)?.[1] ?? '/') : location.pathname;
}

/** What stands in the address after its path, beginning with `#`. */
export function anchorNow(): string {
  return __SITE__ ? location.hash.replace(HASHED, '') : location.hash;
}

/** The whole address of a page of ours, to be shared. */
export function addressOf(path: string): string {
  return new URL(__SITE__ ? `#${path}` : path, location.href).href;
}

class Router {
  route: Route = $state.raw(readRoute(pathNow()));

  constructor() {
    window.addEventListener('popstate', () => this.#read());
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path));
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.route = readRoute(pathNow());
  }
}

export const router = new Router();

/** Lets a link lead to another page of ours without loading anything; other clicks are left to the browser. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const { pathname, hash } = node;
  // Opened in another tab, the link must lead there by itself.
  if (__SITE__) node.href = `#${pathname}${hash}`;
  function click(event: MouseEvent): void {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.go(__SITE__ ? node.hash.slice(1) : node.pathname + node.hash);
  }
  node.addEventListener('click', click);
  return { destroy: () => node.removeEventListener('click', click) };
}
