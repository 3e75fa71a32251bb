/** The drawings of the chocolate games. */
import { needSprites, pictureOf } from '../../art/sprites.svelte';
import sweets from './sweets.svg?raw';

export { sweets };

export function needSweets(): void {
  needSprites('sweets', sweets);
}

/** A drawing that a field shows many times, as an image. */
export function sweet(name: string, box: string): string {
  return pictureOf(sweets, `art-${name}`, box);
}
