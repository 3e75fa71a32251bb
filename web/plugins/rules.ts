/** Reads the rules pages of the documentation when the client is built, so that it carries no reader of Markdown. */
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Inline, Words } from '../src/rules/blocks.ts';

const RULE_NUMBER = /\b[CSTY][1-9]\d?\b/g;

/** Lines of a page are joined; what Markdown escapes for HTML is text here. */
function plain(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** A text with the numbers of other rules taken out. */
function linked(text: string): Inline[] {
  const words: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(RULE_NUMBER)) {
    if (found.index > at) words.push({ kind: 'text', text: text.slice(at, found.index) });
    words.push({ kind: 'rule', text: found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length) words.push({ kind: 'text', text: text.slice(at) });
  return words;
}

function wordsOf(tokens: readonly Token[] | undefined): Words {
  return (tokens ?? []).flatMap((token): readonly Inline[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return [{ kind: token.type, text: plain((token as Tokens.Strong).text) }];
      case 'codespan':
        return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
      case 'link':
        return [{ kind: 'link', text: plain((token as Tokens.Link).text), to: (token as Tokens.Link).href }];
      case 'text':
      case 'escape':
        return linked(plain((token as Tokens.Text).text));
      default:
        throw new Error(`a rules page has no ${token.type}: ${token.raw}`);
    }
  });
}

export function readWords(text: string): Words {
  return wordsOf(marked.Lexer.lexInline(text));
}

/** An item of a list: a rule with its number, its words and its items, then what else stands in it; or a paragraph. */
function itemBlocks(item: Tokens.ListItem): readonly Block[] {
  const [first, ...rest] = item.tokens;
  const tokens = (first as Tokens.Text).tokens ?? [];
  const number = /^([CSTY]\d+)\.$/.exec(tokens[0]?.type === 'strong' ? (tokens[0] as Tokens.Strong).text : '')?.[1];
  if (!number) return [{ kind: 'text', words: wordsOf(tokens) }, ...blocksOf(rest)];
  const [opening, ...others] = wordsOf(tokens.slice(1));
  // A space stands between the number and the words.
  const words = opening
    ? [{ ...opening, text: opening.text.trimStart() }, ...others].filter(({ text }) => text !== '')
    : [];
  const lists = rest.filter((token): token is Tokens.List => token.type === 'list');
  const items = lists.flatMap((list) => list.items.map((each) => wordsOf((each.tokens[0] as Tokens.Text).tokens)));
  return [{ kind: 'rule', number, words, items }, ...blocksOf(rest.filter((token) => token.type !== 'list'))];
}

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  return tokens.flatMap((token): readonly Block[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading':
        return [
          { kind: (token as Tokens.Heading).depth === 1 ? 'title' : 'heading', text: (token as Tokens.Heading).text },
        ];
      case 'paragraph':
      case 'text':
        return [{ kind: 'text', words: wordsOf((token as Tokens.Paragraph).tokens) }];
      case 'list':
        return (token as Tokens.List).items.flatMap(itemBlocks);
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        return [{ kind: 'table', rows: [header, ...rows].map((row) => row.map((cell) => wordsOf(cell.tokens))) }];
      }
      default:
        throw new Error(`a rules page has no ${token.type}: ${token.raw}`);
    }
  });
}

export function readRules(page: string): readonly Block[] {
  return blocksOf(marked.lexer(page));
}

/** Turns a page of `docs/rules` into what the client draws. */
export function rulesPages(): Plugin {
  return {
    name: 'rules-pages',
    enforce: 'pre',
    transform(code, id) {
      return /\/docs\/rules\/[^?]*\.md$/.test(id)
        ? { code: `export default ${JSON.stringify(readRules(code))};`, map: null }
        : null;
    },
  };
}
