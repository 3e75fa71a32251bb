/** The rules of TOKAN. */
import type { RulesText } from '../../../rules/short';
import { inLanguage, type RulesPart } from '../../game';
import { CAPTIONS } from './captions';
import Figure from './Figure.svelte';

const SHORT = import.meta.glob<{ default: RulesText }>('./??.ts');

const rules: RulesPart = {
  pages: ['tokan'],
  short: (language) => inLanguage(SHORT, language),
  Figure,
  captions: (language) => CAPTIONS[language],
  loadArticle: async () => (await import('../article/article')).default,
};
export default rules;
