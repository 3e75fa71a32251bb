/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
  placing: [
    'Eine Karte ist ein Quadrat aus vier Stückchen. Sie darf gedreht, aber nie gewendet werden.',
    'Leg sie so auf freie Felder, dass sie mindestens zwei Stückchen Seite an Seite berührt. Mindestens eines davon berührt ein Stückchen derselben Sorte.',
    'Lücken dürfen entstehen, und eine Karte darf beliebig versetzt liegen.',
  ],
  stacking: [
    'Eine Karte mit Smartie darf in die zweite Ebene: auf vier Stückchen von mindestens zwei Karten, und mindestens ein Stückchen berührt daneben eines derselben Sorte.',
    'Eine dritte Ebene gibt es nicht, und eine Karte mit Smartie wird nie überdeckt.',
    'Es zählt nur, was von oben zu sehen ist.',
  ],
  ending: 'Das Spiel ist aus, wenn alle Karten liegen oder niemand mehr anlegen kann.',
};
