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
        'You are dark. A new card touches two pieces, side to side. One of them has the same colour. Where it glows, it fits: place any card.',
        'Corners do not count. Not sure why a place isn’t allowed? Tap it to find out.',
      ],
    ],
  },
  grow: {
    title: 'A large bar',
    steps: [
      [
        'What counts in the end is your largest connected area. Now it has 5 pieces. Make it 8! Tap the card once more to turn it.',
        'Eight pieces in one area. Tap an area to see how large it is.',
      ],
      ['Some turns later you have 11. Make it at least 14.', 'A card that joins on several sides grows fastest.'],
    ],
  },
  stack: {
    title: 'The second tier',
    steps: [
      [
        'A card with a red smartie may go on top of others. It must cover two cards or more, beside a piece of the same colour. Put one on top.',
        'Only what is seen from above counts. And a card with a smartie is never covered.',
      ],
      [
        'White has an area of 15. Cut it: put a card on top so that at most 8 stay connected.',
        'Cutting is as good as growing.',
      ],
    ],
  },
  end: {
    title: 'The last card',
    steps: [
      [
        'This time you are white, and it is the very last card. The score is 24 all. Win!',
        'The larger area wins. If they were equal, the second largest would decide. You know Scho K.O.!',
      ],
    ],
  },
};
export default texts;
