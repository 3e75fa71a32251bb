/** Puts the drawings of a game into the page once, where every `<use href="#art-…">` finds them. */
import animals from '../games/tokan/animals.svg?raw';
import sweets from '../games/chocolate/sweets.svg?raw';

const SHEETS = { animals, sweets };

export type Sheet = keyof typeof SHEETS;

/** Makes sure that a sheet is in the page; calling it again changes nothing. */
export function needSprites(sheet: Sheet): void {
  const id = `art-${sheet}`;
  if (document.getElementById(id)) return;
  const holder = document.createElement('div');
  holder.id = id;
  holder.innerHTML = SHEETS[sheet];
  document.body.append(holder);
}
