/** Python's random numbers: the same seed draws the same here. (The Mersenne Twister MT19937, as CPython uses it.) */

const SIZE = 624;
const OTHER = 397;

export class Random {
  private readonly state = new Uint32Array(SIZE);
  private at = SIZE;

  /** Begins like `random.Random(seed)` with a whole number from 0 on. */
  constructor(seed: bigint | number) {
    const key: number[] = [];
    for (let rest = BigInt(seed); rest > 0n; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
    this.begin(key.length > 0 ? key : [0]);
  }

  /** A number with so many random bits. */
  bits(count: number): bigint {
    let value = 0n;
    for (let shift = 0; shift < count; shift += 32) {
      const left = Math.min(32, count - shift);
      value |= BigInt(this.next() >>> (32 - left)) << BigInt(shift);
    }
    return value;
  }

  /** A number from 0 to 1, exclusive. */
  random(): number {
    return ((this.next() >>> 5) * 67108864 + (this.next() >>> 6)) / 9007199254740992;
  }

  /** A number below `stop`. */
  below(stop: number): number {
    const count = 32 - Math.clz32(stop);
    let value = Number(this.bits(count));
    while (value >= stop) value = Number(this.bits(count));
    return value;
  }

  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  private begin(key: readonly number[]): void {
    const { state } = this;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(this.mixed(i - 1), 1812433253) + i;
    let i = 1;
    let j = 0;
    for (let n = Math.max(SIZE, key.length); n > 0; n--) {
      state[i] = (this.word(i) ^ Math.imul(this.mixed(i - 1), 1664525)) + (key[j] ?? 0) + j;
      if (++i >= SIZE) [state[0], i] = [this.word(SIZE - 1), 1];
      j = (j + 1) % key.length;
    }
    for (let n = SIZE - 1; n > 0; n--) {
      state[i] = (this.word(i) ^ Math.imul(this.mixed(i - 1), 1566083941)) - i;
      if (++i >= SIZE) [state[0], i] = [this.word(SIZE - 1), 1];
    }
    state[0] = 0x80000000;
  }

  private word(i: number): number {
    return this.state[i] as number;
  }

  private mixed(i: number): number {
    return this.word(i) ^ (this.word(i) >>> 30);
  }

  private next(): number {
    if (this.at >= SIZE) this.turn();
    let value = this.word(this.at++);
    value ^= value >>> 11;
    value ^= (value << 7) & 0x9d2c5680;
    value ^= (value << 15) & 0xefc60000;
    return (value ^ (value >>> 18)) >>> 0;
  }

  private turn(): void {
    for (let i = 0; i < SIZE; i++) {
      const both = (this.word(i) & 0x80000000) | (this.word((i + 1) % SIZE) & 0x7fffffff);
      this.state[i] = this.word((i + OTHER) % SIZE) ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }
}
