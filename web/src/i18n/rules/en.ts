import type { Rules } from './rules';

const chocolate = {
  placing: [
    'A card is a square of four pieces. It may be turned, never flipped.',
    'Lay it on empty cells so that it touches at least two pieces of the field side to side. At least one of these contacts joins equal colours.',
    'Gaps may arise, and a card may lie at any offset.',
  ],
  stacking: [
    'A card with a smartie may go to the second tier: on four pieces of at least two cards, with one side joining its own colour outside.',
    'There is no third tier, and a card with a smartie is never covered.',
    'Only what is seen from above counts.',
  ],
};

const rules: Rules = {
  tokan: {
    aim: 'Move your animals onto others and build towers. When somebody cannot move any more, the tower whose top is yours counts its height for you.',
    sections: [
      {
        title: 'Moving',
        lines: [
          'Move one animal of your colour that is on top. A mouse runs exactly one space, a jackal two, a lion three, straight along a row or a column.',
          'It ends on a tile or a tower of either colour, never on a gap, and no gap may lie in between.',
          'It must end at least one level higher than it began.',
        ],
      },
      {
        title: 'Carrying',
        lines: ['A jackal may take the tile directly below it along, a lion one or two. Their order stays.', 'You need not carry, unless nothing else is possible.'],
      },
      {
        title: 'Taboo',
        lines: ['You may not end on the tower to which the other player has just moved. It is marked with a cross and is free again after one turn.'],
      },
      {
        title: 'Closing gaps',
        lines: ['If the space it came from is empty, the towers directly behind move up one space. If nothing stands behind, the gap stays.'],
      },
      {
        title: 'Score',
        lines: [
          'Towers: each tower of two and more counts its height for the owner of its top.',
          'Every head counts: each animal on top counts 1, 2 or 3, its reach. Equal points are decided by the highest towers.',
          'Revanche: play the same start again with colours exchanged.',
        ],
      },
      {
        title: 'Less chance',
        lines: ['Ten tiles are dealt as two columns. In turn you lay the others beside them, at most six columns wide and five rows high. Then the game begins.'],
      },
    ],
    credit: 'TOKAN is a game by Steffen Mühlhäuser.',
  },
  schoko: {
    aim: 'Dark against white. Whoever has the largest coherent area of their colour in the end wins.',
    sections: [
      { title: 'A turn', lines: ['Place one of your four cards and draw a new one.', 'With the first card you choose your colour; the other player gets the other one.', 'If nothing fits you pass.'] },
      { title: 'Placing', lines: chocolate.placing },
      { title: 'The second tier', lines: ['Ten cards carry a smartie.', ...chocolate.stacking] },
      { title: 'Score', lines: ['Count the largest group of each colour. If they are equal, the second largest decides.'] },
    ],
    credit: 'Scho K.O. is a game by Andreas Kuhnekath and Steffen Mühlhäuser.',
  },
  schokoly: {
    aim: 'Dark, milk and white. Build the largest area of your colour, and win the neutral ones by surrounding them.',
    sections: [
      { title: 'A turn', lines: ['Place one of your four cards and draw a new one.', 'With your first card you announce your colour.', 'You may spend one smartie a turn.', 'If nothing fits you pass.'] },
      { title: 'Placing', lines: chocolate.placing },
      { title: 'Smarties', lines: ['Stack card: with a smartie your card goes to the second tier.', ...chocolate.stacking, 'Securing: after placing a card in the first tier, put a smartie on it, or on any other card there that can still be seen. It is never covered then.'] },
      { title: 'Swapping, with three players', lines: ['Before placing you may offer one card, unseen, to somebody. You say truthfully how many pieces of their colour it shows.', 'They decline, or answer with a card of theirs and say how many pieces of your colour it shows.', 'You accept and swap, or reject.'] },
      { title: 'Score', lines: ['Count the largest group of your colour.', 'With two and four players the third colour is neutral: each area of six pieces and more goes to the side that has more contacts with it.'] },
    ],
    credit: 'Schokoly is a game by Steffen Mühlhäuser.',
  },
};
export default rules;
