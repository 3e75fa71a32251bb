import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/en';

const rules: RulesText = {
  aim: 'Dark, milk and white. Build the largest area of your colour, and win the neutral ones by touching them most.',
  sections: [
    {
      title: 'A turn',
      lines: [
        'Place one of your four cards and draw a new one.',
        'With your first card you announce your colour.',
        'You may use one smartie per turn.',
        'If nothing fits, you pass.',
      ],
    },
    { title: 'Placing', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Stack card: with a smartie your card goes to the second tier.',
        ...chocolate.stacking,
        'Security card: after placing a card in the first tier, put a smartie on it, or on any other card there that can still be seen. Then it is never covered.',
      ],
    },
    {
      title: 'Swapping, with three players',
      lines: [
        'Before placing you may offer one card, unseen, to somebody. You say truthfully how many pieces of their colour it shows.',
        'They decline, or answer with a card of theirs and say how many pieces of your colour it shows.',
        'You swap, or you decline.',
      ],
    },
    {
      title: 'Score',
      lines: [
        chocolate.ending,
        'Count the largest area of your colour.',
        'With two and four players the third colour is neutral: each area of six pieces or more goes to the side that touches it more often.',
        'Whoever has the most wins.',
      ],
    },
  ],
  credit:
    'Schokoly is a game by Steffen Mühlhäuser. He thanks Andreas Kuhnekath, whose game “Malu” inspired Scho K.O., and with it Schokoly.',
};
export default rules;
