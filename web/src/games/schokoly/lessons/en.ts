import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Three kinds',
    steps: [
      [
        'Dark, milk and white. Put any card in the middle and choose your colour.',
        'With two players the other one chooses from the two that are left. The third colour is neutral, and you will see what for.',
      ],
    ],
  },
  secure: {
    title: 'Securing',
    steps: [
      [
        'You are dark. Cards are placed as in Scho K.O.: touch two pieces, one of them in the same colour. Place one, and put a smartie on it or on another card.',
        'A card with a smartie can never be covered. You have six smarties and may spend one a turn.',
      ],
    ],
  },
  stack: {
    title: 'Stack cards',
    steps: [
      [
        'A smartie also lifts a card to the second tier. Place one on top, on pieces of at least two cards, so that your area has at least 10 pieces.',
        'Everything below it counts no more. The smartie stays on it, so nobody covers it.',
      ],
    ],
  },
  neutral: {
    title: 'Neutral areas',
    steps: [
      [
        'Milk is neutral here. An area of six and more neutral pieces counts for the side that touches it on more sides. Let one grow to six, with more dark around it than white.',
        'These pieces are added to your points. The number on the area tells the contacts of both.',
      ],
    ],
  },
  swap: {
    title: 'Swapping, with three',
    steps: [
      [
        'With three players nothing is neutral, but you may swap. Player 2 plays milk: tap the arrows and offer your card with three pieces of milk.',
        'You said “3 milk”: that is all the other one learns, and it is always true.',
      ],
      ['Player 2 answers with a card that shows three dark pieces. Take it!', 'Now the two cards change hands.'],
      [
        'Place a card so that your area has at least 11 pieces.',
        'A good swap helps both, and the third one has to watch.',
      ],
    ],
  },
  teams: {
    title: 'With four',
    steps: [
      [
        'With four players you and your partner opposite share a colour, but not your hands. Everything else is as with two. You know Schokoly!',
      ],
    ],
  },
};
export default texts;
