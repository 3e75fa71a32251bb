import { mount } from 'svelte';
import '../art/fonts.css';
import '../art/theme.css';
import Gallery from './Gallery.svelte';
import { chocolate, tokan } from './fixtures';

// Tests read from the page what they will see on it.
Object.assign(window, { scenes: { chocolate, tokan } });
mount(Gallery, { target: document.getElementById('app') as HTMLElement });
