/** What any new game starts with: a game that the server knows and this client has no board for. */
import type { GameInfo } from '../../tables';
import { asPicture, type Game } from '../game';
import Art from './Art.svelte';
import Token from './Token.svelte';

export function generalGame(info: Pick<GameInfo, 'name' | 'title' | 'abilities'>): Game {
  return {
    name: info.name,
    title: info.title,
    ground: 'plain',
    abilities: info.abilities ?? [],
    Art,
    Token,
    loadTable: async () => (await import('./table')).default,
    loadPicture: async () => asPicture((await import('./picture')).pictureOf),
  };
}
