/** The drawings of TOKAN. */
import { needSprites } from '../../art/sprites.svelte';
import animals from './animals.svg?raw';

export { animals };

export function needAnimals(): void {
  needSprites('animals', animals);
}
