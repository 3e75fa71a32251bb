/*
 * Keeps the page itself, all of it from the first visit on, so that it opens without a network. Matches are never kept:
 * they come from the server alone. The build puts KEEP, a name for this very build, and FILES before these lines.
 */
/* global KEEP, FILES */

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEEP)
      .then((kept) => kept.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEEP).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** A file that has its content in its name never changes: what was kept is right. */
async function lasting(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) (await caches.open(KEEP)).put(request, fresh.clone());
  return fresh;
}

/** The page is the newest there is; without a network it is the last one seen. */
async function page(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) (await caches.open(KEEP)).put('/', fresh.clone());
    return fresh;
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(lasting(request));
});
