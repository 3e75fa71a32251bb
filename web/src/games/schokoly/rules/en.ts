import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/en';

const rules: RulesText = {
  aim: 'Dark, milk and white. Build the largest area of your colour, and win the neutral ones by surrounding them.',
  sections: [
    {
      title: 'A turn',
      lines: [
        'Place one of your four cards and draw a new one.',
        'With your first card you announce your colour.',
        'You may spend one smartie a turn.',
        'If nothing fits you pass.',
      ],
    },
    { title: 'Placing', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Stack card: with a smartie your card goes to the second tier.',
        ...chocolate.stacking,
        'Securing: after placing a card in the first tier, put a smartie on it, or on any other card there that can still be seen. It is never covered then.',
      ],
    },
    {
      title: 'Swapping, with three players',
      lines: [
        'Before placing you may offer one card, unseen, to somebody. You say truthfully how many pieces of their colour it shows.',
        'They decline, or answer with a card of theirs and say how many pieces of your colour it shows.',
        'You accept and swap, or reject.',
      ],
    },
    {
      title: 'Score',
      lines: [
        'Count the largest group of your colour.',
        'With two and four players the third colour is neutral: each area of six pieces and more goes to the side that has more contacts with it.',
      ],
    },
  ],
  credit: 'Schokoly is a game by Steffen Mühlhäuser.',
};
export default rules;
