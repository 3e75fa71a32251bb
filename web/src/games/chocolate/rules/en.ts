/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
  placing: [
    'A card is a square of four pieces. It may be turned, never flipped.',
    'Lay it on empty cells so that it touches at least two pieces of the field side to side. At least one of these contacts joins equal colours.',
    'Gaps may arise, and a card may lie at any offset.',
  ],
  stacking: [
    'A card with a smartie may go to the second tier: on four pieces of at least two cards, with one side joining its own colour outside.',
    'There is no third tier, and a card with a smartie is never covered.',
    'Only what is seen from above counts.',
  ],
};
