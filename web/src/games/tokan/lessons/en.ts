import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Three animals',
    steps: [
      [
        'You play red. The mouse on a3 moves exactly one space. Tap it, then the tile beside it, and confirm.',
        'The mouse has climbed onto the tile: a tower of two. It is yours, because your animal is on top.',
      ],
      [
        'A jackal moves exactly two spaces, straight ahead. Move from f1 to d1.',
        'It doesn’t matter what is in between, as long as it is not a gap.',
      ],
      [
        'A lion moves exactly three. Take the one on f5 to the left.',
        'One, two, three: the dots on a tile tell how far it moves.',
      ],
    ],
  },
  climb: {
    title: 'Always upwards',
    steps: [
      [
        'Your mouse on b3 is already on the second level. It has to end higher than that. Where can it go?',
        'Onto the tower of two: now it is on level three. Single tiles were too low.',
      ],
      [
        'The lion on a1 wants to move. Try to the right if you like: there is a gap. Which way is free?',
        'Nobody jumps over a gap, and nobody ends on one.',
      ],
    ],
  },
  gap: {
    title: 'Closing the gap',
    steps: [
      [
        'Move the lion from c2 to f2, and watch the row behind it.',
        'It left a hole, and the two tiles behind it moved forward. Now the gap is at the edge, on a2.',
      ],
      [
        'Black has moved. Now move the jackal from b2 to d2.',
        'This time nothing was directly behind it: the gap stays where it is.',
      ],
    ],
  },
  carry: {
    title: 'Carrying',
    steps: [
      [
        'A jackal may carry the tile below it. Move from e3 to c3 and carry one.',
        'A tower of four! Whatever it carries stays in its order.',
      ],
      [
        'A lion may carry one or two. The one on c2 is on level three and can’t get any higher on its own. Find a way.',
        'With two below it, it is on level four even on a single tile.',
      ],
    ],
  },
  taboo: {
    title: 'Taboo',
    steps: [
      [
        'Black has just moved to e3. That tower is taboo for you now: try it with the mouse on d3. Then play the lion from f5 to c5 instead.',
        'A taboo lasts for one turn only.',
      ],
      ['The tower on e3 is free again. Take it with the mouse on d3!', 'Now the tower of three is yours.'],
    ],
  },
  end: {
    title: 'The end',
    steps: [
      [
        'Whoever’s turn it is cannot move: the game is over. Then a tower of two or more scores its height for the colour on top. It’s 8 to 11. One move wins it!',
        'Black cannot move any more, and the tower of four has become your tower of five: 13 to 7. You know TOKAN!',
      ],
    ],
  },
  heads: {
    title: 'Every head counts',
    steps: [
      [
        'Another way to score: every animal on top scores its range. A mouse 1, a jackal 2, a lion 3. You’re behind, 7 to 11. Which move wins?',
        'Your mouse now sits on a jackal of black. Heads count even on single tiles: 10 to 9 for you.',
      ],
    ],
  },
  draft: {
    title: 'Less chance',
    steps: [
      [
        'Here you lay the board yourselves. Ten tiles are there already. Pick one of your tiles and lay it beside another.',
        'Then the other side lays one. The board is never more than six columns wide.',
      ],
      ['Your turn again: lay a jackal.', 'Once all 30 tiles are there, play begins. Whoever laid first moves first.'],
    ],
  },
  revanche: {
    title: 'Return match',
    steps: [
      [
        'Was the start unfair? Play it once more! In a return match you swap colours: now you’re black, and red begins as before. After a game, tap “Return match”.',
      ],
    ],
  },
};
export default texts;
