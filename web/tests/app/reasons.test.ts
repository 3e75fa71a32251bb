import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reasonInWords } from '../../src/app/reasons';
import EN from '../../src/i18n/reasons/en';
import { need, speak } from '../../src/i18n/i18n.svelte';
import { REASONS } from '../../src/wire';

const texts = Object.entries(EN).filter(([key]) => key.startsWith('why.'));
const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe('reasons', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await need('table', 'reasons');
    await speak('de');
  });
  afterAll(() => vi.unstubAllGlobals());

  it.each(Object.entries(REASONS))('%s has words, with no gap that stays open', (code, params) => {
    const own = texts.filter(([key]) => key === `why.${code}` || key.startsWith(`why.${code}.`));
    expect(own).not.toEqual([]);
    for (const [, text] of own) expect(params).toEqual(expect.arrayContaining(gaps(text)));
  });

  it('have no words for what is no reason', () => {
    const codes = new Set(texts.map(([key]) => key.split('.')[1]));
    expect([...codes].filter((code) => !(String(code) in REASONS))).toEqual(['broken-record']);
  });

  it('fill in their parameters', () => {
    expect(reasonInWords({ code: 'no-tower', cell: 'c3' }, 'there is no tower on c3')).toBe('Auf c3 steht kein Turm.');
    expect(reasonInWords({ code: 'taboo', cell: 'b1' }, '')).toContain('b1');
  });

  it('choose their words by a parameter', () => {
    expect(reasonInWords({ code: 'wrong-distance', animal: 'lion', n: 3 }, '')).toContain('Löwe');
    expect(reasonInWords({ code: 'carries-too-many', animal: 'mouse', n: 0 }, '')).toBe(
      'Eine Maus nimmt niemanden mit.',
    );
  });

  it('are said in English where there are no words, and not at all where there is no reason', () => {
    expect(reasonInWords({ code: 'blocked-by-a-domino' }, 'a domino lies there')).toBe('a domino lies there');
    expect(reasonInWords(null, 'a domino lies there')).toBe('Das erlauben die Regeln nicht.');
    expect(reasonInWords({ code: 'blocked-by-a-domino' }, null)).toBe('Das erlauben die Regeln nicht.');
  });
});
