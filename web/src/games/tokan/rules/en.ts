import type { RulesText } from '../../../rules/short';

const rules: RulesText = {
  aim: 'Move your animals onto others and build towers. The game ends when a player’s turn comes and they cannot move. Then every tower with your animal on top scores its height.',
  sections: [
    {
      title: 'Moving',
      lines: [
        'Move one animal of your colour that is on top. A mouse moves exactly one space, a jackal two, a lion three, straight along a row or a column.',
        'It ends on a tile or a tower of either colour, never on a gap, and there may be no gap in between.',
        'It must end at least one level higher than it began.',
      ],
    },
    {
      title: 'Carrying',
      lines: [
        'A jackal may carry the tile directly below it, a lion one or two. Their order stays.',
        'You need not carry, unless nothing else is possible.',
      ],
    },
    {
      title: 'Taboo',
      lines: [
        'You may not end on the tower to which the other player has just moved. It is marked with a cross and is free again after one turn.',
      ],
    },
    {
      title: 'Closing gaps',
      lines: [
        'If the space it came from is empty, the towers directly behind move forward one space. If nothing is behind, the gap stays.',
      ],
    },
    {
      title: 'Score',
      lines: [
        'Towers: every tower of two or more scores its height for the colour on top.',
        'Every head counts: every animal on top scores its range: 1, 2 or 3. If points are equal, the highest towers decide.',
        'Return match: play the same start again with colours exchanged.',
      ],
    },
    {
      title: 'Less chance',
      lines: [
        'Ten tiles are dealt as two columns. In turn you lay the others beside them, at most six columns wide and five rows high. Then the game begins.',
      ],
    },
  ],
  credit: 'TOKAN is a game by Steffen Mühlhäuser.',
};
export default rules;
