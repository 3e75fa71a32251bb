import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/en';

const rules: RulesText = {
  aim: 'Dark against white. Whoever has the largest connected area of their colour at the end wins.',
  sections: [
    {
      title: 'A turn',
      lines: [
        'Place one of your four cards and draw a new one.',
        'With the first card you choose your colour; the other player gets the other one.',
        'If nothing fits, you pass.',
      ],
    },
    { title: 'Placing', lines: chocolate.placing },
    { title: 'The second tier', lines: ['Ten cards carry a smartie.', ...chocolate.stacking] },
    {
      title: 'Score',
      lines: [
        chocolate.ending,
        'Count the largest area of each colour. If they are equal, the second largest decides.',
      ],
    },
  ],
  credit:
    'Scho K.O. is a game by Andreas Kuhnekath and Steffen Mühlhäuser. It grew out of Andreas Kuhnekath’s game “Malu”.',
};
export default rules;
