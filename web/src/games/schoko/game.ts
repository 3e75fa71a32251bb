import { asPicture, inLanguage, type Game } from '../game';
import type { Course, LessonTexts } from '../../lessons/lessons';
import Art from './Art.svelte';
import Token from './Token.svelte';

const LESSONS = import.meta.glob<{ default: LessonTexts }>('./lessons/??.ts');

const schoko: Game = {
  name: 'schoko',
  title: 'Scho K.O.',
  ground: 'cloth',
  abilities: ['hands'],
  Art,
  Token,
  setup: { beginHelp: 'begin.without' },
  loadTable: async () => (await import('../chocolate/table')).default,
  loadPicture: async () => asPicture((await import('../chocolate/picture')).pictureOf),
  course: {
    dealTag: 'Deck',
    load: async () => (await import('./lessons/course.json')).default as Course,
    texts: (language) => inLanguage(LESSONS, language),
  },
  loadRules: async () => (await import('./rules/rules')).default,
  counting: { load: () => import('./laying/pages'), begins: true },
};
export default schoko;
