/** Reads the rules pages of the documentation: headings, numbered rules with lists and tables, paragraphs. */

export type Inline =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  /** The number of another rule. */
  | { readonly kind: 'rule'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };
export type Words = readonly Inline[];

export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly words: Words }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Words[])[] }
  | { readonly kind: 'rule'; readonly number: string; readonly words: Words; readonly items: readonly Words[] };

const INLINE = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|`(?<code>[^`]+)`|\[(?<link>[^\]]+)\]\((?<to>[^)]+)\)|\b(?<rule>[CSTY][1-9]\d?)\b/g;
const RULE = /^\*\*(?<number>[CSTY]\d+)\.\*\* (?<text>.*)$/s;

export function readWords(text: string): Words {
  const words: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) words.push({ kind: 'text', text: text.slice(at, found.index) });
    const { strong, em, code, link, to, rule } = found.groups ?? {};
    if (link !== undefined && to !== undefined) words.push({ kind: 'link', text: link, to });
    else if (strong !== undefined) words.push({ kind: 'strong', text: strong });
    else if (em !== undefined) words.push({ kind: 'em', text: em });
    else if (code !== undefined) words.push({ kind: 'code', text: code });
    else words.push({ kind: 'rule', text: rule ?? '' });
    at = found.index + found[0].length;
  }
  if (at < text.length) words.push({ kind: 'text', text: text.slice(at) });
  return words;
}

/** The lines of a page joined to paragraphs, items and rows; each keeps how far it is indented. */
function joined(page: string): { indent: number; text: string }[] {
  const parts: { indent: number; text: string }[] = [];
  let open = false;
  for (const line of page.split('\n')) {
    const text = line.trim();
    const indent = line.length - line.trimStart().length;
    const begins = /^(#|- |\|)/.test(text);
    const last = parts.at(-1);
    if (text && open && !begins && last) last.text += ` ${text}`;
    else if (text) parts.push({ indent, text });
    open = text !== '' && !/^(#|\|)/.test(text);
  }
  return parts;
}

export function readRules(page: string): Block[] {
  const blocks: Block[] = [];
  for (const { indent, text } of joined(page)) {
    const last = blocks.at(-1);
    if (text.startsWith('# ')) blocks.push({ kind: 'title', text: text.slice(2) });
    else if (text.startsWith('## ')) blocks.push({ kind: 'heading', text: text.slice(3) });
    else if (text.startsWith('|')) {
      if (/^[|\s-]+$/.test(text)) continue;
      const row = text.slice(1, -1).split('|').map((cell) => readWords(cell.trim()));
      if (last?.kind === 'table') blocks[blocks.length - 1] = { ...last, rows: [...last.rows, row] };
      else blocks.push({ kind: 'table', rows: [row] });
    } else if (text.startsWith('- ')) {
      const rule = RULE.exec(text.slice(2))?.groups;
      if (rule?.['number']) blocks.push({ kind: 'rule', number: rule['number'], words: readWords(rule['text'] ?? ''), items: [] });
      else if (indent && last?.kind === 'rule') blocks[blocks.length - 1] = { ...last, items: [...last.items, readWords(text.slice(2))] };
      else blocks.push({ kind: 'text', words: readWords(text.slice(2)) });
    } else blocks.push({ kind: 'text', words: readWords(text) });
  }
  return blocks;
}
