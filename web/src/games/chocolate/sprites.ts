/** The drawings of the chocolate games. */
import { needSprites } from '../../art/sprites';
import sweets from './sweets.svg?raw';

export { sweets };

export function needSweets(): void {
  needSprites('sweets', sweets);
}
