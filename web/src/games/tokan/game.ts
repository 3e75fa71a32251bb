import { asPicture, inLanguage, type Game } from '../game';
import type { Course, LessonTexts } from '../../lessons/lessons';
import type { TokanTableShown } from '../../wire';
import Art from './Art.svelte';
import Token from './Token.svelte';

const LESSONS = import.meta.glob<{ default: LessonTexts }>('./lessons/??.ts');

const tokan: Game = {
  name: 'tokan',
  title: 'TOKAN',
  ground: 'paper',
  abilities: ['solve', 'edit', 'draft', 'revanche'],
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
    load: async () => (await import('./lessons/course.json')).default as Course,
    texts: (language) => inLanguage(LESSONS, language),
  },
  loadRules: async () => (await import('./rules/rules')).default,
  counting: { load: () => import('./laying/Count.svelte') },
  editor: { title: 'edit.title', load: () => import('./editor/Edit.svelte') },
};
export default tokan;
