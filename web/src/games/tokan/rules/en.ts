import type { RulesText } from '../../../rules/short';

const rules: RulesText = {
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
      lines: [
        'A jackal may take the tile directly below it along, a lion one or two. Their order stays.',
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
        'If the space it came from is empty, the towers directly behind move up one space. If nothing stands behind, the gap stays.',
      ],
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
      lines: [
        'Ten tiles are dealt as two columns. In turn you lay the others beside them, at most six columns wide and five rows high. Then the game begins.',
      ],
    },
  ],
  credit: 'TOKAN is a game by Steffen Mühlhäuser.',
};
export default rules;
