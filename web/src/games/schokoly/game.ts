import { t } from '../../i18n/i18n.svelte';
import type { Course, LessonTexts } from '../../lessons/lessons';
import { asPicture, inLanguage, type Game } from '../game';
import Art from './Art.svelte';
import Token from './Token.svelte';

const LESSONS = import.meta.glob<{ default: LessonTexts }>('./lessons/??.ts');

const schokoly: Game = {
  name: 'schokoly',
  title: 'Schokoly',
  ground: 'cloth',
  abilities: ['hands', 'swap', 'teams'],
  Art,
  Token,
  setup: {
    beginHelp: 'begin.chocolate',
    playersHelp: (players) => t(`setup.players.${players as 2 | 3 | 4}`),
  },
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
export default schokoly;
