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

/** What the page says of drawings behind a look of its root, without that root: read once, as a sheet that still loads cannot be. */
let said: readonly (readonly [look: string, rule: string])[] | undefined;

/** What holds for drawings now. The copies that `<use>` makes, and images, do not see the root that has the looks. */
function worn(): string {
  said ??= [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap(({ cssText }) => {
      const look = /^:root\[data-\w+[^\]]*\] (?=.*#art-)/.exec(cssText)?.[0];
      return look ? [[look.trim(), cssText.replaceAll(look, '')] as const] : [];
    });
  return said
    .filter(([look]) => document.documentElement.matches(look))
    .map(([, rule]) => rule)
    .join('');
}

let looks: HTMLStyleElement | undefined;
/** What holds now, so that pictures are drawn anew when it changes. */
let holds = $state('');

/** Draws everything as the root of the page says now. */
export function dress(): void {
  looks ??= document.head.appendChild(document.createElement('style'));
  holds = looks.textContent = worn();
}

/** The drawings of a sheet, each on a line of its own. */
const DRAWING = /^<\w+ id="(art-[\w-]+)".*$/gmu;
const sheets = new Map<string, ReadonlyMap<string, string>>();

/** A drawing of a sheet and those that it refers to: with all of the sheet every image would be as large as that. */
function partsOf(sheet: string, id: string): string {
  let all = sheets.get(sheet);
  if (!all) {
    all = new Map([...sheet.matchAll(DRAWING)].map(([text, name = '']): [string, string] => [name, text]));
    sheets.set(sheet, all);
  }
  const parts = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const part = all.get(next);
    if (!part || parts.has(part)) continue;
    parts.add(part);
    for (const [, other = ''] of part.matchAll(/#(art-[\w-]+)/gu)) waiting.push(other);
  }
  return [...parts].join('');
}

const pictures = new Map<string, string>();

/**
 * A drawing of a sheet as the address of an image. Each `<use>` is a copy of the whole drawing that is styled, laid out and
 * painted anew; of an image there is one, however often it is shown.
 */
export function pictureOf(sheet: string, id: string, box: string): string {
  const key = id + holds;
  let picture = pictures.get(key);
  if (picture === undefined) {
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><style>${holds}</style><defs>${partsOf(sheet, id)}</defs><use href="#${id}"/></svg>`;
    // The browser reads the address anew wherever it is shown: it is as short as can be.
    picture = `data:image/svg+xml,${drawn.replace(/[%#\s]+/gu, encodeURIComponent)}`;
    pictures.set(key, picture);
  }
  return picture;
}
