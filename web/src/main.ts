import './art/fonts.css';
import './art/theme.css';
import './app/app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './app/settings.svelte';
import { speak } from './i18n/i18n.svelte';

settings.apply();
// The first words are in the right language: the page waits for them.
await speak(settings.language).catch(() => speak('en'));
mount(App, { target: document.getElementById('app') as HTMLElement });

// Whoever is waited for elsewhere hears of it, and what an earlier page could not hand over goes on its way, once there
// is nothing more urgent.
setTimeout(() => {
  void import('./app/turns.svelte').then(({ turns }) => turns.begin()).catch(() => undefined);
  void import('./app/moving').then(({ resumeMoving }) => resumeMoving()).catch(() => undefined);
}, 3_000);

/** Waits until nothing has come for a while: somebody may be waiting for it on a slow line. */
function quiet(): Promise<void> {
  return new Promise((done) => {
    let timer = 0;
    const wait = (): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => (watching.disconnect(), done()), 1_500);
    };
    const watching = new PerformanceObserver((come) => {
      // What is asked again and again is no part of the page.
      if (come.getEntries().some(({ name }) => name.includes('/assets/'))) wait();
    });
    watching.observe({ type: 'resource' });
    wait();
  });
}

/** Keeps the page for times without a network; what is large comes last, when the page has nothing else to do. */
async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator;
  const complete = (): unknown => setTimeout(() => serviceWorker.controller?.postMessage('complete'), 4_000);
  // The one of a new build takes over while the page is open, and has to fetch what is large anew.
  serviceWorker.addEventListener('controllerchange', complete);
  if (serviceWorker.controller) complete();
  // A first visit needs the line for what is looked at.
  else await quiet();
  await serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
}
if ('serviceWorker' in navigator && import.meta.env.PROD) void keepPage().catch(() => undefined);
