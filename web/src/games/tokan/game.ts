import { asPicture, type Game } from '../game';
import type { TokanTableShown } from '../../wire';
import Art from './Art.svelte';
import Token from './Token.svelte';

const lessons = () => import('./lessons/course');

const tokan: Game = {
  name: 'tokan',
  title: 'TOKAN',
  ground: 'paper',
  abilities: ['solve', 'perfect', 'edit', 'draft', 'revanche'],
  Art,
  Token,
  setup: {
    begin: {
      label: 'setup.colour',
      choices: { lot: 'begin.tokan.lot', first: 'begin.tokan.first', second: 'begin.tokan.second' },
    },
  },
  loadTable: async () => (await import('./table')).default,
  loadPicture: async () => asPicture<TokanTableShown>((await import('./picture')).pictureOf),
  course: {
    dealTag: 'Start',
    load: async () => (await lessons()).course(),
    texts: async (language) => (await lessons()).texts(language),
  },
  loadRules: async () => (await import('./rules/rules')).default,
  counting: { load: () => import('./laying/Count.svelte') },
  editor: { title: 'edit.title', load: () => import('./editor/Edit.svelte') },
};
export default tokan;
