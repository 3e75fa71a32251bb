import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../src/boards/texts';
import { BOARDS_DE } from '../../src/i18n/boards/de';
import { BOARDS_ES } from '../../src/i18n/boards/es';
import { BOARDS_FR } from '../../src/i18n/boards/fr';
import { DE } from '../../src/i18n/de';
import { EN } from '../../src/i18n/en';
import { ES } from '../../src/i18n/es';
import { FR } from '../../src/i18n/fr';

const english: Record<string, string> = { ...ENGLISH, ...EN };
const languages: Record<string, Record<string, string>> = {
  de: { ...BOARDS_DE, ...DE },
  fr: { ...BOARDS_FR, ...FR },
  es: { ...BOARDS_ES, ...ES },
};

const files = import.meta.glob<string>(['../../src/**/*.{ts,svelte}', '!../../src/{i18n,gallery}/**', '!**/texts.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

function gaps(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}

describe.each(Object.entries(languages))('the texts in %s', (_, texts) => {
  it('are all there, and no others', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  });

  it('are never empty and have the same gaps as in English', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe('');
      expect(gaps(text), key).toEqual(gaps(english[key] ?? ''));
      expect(text.split('|').length, key).toBe(english[key]?.split('|').length);
    }
  });
});

describe('every text', () => {
  const code = Object.values(files).join('\n');
  // A key that is put together is used if some template fits it.
  const templates = [...code.matchAll(/`([a-zA-Z]+\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template = '']) =>
      new RegExp(
        `^${template
          .replace(/\$\{[^}]*\}/g, '\u0000')
          .replace(/[.*+?^()|[\]\\]/g, '\\$&')
          .replaceAll('\u0000', '.+')}$`,
      ),
  );

  it('is used somewhere', () => {
    const unused = Object.keys(english).filter(
      (key) => !code.includes(`'${key}'`) && !templates.some((template) => template.test(key)),
    );
    expect(unused).toEqual([]);
  });
});
