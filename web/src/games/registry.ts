/** The games of this client. A game that only the server knows is played on the general board. */
import { catalogue } from './catalogue.svelte';
import type { Game } from './game';
import { generalGame } from './general/game';
import schoko from './schoko/game';
import schokoly from './schokoly/game';
import tokan from './tokan/game';

/** In the order of the first page, which shows all of them. What a game is played with, it loads when it is played. */
const OWN: readonly Game[] = [tokan, schoko, schokoly];

/** All games: those with a board of their own first, then what else the server can play. */
export function allGames(): readonly Game[] {
  const others = catalogue.games.filter(({ name }) => OWN.every((game) => game.name !== name));
  return [...OWN, ...others.map(generalGame)];
}

export function findGame(name: string): Game | undefined {
  return OWN.find((game) => game.name === name) ?? allGames().find((game) => game.name === name);
}

/** The game of a match; one that nobody has heard of may hide hands, and is treated as if it did. */
export function gameOf(name: string): Game {
  return findGame(name) ?? generalGame({ name, title: name, abilities: ['hands'] });
}
