/** A table that is laid by hand: to be counted, or to begin with. */
export { default } from './Count.svelte';
export { default as Begin } from './Begin.svelte';
