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

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
