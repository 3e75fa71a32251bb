/** Records: tags and moves of a match as text, read and written without loss. */
import { quoted } from './calls';
import type { Why } from './protocol';

export const MAX_LENGTH = 1_000_000;

const TAG = /\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[ \t]*\]/uy;
/** What Python calls white space. */
const WHITE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACE = new RegExp(`[${WHITE}]+`, 'uy');
const COMMENT = /\{([^}]*)\}/uy;
const NUMBER = /[0-9]{1,6}\.+/uy;
const MOVE = new RegExp(`[^${WHITE}{}[\\]]+`, 'uy');
const BLANK_LINE = new RegExp(`\\n[${WHITE.replace('\\t-\\r', '\\t\\v\\f\\r')}]*\\r?\\n`, 'u');

/** A record breaks the notation or the rules; says which record, which move and why. */
export class RecordError extends Error {
  constructor(
    readonly record: number,
    readonly reason: string,
    readonly move: number | null = null,
    readonly token: string | null = null,
    /** The rule that the move breaks. */
    readonly why: Why | null = null,
  ) {
    const where = `record ${record}${move === null ? '' : `, move ${move}`}${token === null ? '' : ` ${quoted(token)}`}`;
    super(`${where}: ${reason}`);
  }
}

export interface Token {
  kind: 'move' | 'number' | 'comment';
  text: string;
}

export class MatchRecord {
  constructor(
    readonly tags: ReadonlyMap<string, string>,
    readonly body: readonly Token[] = [],
  ) {}

  get moves(): string[] {
    return this.body.filter(({ kind }) => kind === 'move').map(({ text }) => text);
  }

  /** The record with every move replaced in its place, comments and numbers kept. */
  withMoves(moves: readonly string[]): MatchRecord {
    const source = moves[Symbol.iterator]();
    const body = this.body.map((token) => (token.kind === 'move' ? moveToken(source.next().value ?? '') : token));
    return new MatchRecord(this.tags, body);
  }

  toString(): string {
    const tags = [...this.tags].map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]\n`).join('');
    return `${tags}\n${this.body.map(({ kind, text }) => (kind === 'comment' ? `{${text}}` : text)).join(' ')}\n`;
  }
}

export function moveToken(move: string): Token {
  return { kind: 'move', text: move.replaceAll(' ', '-') };
}

/** Reads a text that holds exactly one record. */
export function readRecord(text: string): MatchRecord {
  const reader = new Reader(text);
  const record = reader.next();
  if (record === null) throw new RecordError(1, 'there is no record');
  if (reader.next() !== null) throw new RecordError(2, 'one record was expected, not several');
  return record;
}

/** The first so many letters. */
function cut(text: string, limit: number): string {
  return [...text.slice(0, 2 * limit)].slice(0, limit).join('');
}

class Reader {
  private at: number;
  private number = 0;
  private start: number;

  constructor(private readonly text: string) {
    this.at = this.start = text.startsWith('\ufeff') ? 1 : 0;
  }

  next(): MatchRecord | null {
    this.skip();
    if (this.at === this.text.length) return null;
    this.number += 1;
    this.start = this.at;
    const tags = new Map<string, string>();
    const body: Token[] = [];
    let moves = 0;
    let closed = false;
    while (this.at < this.text.length) {
      if (this.text[this.at] === '[') {
        if (body.length > 0 || closed) break;
        this.readTag(tags);
        closed = this.skip() && tags.has('Game');
      } else {
        const token = this.readToken(moves);
        body.push(token);
        moves += Number(token.kind === 'move');
        this.skip();
      }
      this.checkLength();
    }
    return new MatchRecord(tags, body);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  private checkLength(): void {
    if (this.at - this.start > MAX_LENGTH)
      throw new RecordError(this.number, `it is longer than ${MAX_LENGTH} characters`);
  }

  /** Goes past white space; tells whether it held a blank line. */
  private skip(): boolean {
    const space = this.match(SPACE);
    return space !== null && BLANK_LINE.test(space[0]);
  }

  private readTag(tags: Map<string, string>): void {
    const tag = this.match(TAG);
    if (tag === null) {
      const line = this.text.slice(this.at).split('\n', 1)[0] as string;
      throw new RecordError(this.number, 'a tag line reads [Name "value"]', null, cut(line, 200));
    }
    const [, name, value] = tag as unknown as [string, string, string];
    if (tags.has(name)) throw new RecordError(this.number, `tag ${name} stands twice`, null, name);
    tags.set(name, value.replace(/\\(["\\])/g, '$1'));
  }

  private readToken(moves: number): Token {
    const comment = this.match(COMMENT);
    if (comment !== null) return { kind: 'comment', text: comment[1] as string };
    const number = this.match(NUMBER);
    if (number !== null) return { kind: 'number', text: number[0] };
    const move = this.match(MOVE);
    if (move !== null) return { kind: 'move', text: move[0] };
    const bracket = this.text[this.at];
    const reason = bracket === '{' ? 'a comment is not closed' : `'${bracket}' does not belong here`;
    throw new RecordError(this.number, reason, moves + 1, cut(this.text.slice(this.at), 200));
  }
}
