/** Drawings as images: they have the looks that hold now, are made once, and anew when the looks change. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const worn = new Set<string>();
const LIGHT = ':root[data-theme="light"] #art-card { fill: white; }';
const DARK = ':root[data-theme="dark"] #art-card { fill: black; }';
const document = {
  styleSheets: [
    { cssRules: [{ cssText: LIGHT }, { cssText: 'body { margin: 0; }' }] },
    { cssRules: [{ cssText: DARK }, { cssText: ':root[data-theme="dark"] body { color: white; }' }] },
  ],
  documentElement: { matches: (look: string) => worn.has(look) },
  head: { appendChild: vi.fn((node: object) => node) },
  createElement: () => ({ textContent: '' }),
};
vi.stubGlobal('document', document);
const { dress, pictureOf } = await import('../../src/art/sprites.svelte');
const drawn = (...given: Parameters<typeof pictureOf>) =>
  decodeURIComponent(pictureOf(...given).replace('data:image/svg+xml,', ''));

const SHEET = `<svg><defs>
<linearGradient id="art-wood"/>
<g id="art-piece" fill="url(#art-wood)"/>
<g id="art-other"/>
<g id="art-card"><use href="#art-piece"/><use href="#art-piece"/></g>
</defs></svg>`;

describe('the sheets of the games', () => {
  it.each(['tokan/animals', 'chocolate/sweets'])('have each drawing on a line of its own: %s', (name) => {
    const sheet = readFileSync(new URL(`../../src/games/${name}.svg`, import.meta.url), 'utf8');
    for (const [, id = ''] of sheet.matchAll(/id="([^"]+)"/gu)) {
      const picture = drawn(sheet, id, `0 0 1 ${id.length}`);
      const named = new Set([...picture.matchAll(/#(art-[\w-]+)/gu)].map(([, other]) => other));
      for (const other of named) expect(picture).toContain(` id="${other}"`);
      expect([...picture.matchAll(/<(?:g|defs|svg)\b(?![^>]*\/>)/gu)]).toHaveLength(
        [...picture.matchAll(/<\/(?:g|defs|svg)>/gu)].length,
      );
    }
  });
});

describe('a picture', () => {
  beforeAll(() => void worn.add(':root[data-theme="light"]'));

  it('is one drawing of a sheet with those it refers to and no other, as it looks now', () => {
    dress();
    const picture = drawn(SHEET, 'art-card', '0 0 88 88');
    expect(picture).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 88"><style>#art-card { fill: white; }</style><defs>' +
        '<g id="art-card"><use href="#art-piece"/><use href="#art-piece"/></g>' +
        '<g id="art-piece" fill="url(#art-wood)"/><linearGradient id="art-wood"/>' +
        '</defs><use href="#art-card"/></svg>',
    );
    // It is made once, and each drawing has its own.
    expect(drawn('other', 'art-card', '0 0 1 1')).toBe(picture);
    expect(drawn('', 'art-tile', '0 0 88 88')).toContain('<use href="#art-tile"/>');
  });

  it('is drawn anew when something else holds, with nothing of what held before, and one style for all', () => {
    worn.clear();
    worn.add(':root[data-theme="dark"]');
    dress();
    const picture = drawn(SHEET, 'art-card', '0 0 88 88');
    expect(picture).toContain('<style>#art-card { fill: black; }</style>');
    expect(document.head.appendChild).toHaveBeenCalledOnce();
    expect(document.head.appendChild.mock.calls[0]?.[0]).toEqual({ textContent: '#art-card { fill: black; }' });
  });
});
