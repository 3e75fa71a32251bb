import type { CourseText } from '../lessons';

const texts: CourseText = {
  tokan: {
    run: {
      title: 'Three animals',
      steps: [
        ['You play red. The mouse on a3 runs exactly one space. Tap it, then the tile beside it, and confirm.', 'The mouse has climbed onto the tile: a tower of two. It is yours, because your animal is on top.'],
        ['A jackal runs exactly two spaces, straight ahead. Run from f1 to d1.', 'What stands in between does not matter, as long as something does.'],
        ['A lion runs exactly three. Take the one on f5 to the left.', 'One, two, three: the dots on a tile tell how far it runs.'],
      ],
    },
    climb: {
      title: 'Always upwards',
      steps: [
        ['Your mouse on b3 already stands on the second level. It has to end higher than that. Where can it go?', 'Onto the tower of two: now it is on level three. Single tiles were too low.'],
        ['The lion on a1 wants to run. Try to the right if you like: there is a gap. Which way is free?', 'Nobody runs over a gap, and nobody ends on one.'],
      ],
    },
    gap: {
      title: 'Closing the gap',
      steps: [
        ['Run with the lion from c2 to f2, and watch the row behind it.', 'It left a hole, and the two tiles behind it moved up. So the gap came to lie at the edge, on a2.'],
        ['Black has moved. Now run with the jackal from b2 to d2.', 'This time nothing stood directly behind it: the gap stays where it is.'],
      ],
    },
    carry: {
      title: 'Taking others along',
      steps: [
        ['A jackal may take the tile below it along. Run from e3 to c3 and take one with you.', 'A tower of four! Whatever it carries stays in its order.'],
        ['A lion may take one or two. The one on c2 stands on level three and gets no higher alone. Find a way.', 'With two below it, it stands on level four even on a single tile.'],
      ],
    },
    taboo: {
      title: 'Taboo',
      steps: [
        ['Black has just run to e3. That tower is taboo for you now: try it with the mouse on d3. Then play the lion from f5 to c5 instead.', 'A taboo lasts for one turn only.'],
        ['e3 is free again. Take it with the mouse on d3!', 'Now the tower of three is yours.'],
      ],
    },
    end: {
      title: 'The end',
      steps: [
        ['Whoever is on turn and cannot move ends the game. Then every tower of two and more counts its height for its owner. You are behind with 8 to 11. One move wins!', 'Black cannot move any more, and the tower of four has become your tower of five: 13 to 7. You know TOKAN!'],
      ],
    },
  },
  schoko: {
    first: {
      title: 'The first card',
      steps: [
        ['Pick a card of your hand and put it in the middle. Then say which chocolate is yours: dark or white.', 'The other player gets the other one. After every turn you draw a new card.'],
      ],
    },
    fit: {
      title: 'Side to side',
      steps: [
        ['You are dark. A card has to touch at least two pieces side to side, and at least one of them in its own colour. Where it glows, it fits: place any card.', 'Corners do not count. If you wonder why a place is not allowed, tap it: you are told.'],
      ],
    },
    grow: {
      title: 'A large bar',
      steps: [
        ['What counts in the end is your largest area that hangs together. Now it has 5 pieces. Make it 8! Turn the card with R, the button or a second tap.', 'Eight pieces in one area. Point at an area to see how large it is.'],
        ['Some turns later you have 11. Make it at least 14.', 'A card that joins on several sides grows fastest.'],
      ],
    },
    stack: {
      title: 'The second tier',
      steps: [
        ['Cards with a red smartie may lie on others: on four pieces of at least two cards, joining their own colour on one side. Put one on top.', 'Only what is seen from above counts. And a card with a smartie is never covered.'],
        ['White has an area of 15. Cut it: put a card on top so that at most 8 hang together.', 'Cutting is as good as growing.'],
      ],
    },
    end: {
      title: 'The last card',
      steps: [
        ['This time you are white, and it is the very last card. It stands 24 to 24. Win!', 'The larger area wins. If they were equal, the second largest would decide. You know Scho K.O.!'],
      ],
    },
  },
  schokoly: {
    colours: {
      title: 'Three kinds',
      steps: [
        ['Dark, milk and white. Put any card in the middle and choose your colour.', 'With two players the other one chooses from the two that are left. The third colour is neutral, and you will see what for.'],
      ],
    },
    secure: {
      title: 'Securing',
      steps: [
        ['You are dark. Cards are placed as in Scho K.O.: touch two pieces, one of them in the same colour. Place one, and put a smartie on it or on another card.', 'A card with a smartie can never be covered. You have six smarties and may spend one a turn.'],
      ],
    },
    stack: {
      title: 'Stack cards',
      steps: [
        ['A smartie also lifts a card to the second tier. Place one on top, on pieces of at least two cards, so that your area has at least 10 pieces.', 'Everything below it counts no more. The smartie stays on it, so nobody covers it.'],
      ],
    },
    neutral: {
      title: 'Neutral areas',
      steps: [
        ['Milk is neutral here. An area of six and more neutral pieces counts for the side that touches it on more sides. Let one grow to six, with more dark around it than white.', 'These pieces are added to your points. The number on the area tells the contacts of both.'],
      ],
    },
    swap: {
      title: 'Swapping, with three',
      steps: [
        ['With three players nothing is neutral, but you may swap. Player 2 plays milk: tap the arrows and offer your card with three pieces of milk.', 'You said “3 milk”: that is all the other one learns, and it is always true.'],
        ['Player 2 answers with a card that shows three dark pieces. Take it!', 'Now the two cards change hands.'],
        ['Place a card so that your area has at least 11 pieces.', 'A good swap helps both, and the third one has to watch.'],
      ],
    },
    teams: {
      title: 'With four',
      steps: [['With four players you and your partner opposite share a colour, but not your hands. Everything else is as with two. You know Schokoly!']],
    },
  },
};
export default texts;
