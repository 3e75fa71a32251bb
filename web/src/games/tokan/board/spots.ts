/** Where the places of TOKAN are on the screen: the cells, and in a draft the spaces. */
import type { FindPlaces } from '../../places';

const PLACES = '[data-cell], [data-space]';
const placeOf = (element: Element | null | undefined): string | null => {
  const { cell, space } = element?.closest<HTMLElement>(PLACES)?.dataset ?? {};
  return cell ?? space ?? null;
};

export const findPlaces: FindPlaces = (board) => {
  const field = board.querySelector<HTMLElement>('[role="grid"]');
  if (!field) return null;
  const cells = new Map([...field.querySelectorAll(PLACES)].map((cell) => [placeOf(cell), cell]));
  return {
    field,
    spot: (place) => {
      const box = cells.get(place)?.getBoundingClientRect();
      // A cell reaches as far up as its tower: as wide as it is, the tile on top lies in its upper part.
      return box ? { x: box.x + box.width / 2, y: box.y + box.width * 0.46, size: box.width } : null;
    },
    placeAt: (x, y) => placeOf(document.elementFromPoint(x, y)),
    focused: () => (field.contains(document.activeElement) ? placeOf(document.activeElement) : null),
    focus: () => field.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    takesRightButton: false,
  };
};
