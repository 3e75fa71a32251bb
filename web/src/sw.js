/*
 * Keeps the page itself, so that it opens without a network: its pages and games from the first visit on, the engine as
 * soon as it is needed or the page has nothing else to do. Matches are never kept here: those of the server come from it
 * alone, those of this device are in its database.
 *
 * The build puts KEEP, a name for this very build, FILES and LARGE before these lines; both are relative to this file.
 */
/* global KEEP, FILES, LARGE */

const HOME = new URL('./', location.href).pathname;

/** What is kept of this build; the same build in another folder, and other pages of this origin, keep theirs apart. */
const KEPT = `${KEEP} ${HOME}`;

/** The puzzles that the page keeps itself. */
const PUZZLES = 'tafelrunde-puzzles';

/** How long the network may take to bring the page where there is one already. */
const PATIENCE = 4_000;

/** What has no content in its name is not taken from what the browser itself has kept: that may be of another build. */
function anew(name) {
  return new Request(name, { cache: name.startsWith('assets/') ? 'default' : 'reload' });
}

/** So many files are fetched at once: somebody may be waiting for what the page itself asks for on the same line. */
const AT_ONCE = 3;

/** Keeps all files of this build; what is here already, because the line was cut the last time, is not fetched again. */
async function keepAll() {
  const kept = await caches.open(KEPT);
  const names = FILES.values();
  const keep = async () => {
    for (const name of names) if (!name.startsWith('assets/') || !(await kept.match(name))) await kept.add(anew(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keep));
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

/** Whether a cache is of a build in this folder; once their names did not say where. */
function isOurs(name) {
  return name.startsWith('tafelrunde-') && name !== PUZZLES && (!name.includes(' ') || name.endsWith(` ${HOME}`));
}

/**
 * Forgets older builds but for the last one: a page that is open still asks for parts of it, which no server has any
 * more, for a computer's worker above all. It goes with the next build.
 */
async function forget() {
  const builds = (await caches.keys()).filter((name) => isOurs(name) && name !== KEPT);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

/** Fetches what is large and not here yet, one after the other; what a lost line leaves out comes the next time. */
async function complete() {
  const kept = await caches.open(KEPT);
  for (const name of LARGE) if (!(await kept.match(name))) await kept.add(anew(name));
}

self.addEventListener('message', (event) => {
  if (event.data === 'complete') event.waitUntil(complete().catch(() => undefined));
});

/** A file that has its content in its name never changes: what was kept is right. */
async function lasting(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) (await caches.open(KEPT)).put(request, fresh.clone());
  return fresh;
}

/** A file of this build whose name does not change: what was kept of another build is another one. */
async function own(request) {
  return (await caches.match(request, { cacheName: KEPT })) ?? fetch(request);
}

/**
 * The page is the newest there is. Where no network brings it, a slow one takes long, or something in between says that
 * the server is away, it is the one of this build, all of whose parts are here.
 */
async function page(request) {
  const kept = await caches.match(HOME, { cacheName: KEPT }).catch(() => undefined);
  const fresh = fetch(request).catch(() => Response.error());
  if (!kept) return fresh;
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  const first = await Promise.race([fresh, late]);
  return first.type === 'error' || first.status >= 500 ? kept : first;
}

/** What a message says, in the languages of the page: how often it is one's turn, and nothing about the games. */
const WORDS = {
  en: {
    one: 'It is your turn in a game.',
    other: 'It is your turn in {n} games.',
    open: 'Open',
    end: 'No more messages',
  },
  de: {
    one: 'Du bist in einer Partie am Zug.',
    other: 'Du bist in {n} Partien am Zug.',
    open: 'Öffnen',
    end: 'Keine Nachrichten mehr',
  },
  fr: {
    one: 'C’est à toi dans une partie.',
    other: 'C’est à toi dans {n} parties.',
    open: 'Ouvrir',
    end: 'Plus de messages',
  },
  es: { one: 'Te toca en una partida.', other: 'Te toca en {n} partidas.', open: 'Abrir', end: 'No más mensajes' },
};

function told(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { turns, language } = told(event.data);
  const words = WORDS[language] ?? WORDS.en;
  event.waitUntil(
    self.registration.showNotification('Tafelrunde', {
      body: turns > 1 ? words.other.replace('{n}', turns) : words.one,
      lang: language,
      // A newer one takes the place of the one before.
      tag: 'turns',
      icon: 'icon-192.png',
      badge: 'icon-192.png',
      actions: [
        { action: 'open', title: words.open },
        { action: 'end', title: words.end },
      ],
    }),
  );
});

/** Ends the messages: the browser takes none any more, whether or not the server hears of it. */
async function endMessages() {
  const subscription = await self.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await fetch('/api/me/push/end', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
}

/** Shows the page that is open already, or opens one. */
async function openPage() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = pages.filter(({ url }) => new URL(url).pathname === HOME);
  if (open) await open.focus();
  else await self.clients.openWindow(HOME);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil((event.action === 'end' ? endMessages() : openPage()).catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  // Texts that lie beside the page, such as the licences, are no page and must not be kept in its place.
  if (url.pathname.endsWith('.txt')) return;
  // What may stand inside other pages comes with headers of its own.
  if (url.pathname.startsWith('/embed/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith(`${HOME}assets/`)) event.respondWith(lasting(request));
  else if (url.pathname.startsWith(`${HOME}puzzles/`) && url.pathname.endsWith('.json'))
    event.respondWith(own(request));
});
