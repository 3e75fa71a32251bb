/** The WebAssembly module behind typed calls. It has no clock: whoever asks brings one. */
import { Refusal } from '../net/refusal';
import type { Why } from './protocol';

/** What the module exports for every game; `native/wasm/abi.cpp` says what each is told. A game adds its own calls. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  input(size: number): number;
  output(): number;
  play_start(): number;
  play_lay(): number;
  play_close(play: number): void;
  play_move(play: number): number;
  play_undo(play: number): void;
  play_table(play: number, after: number, observer: number, act: number): number;
  play_standing(play: number, after: number, among: number): number;
  play_moves(play: number, after: number): number;
  play_known(play: number, observer: number): number;
  solver_open(memory: number): number;
  solver_close(): void;
  net_read(): number;
}

/** Something the module refused. */
export class Objection extends Error {
  constructor(
    readonly code: 'invalid-notation' | 'bad-setup' | 'illegal-move',
    readonly text: string,
    readonly reason: string,
    readonly why: Why | null,
  ) {
    super(code === 'bad-setup' ? reason : `${quoted(text)}: ${reason}`);
  }
}

/** Quotes a piece of foreign text for a message: on one line, printable and short. */
export function quoted(text: string, limit = 60): string {
  const letters = [...text];
  const cut = letters.length <= limit ? letters : [...letters.slice(0, limit - 1), '…'];
  return `'${cut.map((letter) => (isPrintable(letter) ? letter : '·')).join('')}'`;
}

/** Whether everything in a text can be seen: Python's `str.isprintable`. */
export function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
}

/** Nobody's view: everything that a table knows. */
export const OPEN = -2;

/** The time that a question may take. */
export interface Watch {
  /** Which part of the time is over; 1 or more ends a search. */
  passed(): number;
  /** Told how many positions were looked at; says whether to go on. */
  tell(positions: number): boolean;
}

export const UNWATCHED: Watch = { passed: () => 0, tell: () => true };

/** Several workers with one solver: each question is told as options and position, and answered with JSON. */
export interface Crew {
  solve(texts: readonly string[], margin: boolean, line: boolean, watch: Watch): string;
  values(texts: readonly string[], margin: boolean, watch: Watch): string;
  close(): void;
}

/** Gets a solver with so many bytes in several workers, at most so many; null where that cannot be had. */
export type Gather = (memory: number, most: number | undefined) => Promise<Crew | null>;

/** What a module is given: a clock, and what the C library would ask of a system. There is none, and nothing here needs one. */
export function imports(watch: () => Watch): WebAssembly.Imports & { env: WebAssembly.ModuleImports } {
  const nothing = () => 0;
  return {
    env: { passed: () => watch().passed(), tell: (positions: number) => Number(watch().tell(positions)) },
    wasi_snapshot_preview1: new Proxy({}, { get: () => nothing }) as WebAssembly.ModuleImports,
  };
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** An address that a module gives: its numbers have a sign, and its memory more than two gigabytes. */
export function addressOf(number: number): number {
  return number >>> 0;
}

/** Writes texts into the input of a module, each with its length before it. */
export function tell(texts: readonly string[], input: (size: number) => number, memory: WebAssembly.Memory): void {
  const words = texts.map((text) => ENCODER.encode(text));
  let at = addressOf(input(words.reduce((sum, word) => sum + 4 + word.length, 0)));
  for (const word of words) {
    new DataView(memory.buffer).setUint32(at, word.length, true);
    new Uint8Array(memory.buffer).set(word, at + 4);
    at += 4 + word.length;
  }
}

export class Core {
  private watch: Watch = UNWATCHED;
  private readonly exports: Exports;
  /** The net that was read last. */
  private net = -1;

  constructor(
    module: WebAssembly.Module,
    /** Brings the bytes of the net of a form, null where there is none. */
    readonly nets: (form: number) => Promise<Uint8Array | null>,
    readonly gather: Gather | null = null,
  ) {
    const instance = new WebAssembly.Instance(
      module,
      imports(() => this.watch),
    );
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
  }

  /** Asks with a clock. */
  watched<T>(watch: Watch, ask: () => T): T {
    this.watch = watch;
    try {
      return ask();
    } finally {
      this.watch = UNWATCHED;
    }
  }

  /** Calls the module with texts; throws an Objection. */
  call<T>(texts: readonly string[], call: (exports: Exports) => number): T {
    return JSON.parse(this.text(texts, call)) as T;
  }

  /** The same as JSON text, where nothing can be refused. */
  text(texts: readonly string[], call: (exports: Exports) => number): string {
    tell(texts, this.exports.input, this.exports.memory);
    const length = call(this.exports);
    const bytes = new Uint8Array(this.exports.memory.buffer, addressOf(this.exports.output()), length);
    const text = DECODER.decode(bytes);
    if (text.startsWith('{"error":')) {
      const { code, text: part, reason, why } = (JSON.parse(text) as { error: Objection }).error;
      throw new Objection(code, part, reason, why ?? null);
    }
    return text;
  }

  /** Lets positions of a form be judged by its net, if it has one. */
  async learn(form: number): Promise<void> {
    if (this.net === form) return;
    const bytes = await this.nets(form);
    if (bytes === null) return;
    const at = addressOf(this.exports.input(bytes.length));
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
    if (this.exports.net_read() === 1) this.net = form;
  }

  /** Does some work with a solver that has so many bytes. */
  solving<T>(memory: number, work: () => T): T {
    if (this.exports.solver_open(memory) === 0)
      throw new Refusal('unavailable', 'there is not so much memory on this device');
    try {
      return work();
    } finally {
      this.exports.solver_close();
    }
  }

  close(play: number): void {
    this.exports.play_close(play);
  }

  undo(play: number): void {
    this.exports.play_undo(play);
  }
}

/** A fraction as the module writes it: sixteen digits. */
export function fraction(digits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${digits}`));
  return view.getFloat64(0);
}
