/** The drawings of TOKAN. */
import { needSprites } from '../../art/sprites';
import animals from './animals.svg?raw';

export { animals };

export function needAnimals(): void {
  needSprites('animals', animals);
}
