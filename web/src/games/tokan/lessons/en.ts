import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Three animals',
    steps: [
      [
        'You play red. The mouse on a3 runs exactly one space. Tap it, then the tile beside it, and confirm.',
        'The mouse has climbed onto the tile: a tower of two. It is yours, because your animal is on top.',
      ],
      [
        'A jackal runs exactly two spaces, straight ahead. Run from f1 to d1.',
        'What stands in between does not matter, as long as something does.',
      ],
      [
        'A lion runs exactly three. Take the one on f5 to the left.',
        'One, two, three: the dots on a tile tell how far it runs.',
      ],
    ],
  },
  climb: {
    title: 'Always upwards',
    steps: [
      [
        'Your mouse on b3 already stands on the second level. It has to end higher than that. Where can it go?',
        'Onto the tower of two: now it is on level three. Single tiles were too low.',
      ],
      [
        'The lion on a1 wants to run. Try to the right if you like: there is a gap. Which way is free?',
        'Nobody runs over a gap, and nobody ends on one.',
      ],
    ],
  },
  gap: {
    title: 'Closing the gap',
    steps: [
      [
        'Run with the lion from c2 to f2, and watch the row behind it.',
        'It left a hole, and the two tiles behind it moved up. So the gap came to lie at the edge, on a2.',
      ],
      [
        'Black has moved. Now run with the jackal from b2 to d2.',
        'This time nothing stood directly behind it: the gap stays where it is.',
      ],
    ],
  },
  carry: {
    title: 'Taking others along',
    steps: [
      [
        'A jackal may take the tile below it along. Run from e3 to c3 and take one with you.',
        'A tower of four! Whatever it carries stays in its order.',
      ],
      [
        'A lion may take one or two. The one on c2 stands on level three and gets no higher alone. Find a way.',
        'With two below it, it stands on level four even on a single tile.',
      ],
    ],
  },
  taboo: {
    title: 'Taboo',
    steps: [
      [
        'Black has just run to e3. That tower is taboo for you now: try it with the mouse on d3. Then play the lion from f5 to c5 instead.',
        'A taboo lasts for one turn only.',
      ],
      ['e3 is free again. Take it with the mouse on d3!', 'Now the tower of three is yours.'],
    ],
  },
  end: {
    title: 'The end',
    steps: [
      [
        'Whoever is on turn and cannot move ends the game. Then every tower of two and more counts its height for its owner. You are behind with 8 to 11. One move wins!',
        'Black cannot move any more, and the tower of four has become your tower of five: 13 to 7. You know TOKAN!',
      ],
    ],
  },
};
export default texts;
