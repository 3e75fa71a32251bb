/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../src/boards/texts';

const sources = Object.values(
  import.meta.glob<string>(['../../src/boards/**/*.{svelte,ts}', '../../src/games/**/*.{svelte,ts}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const code = sources.filter((source) => !source.includes('export const ENGLISH')).join('\n');

/** Keys that are put together from a part and a letter or a number. */
const PARTS = [/^colour\.[DMW]$/, /^side\.[01]$/, /^tokan\.tile\.[01]\.[mjl]$/, /^tokan\.carry\.[012]$/];
describe('the texts of the boards', () => {
  it('are all used', () => {
    const unused = Object.keys(ENGLISH).filter(
      (key) => !code.includes(`'${key}'`) && !PARTS.some((part) => part.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('name their parameters in braces', () => {
    for (const text of Object.values(ENGLISH)) expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });
});
