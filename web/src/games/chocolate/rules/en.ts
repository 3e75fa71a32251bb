/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
  placing: [
    'A card is a square of four pieces. It may be turned, never flipped.',
    'Place it on empty spaces so that it touches at least two pieces, side to side. At least one of them must touch a piece of the same colour.',
    'Gaps are fine, and cards need not line up.',
  ],
  stacking: [
    'A card with a smartie may go to the second tier: on four pieces of two cards or more, with at least one piece beside one of the same colour.',
    'There is no third tier, and a card with a smartie is never covered.',
    'Only what is seen from above counts.',
  ],
  ending: 'The game ends when all cards have been placed, or when nobody can place one any more.',
};
