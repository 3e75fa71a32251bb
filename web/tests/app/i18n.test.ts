import { describe, expect, it } from 'vitest';

const LANGUAGES = ['de', 'fr', 'es'] as const;
const catalogues = import.meta.glob<Record<string, string>>(['../../src/i18n/**/??.ts', '../../src/boards/texts.ts'], {
  import: 'default',
  eager: true,
});
/** All texts of a language. */
function textsIn(language: string): Record<string, string> {
  const found = Object.entries(catalogues).filter(
    ([path]) => path.endsWith(`/${language}.ts`) || (language === 'en' && path.endsWith('/texts.ts')),
  );
  return Object.assign({}, ...found.map(([, texts]) => texts)) as Record<string, string>;
}
const english = textsIn('en');
const languages = Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(language)]));

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

describe('the texts of a group', () => {
  const GROUPS: readonly (readonly [group: string, pages: RegExp])[] = [
    // Learning and looking back has its texts; nobody else loads them.
    [
      'study',
      /src\/(?:study|lessons|pages\/(?:learn|replay|study|(?:Article|Learn|Replay|Rules|Study|Watch)\.)|games\/\w+\/editor)/,
    ],
    // What stands beside a board comes after it, with these parts.
    [
      'match',
      /src\/(?:games\/\w+\/advice|pages\/match\/(?:Absence|Advice|Chat|ClaimSeats|Curtain|Here|Moves|Moving|Pondering|Proposal|Report|Result|TableMenu)\.)/,
    ],
    ['count', /src\/(?:pages\/count|games\/\w+\/laying)/],
    ['table', /src\/(?!App|pages\/(?:Home|home)|app\/(?:Banner|parts\/(?:Install|MatchList|TopBar|Incomplete)))/],
  ];

  it.each(GROUPS)('%s are used only where they are loaded', (group, pages) => {
    const keys = Object.keys(catalogues[`../../src/i18n/${group}/en.ts`] ?? {});
    expect(keys).not.toEqual([]);
    const lost = Object.entries(files).flatMap(([path, code]) =>
      pages.test(path) ? [] : keys.filter((key) => code.includes(`'${key}'`)).map((key) => `${path}: ${key}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('French', () => {
  const others = import.meta.glob<string>(['../../src/games/**/fr.ts', '../../../docs/rules/fr/*.md'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });

  it('has the right spaces before its signs', () => {
    for (const [where, text] of [...Object.entries(languages['fr'] ?? {}), ...Object.entries(others)])
      expect(text.match(/.{0,20}(?: [?!;:»%](?=[\s.,)|*]|$)|« ).{0,10}/gu), where).toBeNull();
  });

  it('has them where pages put a label before what they show', () => {
    const parts = import.meta.glob<string>('../../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });
    expect(Object.keys(parts).length).toBeGreaterThan(100);
    for (const [where, source] of Object.entries(parts)) {
      // What only screen readers are told has no spaces.
      const seen = source.replace(/aria-label="[^"]*"/g, '');
      expect(seen.match(/.{0,30}\)\}:(?: \{|<).{0,20}/), where).toBeNull();
    }
  });
});
