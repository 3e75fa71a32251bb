import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Three kinds',
    steps: [
      [
        'Dark, milk and white. Put any card in the middle and choose your colour.',
        'With two players, the other one chooses from the two that are left. The third colour is neutral: you’ll soon see why.',
      ],
    ],
  },
  secure: {
    title: 'Securing',
    steps: [
      [
        'You are dark. A new card touches two pieces, one of them of the same colour. Place one. Then put a smartie on it, or on another card.',
        'A card with a smartie can never be covered. You have six smarties and may use one per turn.',
      ],
    ],
  },
  stack: {
    title: 'Stack cards',
    steps: [
      [
        'A smartie also lifts a card to the second tier. Put one on top of two cards or more. Your area should then have at least 10 pieces.',
        'What is below it no longer counts. The smartie stays on it, so nobody covers it.',
      ],
    ],
  },
  neutral: {
    title: 'Neutral areas',
    steps: [
      [
        'Nobody plays milk here: it is neutral. A milk area of six or more goes to the colour that touches it more. Make one of six, with more dark around it than white.',
        'These pieces are added to your points. The numbers on the area are the contacts of both.',
      ],
    ],
  },
  swap: {
    title: 'Swapping, with three',
    steps: [
      [
        'With three players nothing is neutral, but you may swap. Player 2 plays milk: tap the arrows and offer your card with three pieces of milk.',
        'You said “3 milk”: that’s all the other player finds out, and it must be true.',
      ],
      ['Player 2 offers a card with three dark pieces in return. Take it!', 'Now the two cards change hands.'],
      [
        'Place a card so that your area has at least 11 pieces.',
        'A good swap helps you both, and the third player just watches.',
      ],
    ],
  },
  end: {
    title: 'The end',
    steps: [
      [
        'The last card is placed, or nobody can place one: the game is over. Your largest area counts, and with two or four the neutral areas you hold. Most wins.',
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
