import { mount } from 'svelte';
import '../art/fonts.css';
import '../art/theme.css';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('app') as HTMLElement });
