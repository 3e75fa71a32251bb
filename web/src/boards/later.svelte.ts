import { untrack } from 'svelte';

/**
 * A value as it was some frames ago: what hardly anybody looks at while going from move to move is drawn after what
 * everybody does. Whoever goes on meanwhile gets to it at the end.
 */
export function later<T>(value: () => T): { readonly value: T } {
  let known = $state.raw(untrack(value));
  $effect(() => {
    const next = value();
    // In the frame after the one that the change itself is painted in.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => (known = next))));
    return () => cancelAnimationFrame(frame);
  });
  return {
    get value() {
      return known;
    },
  };
}
