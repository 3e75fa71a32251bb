/** Records: tags and moves of a match as text, in notation 2 with variations, read and written without loss. */
import { quoted } from './calls';
import type { Why } from './protocol';

export const MAX_LENGTH = 1_000_000;
/** A record of notation 2 with more moves, or with variations that lie deeper in one another, is refused. */
export const MAX_MOVES = 20_000;
export const MAX_DEPTH = 250;

export const NOTATION_TAG = 'Notation';
export const PLAIN = '1';
export const BRANCHED = '2';

/** The glyphs that have a sign of their own; any other is written `$n`. */
export const GLYPHS: Readonly<Record<number, string>> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
export const MAX_GLYPH = 255;

const TAG = /\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[ \t]*\]/uy;
/** What Python calls white space. */
const WHITE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACE = new RegExp(`[${WHITE}]+`, 'uy');
const COMMENT = /\{([^}]*)\}/uy;
const NUMBER = /[0-9]{1,6}\.+/uy;
const MOVE = new RegExp(`[^${WHITE}{}[\\]]+`, 'uy');
const GLYPH = new RegExp(`\\$(0|[1-9][0-9]{0,2})(?=[${WHITE}{}()[$]|$)`, 'uy');
const WORD = new RegExp(`[^${WHITE}{}[\\]()$]+`, 'uy');
const JUDGED = /^([^!]*?)(!!|\?\?|!\?|\?!|!|\?)?$/u;
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
  readonly kind: 'move' | 'number' | 'comment' | 'glyph' | 'open' | 'close';
  readonly text: string;
}

export const OPEN_LINE: Token = { kind: 'open', text: '(' };
export const CLOSE_LINE: Token = { kind: 'close', text: ')' };

/** Follows the variations of a body token by token, and says what is wrong with its shape. */
export class Shape {
  moves = 0;
  /** The moves so far of the line and of those it lies in. */
  private readonly played = [0];

  /** How many variations are open. */
  get depth(): number {
    return this.played.length - 1;
  }

  /** Takes in a token; tells what is wrong with it, null if nothing is. */
  take({ kind }: Token): string | null {
    const last = this.depth;
    const begun = (this.played[last] as number) > 0;
    if (kind === 'move') {
      this.moves += 1;
      this.played[last] = (this.played[last] as number) + 1;
      return this.moves > MAX_MOVES ? `it has more than ${MAX_MOVES} moves` : null;
    }
    if (kind === 'glyph') return begun ? null : 'a glyph stands after a move';
    if (kind === 'open') {
      if (!begun) return 'a variation stands after the move it is an alternative to';
      this.played.push(0);
      return this.depth > MAX_DEPTH ? `variations lie more than ${MAX_DEPTH} deep` : null;
    }
    if (kind === 'close') {
      if (last === 0) return 'no variation is open here';
      this.played.pop();
      return begun ? null : 'a variation has at least one move';
    }
    return null;
  }
}

export class MatchRecord {
  constructor(
    readonly tags: ReadonlyMap<string, string>,
    readonly body: readonly Token[] = [],
  ) {}

  /** The texts of the moves, variations left out. */
  get moves(): string[] {
    return mainLine(this.body).flatMap(({ kind, text }) => (kind === 'move' ? [text] : []));
  }

  /** Whether this is notation 2, by its tag or by what only notation 2 has. */
  get isBranched(): boolean {
    const hasSigns = this.body.some(({ kind }) => kind === 'open' || kind === 'close' || kind === 'glyph');
    return hasSigns || this.tags.get(NOTATION_TAG) === BRANCHED;
  }

  /** A record of one line with every move replaced in its place, comments and numbers kept. */
  withMoves(moves: readonly string[]): MatchRecord {
    const source = moves[Symbol.iterator]();
    const body = this.body.map((token) => (token.kind === 'move' ? moveToken(source.next().value ?? '') : token));
    return new MatchRecord(this.tags, body);
  }

  toString(): string {
    const tags = [...this.tags].map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]\n`).join('');
    return `${tags}\n${joined(this.body)}\n`;
  }
}

/** The tokens that are in no variation. */
export function mainLine(body: readonly Token[]): Token[] {
  let depth = 0;
  return body.filter(({ kind }) => {
    depth += Number(kind === 'open');
    const main = depth === 0;
    depth -= Number(kind === 'close');
    return main;
  });
}

/** Tokens with spaces between them, signs directly after their moves, brackets around their lines. */
function joined(body: readonly Token[]): string {
  const words: string[] = [];
  let before: Token | null = null;
  for (const token of body) {
    const isSign = token.kind === 'glyph' && !token.text.startsWith('$') && before?.kind === 'move';
    if (before !== null && before.kind !== 'open' && token.kind !== 'close' && !isSign) words.push(' ');
    words.push(token.kind === 'comment' ? `{${token.text}}` : token.text);
    before = token;
  }
  return words.join('');
}

export function moveToken(move: string): Token {
  return { kind: 'move', text: move.replaceAll(' ', '-') };
}

/** Reads all records of a text, one after the other. */
export function readRecords(text: string): MatchRecord[] {
  const reader = new Reader(text);
  const found: MatchRecord[] = [];
  for (let record = reader.next(); record; record = reader.next()) found.push(record);
  return found;
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
    const shape = new Shape();
    let closed = false;
    while (this.at < this.text.length) {
      if (this.text[this.at] === '[') {
        if (body.length > 0 || closed) break;
        this.readTag(tags);
        closed = this.skip() && tags.has('Game');
      } else if (tags.get(NOTATION_TAG) === BRANCHED) {
        this.readBranched(shape, body);
        this.skip();
      } else {
        const token = this.readToken(shape.moves);
        body.push(token);
        shape.moves += Number(token.kind === 'move');
        this.skip();
      }
      this.checkLength();
    }
    if (shape.depth > 0) throw new RecordError(this.number, 'a variation is not closed');
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
  /** Reads what stands here in notation 2: one token, or a move and its sign. */
  private readBranched(shape: Shape, body: Token[]): void {
    const begin = this.at;
    for (const token of this.splitBranched(shape.moves)) {
      const wrong = shape.take(token);
      if (wrong !== null) {
        const move = shape.moves + Number(token.kind !== 'move');
        throw new RecordError(this.number, wrong, move, cut(this.text.slice(begin, begin + 40), 20));
      }
      body.push(token);
    }
  }

  private splitBranched(moves: number): Token[] {
    const bracket = this.text[this.at];
    if (bracket === '(' || bracket === ')') {
      this.at += 1;
      return [bracket === '(' ? OPEN_LINE : CLOSE_LINE];
    }
    if (bracket === '$') {
      const rest = cut(this.text.slice(this.at, this.at + 40), 20);
      const glyph = this.match(GLYPH);
      if (glyph === null || Number(glyph[1]) > MAX_GLYPH)
        throw new RecordError(this.number, `a glyph reads $0 to $${MAX_GLYPH}`, moves + 1, rest);
      return [{ kind: 'glyph', text: glyph[0] }];
    }
    NUMBER.lastIndex = this.at;
    const word = NUMBER.test(this.text) ? null : this.match(WORD);
    if (word === null) return [this.readToken(moves)];
    const [, move = '', sign = ''] = JUDGED.exec(word[0]) ?? [];
    if ((!move && !sign) || move.endsWith('?'))
      throw new RecordError(this.number, 'signs such as !? stand at the end of a move', moves + 1, word[0]);
    const tokens: Token[] = [];
    if (move) tokens.push({ kind: 'move', text: move });
    if (sign) tokens.push({ kind: 'glyph', text: sign });
    return tokens;
  }
}
