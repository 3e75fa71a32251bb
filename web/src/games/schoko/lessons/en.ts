import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  first: {
    title: 'The first card',
    steps: [
      [
        'Pick a card of your hand and put it in the middle. Then say which chocolate is yours: dark or white.',
        'The other player gets the other one. After every turn you draw a new card.',
      ],
    ],
  },
  fit: {
    title: 'Side to side',
    steps: [
      [
        'You are dark. A card has to touch at least two pieces side to side, and at least one of them in its own colour. Where it glows, it fits: place any card.',
        'Corners do not count. If you wonder why a place is not allowed, tap it: you are told.',
      ],
    ],
  },
  grow: {
    title: 'A large bar',
    steps: [
      [
        'What counts in the end is your largest area that hangs together. Now it has 5 pieces. Make it 8! Turn the card with R, the button or a second tap.',
        'Eight pieces in one area. Point at an area to see how large it is.',
      ],
      ['Some turns later you have 11. Make it at least 14.', 'A card that joins on several sides grows fastest.'],
    ],
  },
  stack: {
    title: 'The second tier',
    steps: [
      [
        'Cards with a red smartie may lie on others: on four pieces of at least two cards, joining their own colour on one side. Put one on top.',
        'Only what is seen from above counts. And a card with a smartie is never covered.',
      ],
      [
        'White has an area of 15. Cut it: put a card on top so that at most 8 hang together.',
        'Cutting is as good as growing.',
      ],
    ],
  },
  end: {
    title: 'The last card',
    steps: [
      [
        'This time you are white, and it is the very last card. It stands 24 to 24. Win!',
        'The larger area wins. If they were equal, the second largest would decide. You know Scho K.O.!',
      ],
    ],
  },
};
export default texts;
