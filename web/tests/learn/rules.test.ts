import { describe, expect, it } from 'vitest';
import { readRules, readWords } from '../../plugins/rules.ts';
import { flood, seen } from '../../src/games/chocolate/board/sight';
import * as chocolate from '../../src/games/chocolate/rules/captions';
import { FIGURES as CHOCOLATE } from '../../src/games/chocolate/rules/figures';
import * as tokan from '../../src/games/tokan/rules/captions';
import { FIGURES as TOKAN } from '../../src/games/tokan/rules/figures';
import type { RulesText } from '../../src/rules/short';

const pages = import.meta.glob<string>('../../../docs/rules/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const short = import.meta.glob<RulesText>('../../src/games/*/rules/*.ts', { import: 'default', eager: true });
const shared = import.meta.glob('../../src/games/chocolate/rules/*.ts', { import: 'chocolate', eager: true });
const page = (path: string): string => pages[`../../../docs/rules/${path}.md`] ?? '';
const numbers = (text: string): string[] =>
  readRules(text).flatMap((block) => (block.kind === 'rule' ? [block.number] : []));

describe('reading a rules page', () => {
  it('finds emphasis, code, links and the numbers of other rules', () => {
    expect(
      readWords('*Taboo*: see **T20** or `gaps=line`, [C1 to C31](chocolate.md) and C5.').map(({ kind }) => kind),
    ).toEqual(['em', 'text', 'strong', 'text', 'code', 'text', 'link', 'text', 'rule', 'text']);
  });

  it('joins lines, keeps items with their rule and reads tables', () => {
    const blocks = readRules(
      '# A\n\n- **T1.** One\n  line.\n  - an item\n    of two lines\n\n| a | b |\n| --- | --- |\n| c | d |\n',
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['title', 'rule', 'table']);
    expect(blocks[1]).toMatchObject({ words: [{ text: 'One line.' }], items: [[{ text: 'an item of two lines' }]] });
    expect(blocks[2]).toMatchObject({
      rows: [
        [[{ text: 'a' }], [{ text: 'b' }]],
        [[{ text: 'c' }], [{ text: 'd' }]],
      ],
    });
  });
});

describe.each(['de', 'fr', 'es'])('the rules in %s', (language) => {
  it.each(['tokan', 'chocolate', 'schoko', 'schokoly'])(
    'have every number of %s, its sections, lists and tables',
    (name) => {
      const [own, english] = [readRules(page(`${language}/${name}`)), readRules(page(name))];
      expect(numbers(page(`${language}/${name}`))).toEqual(numbers(page(name)));
      expect(own.map(({ kind }) => kind)).toEqual(english.map(({ kind }) => kind));
      const items = (blocks: typeof own): number[] =>
        blocks.map((block) => (block.kind === 'rule' ? block.items.length : 0));
      expect(items(own)).toEqual(items(english));
    },
  );
});

describe.each(['en', 'de', 'fr', 'es'])('the rules in short in %s', (language) => {
  it.each(['schoko', 'schokoly'])('say of %s when it ends', (game) => {
    const rules = short[`../../src/games/${game}/rules/${language}.ts`] as RulesText;
    const { ending } = shared[`../../src/games/chocolate/rules/${language}.ts`] as { ending: string };
    expect(ending).toBeTruthy();
    expect(rules.sections.at(-1)?.lines[0]).toBe(ending);
  });
});

describe('the figures', () => {
  it('lay cards where their notation says, in two tiers and with their smarties', () => {
    const { cards } = CHOCOLATE['C19'] ?? { cards: [] };
    expect(cards[0]).toEqual({ card: 'DDWD', x: 0, y: 0, tier: 1, smartie: false });
    expect(cards.at(-1)).toEqual({ card: 'WDDD', x: 1, y: 1, tier: 2, smartie: true });
    for (const { cards, good = [], bad = [] } of Object.values(CHOCOLATE))
      for (const { card, x, y, tier } of [...cards, ...good, ...bad]) {
        expect(card).toMatch(/^[DMW]{4}$/);
        expect([x, y].every(Number.isInteger)).toBe(true);
        expect([1, 2]).toContain(tier);
      }
  });
});

describe('an area of a figure', () => {
  const areas = Object.entries(CHOCOLATE).filter(([, { group }]) => group);

  it.each(areas)('of %s is all that is connected in one colour', (_, { cards, group = [] }) => {
    const [x, y] = group[0] ?? [0, 0];
    expect([...group].map(String).sort()).toEqual(flood(seen(cards), x, y).map(String).sort());
  });
});

describe('the words of the booklets', () => {
  /** Words that the table of terms rules out, by folder. */
  const OUT = {
    '': /\bgroups?\b|\bspends?\b|\breach\b/iu,
    'de/': /\bGruppen?\b|\b(?:einen|der) Smartie\b|ausgeben|ausschl|\bSpieler\b|Punkte gewinnen/iu,
    'fr/': /\bgroupes?\b|\bsurface\b|au trait|décline|rejette|dépense|\bjoueurs?\b/iu,
    'es/': /\bgrupos?\b|\bzona\b|declina|\bgasta|\bjugador|\bdueño|\bentre (?:dos|tres|cuatro)\b/iu,
  };

  it.each(Object.entries(OUT))('are kept in the rules of %j', (folder, out) => {
    for (const name of ['tokan', 'chocolate', 'schoko', 'schokoly'])
      expect(page(`${folder}${name}`).match(out), `${folder}${name}`).toBeNull();
  });
});

describe('where a booklet is open', () => {
  const DECISION = { '': 'Decision', 'de/': 'Entscheidung', 'fr/': 'Décision', 'es/': 'Decisión' };
  const decided = (folder: keyof typeof DECISION, name: string): string[] =>
    readRules(page(`${folder}${name}`)).flatMap((block) =>
      block.kind === 'rule' &&
      block.words.some((word) => word.kind === 'strong' && JSON.stringify(word).includes(DECISION[folder]))
        ? [block.number]
        : [],
    );

  it.each([
    ['tokan', ['T10', 'T12', 'T14', 'T20', 'T24']],
    ['chocolate', ['C1', 'C21']],
    ['schoko', ['S1', 'S7']],
    ['schokoly', ['Y1', 'Y8', 'Y12', 'Y13']],
  ])('%s says that it is a decision, in every language', (name, open) => {
    const english = decided('', name);
    expect(english).toEqual(expect.arrayContaining(open));
    for (const folder of ['de/', 'fr/', 'es/'] as const) expect(decided(folder, name)).toEqual(english);
  });
});

describe('figures', () => {
  it.each([
    { captions: tokan.CAPTIONS, figures: TOKAN },
    { captions: chocolate.CAPTIONS, figures: CHOCOLATE },
  ])('belong to rules, and each has words in every language', ({ captions, figures }) => {
    const all = ['tokan', 'chocolate', 'schoko', 'schokoly'].flatMap((name) => numbers(page(name)));
    expect(all).toEqual(expect.arrayContaining(Object.keys(figures)));
    for (const words of Object.values(captions)) expect(Object.keys(words).sort()).toEqual(Object.keys(figures).sort());
  });
});
