import './art/fonts.css';
import './art/theme.css';
import './app/app.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { notices } from './app/notices.svelte';
import { settings } from './app/settings.svelte';
import { speak } from './i18n/i18n.svelte';

settings.apply();
// The first words are in the right language: the page waits for them.
await speak(settings.language).catch(() => speak('en'));
mount(App, { target: document.getElementById('app') as HTMLElement });

// A page that was open while a new build was put up misses files of the old one: it starts anew, once. Then it asks.
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('tafelrunde.renewed'));
  if (Date.now() - last < 60_000) {
    notices.incomplete = true;
    return;
  }
  sessionStorage.setItem('tafelrunde.renewed', String(Date.now()));
  location.reload();
});

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
