/** The rules of Scho K.O.. */
import type { RulesText } from '../../../rules/short';
import { inLanguage, type RulesPart } from '../../game';
import { CAPTIONS } from '../../chocolate/rules/captions';
import Figure from '../../chocolate/rules/Figure.svelte';

const SHORT = import.meta.glob<{ default: RulesText }>('./??.ts');

const rules: RulesPart = {
  pages: ['schoko', 'chocolate'],
  short: (language) => inLanguage(SHORT, language),
  Figure,
  captions: (language) => CAPTIONS[language],
};
export default rules;
