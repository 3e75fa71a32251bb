/**
 * The computers at the table, as guests with a name and a face.
 *
 * Every level is an animal of its own, and of each there are several, so that two of a level are told apart. The names go
 * with the match to everybody who sees it; a computer that came without one gets the first name that is free.
 */
import type { SeatAsked, SeatShown } from '../wire';

/** By level, the names of those who play it. */
const NAMES: readonly (readonly string[])[] = [
  ['Pip', 'Lulu', 'Kiki', 'Bobo'],
  ['Iggy', 'Tilda', 'Nuck', 'Pim'],
  ['Otis', 'Wanda', 'Fips', 'Lola'],
  ['Juno', 'Mopsy', 'Flora', 'Teo'],
  ['Gundi', 'Oskar', 'Hedda', 'Milo'],
  ['Zora', 'Emil', 'Nanda', 'Gus'],
  ['Athene', 'Ulla', 'Horace', 'Sofie'],
  ['Ember', 'Drako', 'Onyx', 'Ruby'],
  ['Sphinx', 'Delphi', 'Sibyl', 'Urd'],
];
const FIRST = 1;
/** The highest level, and the number of who thinks until it knows. */
export const HIGHEST = 8;
export const PERFECT = 9;

function namesOf(level: number): readonly string[] {
  return NAMES[level - FIRST] ?? [];
}

/** Which of its level somebody is; the first where the name is not known. */
export function whichOf(level: number, name: string): number {
  return Math.max(0, namesOf(level).indexOf(name));
}

/** Gives the computers of a new match names that differ. */
export function named(seats: readonly SeatAsked[]): SeatAsked[] {
  const taken = new Map<number, number>();
  return seats.map((seat) => {
    if (seat.kind !== 'computer' || seat.engine || !seat.level) return seat;
    const number = taken.get(seat.level) ?? 0;
    taken.set(seat.level, number + 1);
    const name = namesOf(seat.level)[number % 4];
    return name === undefined ? seat : { ...seat, name };
  });
}

/** The names of the computers at a table by seat; null where a person sits, or an engine from elsewhere. */
export function computerNames(seats: readonly Pick<SeatShown, 'kind' | 'name' | 'level'>[]): (string | null)[] {
  const used = new Set(seats.map(({ name }) => name));
  return seats.map(({ kind, name, level }) => {
    if (kind !== 'computer') return null;
    if (!/^Computer \d$/.test(name)) return name;
    const free = namesOf(level).find((other) => !used.has(other)) ?? name;
    used.add(free);
    return free;
  });
}

/** Reads who sat on a seat from a record: the name, and the level of a computer. */
export function readPlayer(text: string): { readonly name: string; readonly level: number } {
  const match = /^(.+) \(level ([1-9])\)$/.exec(text) ?? /^(Computer ([1-9]))$/.exec(text);
  return match ? { name: match[1] as string, level: Number(match[2]) } : { name: text, level: 0 };
}

/** Everybody whom a record names, by seat: computers among them by the names they go by here. */
export function playersIn(tags: Readonly<Record<string, string>>): ReadonlyMap<number, NamedPlayer> {
  const read = Object.entries(tags).flatMap(([tag, text]) =>
    /^Seat\d$/.test(tag) ? [{ seat: Number(tag.slice(4)) - 1, ...readPlayer(text) }] : [],
  );
  const names = computerNames(read.map(({ name, level }) => ({ kind: level ? 'computer' : 'local', name, level })));
  return new Map(read.map((sitter, index) => [sitter.seat, { ...sitter, name: names[index] ?? sitter.name }]));
}

export interface NamedPlayer {
  readonly seat: number;
  readonly name: string;
  readonly level: number;
}
