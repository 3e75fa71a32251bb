/** Games with their options, as the rules read them. */
import { Refusal } from '../net/refusal';
import { applies } from '../options';
import type { OptionShown, RefusalCode } from '../wire';
import { quoted } from './calls';
import games from './games.json';
import type { FormShown } from './protocol';
import { type Room, roomOf } from './rooms';

export type Words = Record<string, string>;

/** What is wrong with a question, before any rule is asked. */
export function refused(code: string, message: string): Refusal {
  return new Refusal(code as RefusalCode, message);
}

/** A game with its options: checked, and every option that has a meaning with its word. */
export interface Form {
  game: string;
  title: string;
  room: Room;
  /** The words of all options. */
  all: Words;
  /** Those that are written into records. */
  words: Words;
}

/** Reads the options of a game; throws a Refusal for a name or a word that is not known. */
export function readForm(name: string, given: Readonly<Words>): Form {
  const game = games.games.find((one) => one.name === name);
  const room = roomOf(name);
  if (game === undefined || room === null)
    throw refused(
      'unknown-game',
      `${quoted(name)} is no game here; there are ${games.games.map((one) => one.name).join(', ')}`,
    );
  const choices = new Map(game.options.map((option) => [option.name, option.choices]));
  for (const [option, word] of Object.entries(given)) {
    const known = choices.get(option);
    if (known === undefined)
      throw refused(
        'bad-options',
        `option ${quoted(option)}: the options here are: ${[...choices.keys()].join(', ') || 'none'}`,
      );
    if (!known.includes(word))
      throw refused('bad-options', `option ${quoted(option)}: ${quoted(word)} is not one of ${known.join(', ')}`);
  }
  const all = Object.fromEntries(
    [...choices].map(([option, known]) => [option, given[option] ?? (known[0] as string)]),
  );
  const words = Object.fromEntries(
    (game.options as OptionShown[])
      .filter((option) => applies(option, all) && !(option.unwritten && all[option.name] === option.choices[0]))
      .map(({ name }) => [name, all[name] as string]),
  );
  return { game: name, title: game.title, room, all, words };
}

/** Reads the options from a record's tags. */
export function formFromTags(tags: ReadonlyMap<string, string>): Form {
  const name = tags.get('Game') ?? '';
  const options = games.games.find((one) => one.name === name)?.options ?? [];
  const given: Words = {};
  for (const option of options) {
    const word = tags.get(tagOf(option.name));
    if (word !== undefined) given[option.name] = word;
  }
  return readForm(name, given);
}

export function tagOf(option: string): string {
  return option.charAt(0).toUpperCase() + option.slice(1);
}

/** Options as they stand in one line. */
export function optionsText(words: Readonly<Words>): string {
  return Object.entries(words)
    .map(([name, word]) => `${name}=${word}`)
    .join(' ');
}

export function seatsOf({ room, all }: Form): number {
  return room.seats(all);
}

export function sidesOf(form: Form): number[] {
  return Array.from({ length: seatsOf(form) }, (_, seat) => form.room.side(form.all, seat));
}

export function showForm(form: Form): FormShown {
  const { game, words, room } = form;
  return { game, options: words, seats: seatsOf(form), sides: sidesOf(form), deal_tag: room.dealTag };
}
