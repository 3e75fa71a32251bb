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

const pictures = new Map<string, string>();

/**
 * A drawing of a sheet as the address of an image. Each `<use>` is a copy of the whole drawing that is styled, laid out and
 * painted anew; of an image there is one, however often it is shown. `looks` are the marks of the root that change drawings.
 */
export function pictureOf(sheet: string, id: string, box: string, looks: string): string {
  const key = id + looks;
  let picture = pictures.get(key);
  if (picture === undefined) {
    // What the page says of the looks of drawings holds in the image as well.
    const rules = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .filter((rule) => rule.includes('#art-'));
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${looks}><style>${rules.join('')}</style>${sheet}<use href="#${id}"/></svg>`;
    picture = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
    pictures.set(key, picture);
  }
  return picture;
}
