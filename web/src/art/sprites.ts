/** Puts a sheet of drawings into the page once, where every `<use href="#art-…">` finds them. */

/** Makes sure that a sheet is in the page; calling it again changes nothing. */
export function needSprites(name: string, sheet: string): void {
  const id = `art-${name}`;
  if (document.getElementById(id)) return;
  const holder = document.createElement('div');
  holder.id = id;
  holder.innerHTML = sheet;
  document.body.append(holder);
}
