import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  first: {
    title: 'Die erste Karte',
    steps: [
      [
        'Nimm eine Handkarte und leg sie in die Mitte. Sag dann, welche Schokolade dir gehört: Schwarz oder Weiß.',
        'Dein Gegenüber bekommt die andere. Nach jedem Zug ziehst du eine neue Karte.',
      ],
    ],
  },
  fit: {
    title: 'Seite an Seite',
    steps: [
      [
        'Du bist Schwarz. Eine neue Karte berührt zwei Stückchen, Seite an Seite. Eines davon hat dieselbe Sorte. Wo es leuchtet, passt sie: Leg eine an.',
        'Ecken zählen nicht. Du willst wissen, warum es irgendwo nicht geht? Tipp darauf.',
      ],
    ],
  },
  grow: {
    title: 'Eine große Tafel',
    steps: [
      [
        'Am Ende zählt dein größtes zusammenhängendes Gebiet. Jetzt hat es 5 Stückchen. Mach 8 daraus! Tipp die Karte noch einmal an, um sie zu drehen.',
        'Acht Stückchen in einem Gebiet. Tipp auf ein Gebiet, um zu sehen, wie groß es ist.',
      ],
      [
        'Einige Züge später hast du 11. Mach mindestens 14 daraus.',
        'Am schnellsten wächst, was an mehreren Seiten anschließt.',
      ],
    ],
  },
  stack: {
    title: 'Die zweite Ebene',
    steps: [
      [
        'Eine Karte mit rotem Smartie darf auf anderen liegen. Sie überdeckt zwei Karten oder mehr, und daneben liegt ein Stückchen derselben Sorte. Leg eine obenauf.',
        'Es zählt nur, was von oben zu sehen ist. Und eine Karte mit Smartie wird nie überdeckt.',
      ],
      [
        'Weiß hat ein Gebiet von 15. Zerschneide es: Leg eine Karte obenauf, sodass höchstens 8 zusammenhängen.',
        'Zerschneiden ist so gut wie wachsen.',
      ],
    ],
  },
  end: {
    title: 'Die letzte Karte',
    steps: [
      [
        'Diesmal bist du Weiß, und es ist die allerletzte Karte. Es steht 24 zu 24. Gewinne!',
        'Das größere Gebiet gewinnt. Wären sie gleich, entschiede das zweitgrößte. Du kannst Scho K.O.!',
      ],
    ],
  },
};
export default texts;
