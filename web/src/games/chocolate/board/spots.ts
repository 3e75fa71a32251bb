/** Where the squares of the chocolate field are on the screen; a place is one quarter of a card that may lie there. */
import type { FindPlaces } from '../../places';
import { PIECE } from './view.svelte';

/** How far the frame of the keyboard's square reaches over it. */
const FRAME = 4;

export const findPlaces: FindPlaces = (board) => {
  const field = board.querySelector<HTMLElement>('.field');
  const world = field?.querySelector<HTMLElement>('.world');
  if (!field || !world) return null;
  // The world is one pixel wide before it is moved and made larger.
  const { x: left, y: top, width: scale } = world.getBoundingClientRect();
  const size = PIECE * scale;
  return {
    field,
    spot: (place) => {
      const [, column, row] = /^(-?\d{1,3}),(-?\d{1,3})$/u.exec(place) ?? [];
      if (row === undefined) return null;
      return { x: left + (Number(column) + 0.5) * size, y: top + (Number(row) + 0.5) * size, size };
    },
    placeAt: (x, y) => {
      const under = document.elementFromPoint(x, y);
      if (under !== field && !(under && world.contains(under))) return null;
      return `${Math.floor((x - left) / size)},${Math.floor((y - top) / size)}`;
    },
    focused: () => {
      const cursor = document.activeElement === field ? world.querySelector('.cursor') : null;
      const at = (name: 'x' | 'y'): number => (Number(cursor?.getAttribute(name)) + FRAME) / PIECE;
      return cursor ? `${at('x')},${at('y')}` : null;
    },
    focus: () => field.focus(),
    // It turns a card that is held over the field.
    takesRightButton: world.querySelector('.ghost') !== null,
  };
};
