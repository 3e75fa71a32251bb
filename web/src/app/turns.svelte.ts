/**
 * Tells that somebody here is on turn at a table that is not on the screen: on the tab, on the app's icon, and once by a
 * sound. It can be turned off in the settings, and asks nothing where no game is being played.
 */
import { accountSeat, mine, places } from '../net/api';
import { isHere } from '../host/names';
import { router } from './router.svelte';
import { keptSeats, ownTokens } from './seats';
import { settings } from './settings.svelte';
import { openAccount } from './signed';
import { sound } from './sounds';
import { withTurns } from './summaries';

const EVERY = 10_000;
const BADGE =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f6b57"/><circle cx="16" cy="16" r="9" fill="#ffd877"/></svg>',
  );

/** The tables at which somebody here is waited for, without the one that they look at. */
export async function waitingTables(): Promise<readonly string[]> {
  const tokens = ownTokens();
  const [held, named] = await Promise.all([
    tokens.length ? mine(tokens) : [],
    openAccount().then((account) => account?.matches() ?? []),
  ]);
  const seen = router.route.page === 'match' && !document.hidden ? router.route.id : '';
  return withTurns([...held, ...named]).flatMap(({ id, yours }) => (yours && id !== seen ? [id] : []));
}

class Turns {
  #known: ReadonlySet<string> = new Set();
  #icons: readonly (readonly [link: HTMLLinkElement, address: string])[] = [];
  #marked = '';

  begin(): void {
    if (!places.hasServer) return;
    setInterval(() => void this.#look(), EVERY);
    document.addEventListener('visibilitychange', () => void this.#look());
  }

  async #look(): Promise<void> {
    const plays = keptSeats().some(({ match, token }) => !isHere(match) || accountSeat(token) !== null);
    if (!settings.turns || !plays) {
      this.#show(0);
      return;
    }
    const waiting = await waitingTables().catch(() => null);
    // Without an answer nothing is known, and nothing changes.
    if (!waiting) return;
    if (waiting.some((id) => !this.#known.has(id))) sound('turnOver');
    this.#known = new Set(waiting);
    this.#show(waiting.length);
  }

  #show(count: number): void {
    const offered = navigator as { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
    void (count ? offered.setAppBadge?.(count) : offered.clearAppBadge?.())?.catch(() => undefined);
    const mark = count ? `(${count}) ` : '';
    if (this.#marked && document.title.startsWith(this.#marked))
      document.title = document.title.slice(this.#marked.length);
    if (mark) document.title = mark + document.title;
    this.#marked = mark;
    if (count && !this.#icons.length) {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
      this.#icons = links.map((link) => [link, link.href] as const);
      for (const link of links) link.href = BADGE;
    } else if (!count) {
      for (const [link, address] of this.#icons) link.href = address;
      this.#icons = [];
    }
  }
}

export const turns = new Turns();
