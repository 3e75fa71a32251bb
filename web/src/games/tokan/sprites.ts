/** The drawings of TOKAN. */
import { needSprites, pictureOf } from '../../art/sprites.svelte';
import animals from './animals.svg?raw';

export { animals };

export function needAnimals(): void {
  needSprites('animals', animals);
}

/** A drawing that a field shows many times, as an image. */
export function animal(name: string, box: string): string {
  return pictureOf(animals, `art-${name}`, box);
}
