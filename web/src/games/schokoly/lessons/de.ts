import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Drei Sorten',
    steps: [
      [
        'Schwarz, Vollmilch und Weiß. Leg eine Karte in die Mitte und wähle deine Sorte.',
        'Zu zweit wählt dein Gegenüber aus den beiden übrigen. Die dritte Sorte ist neutral; wozu, siehst du noch.',
      ],
    ],
  },
  secure: {
    title: 'Sichern',
    steps: [
      [
        'Du bist Schwarz. Eine neue Karte berührt zwei Stückchen, eines davon in derselben Sorte. Leg eine Karte an. Dann leg ein Smartie darauf – oder auf eine andere Karte.',
        'Eine Karte mit Smartie wird nie überdeckt. Du hast sechs Smarties. Pro Zug darfst du eines einsetzen.',
      ],
    ],
  },
  stack: {
    title: 'Stapelkarten',
    steps: [
      [
        'Ein Smartie hebt eine Karte auch in die zweite Ebene. Leg eine auf zwei Karten oder mehr. Dein Gebiet soll dann mindestens 10 Stückchen haben.',
        'Was darunter liegt, zählt nicht mehr. Das Smartie bleibt darauf, also überdeckt sie niemand.',
      ],
    ],
  },
  neutral: {
    title: 'Neutrale Gebiete',
    steps: [
      [
        'Vollmilch ist hier neutral: Niemand spielt sie. Ab sechs Stückchen zählt ein Gebiet für die Sorte, die es öfter berührt. Mach eines aus sechs, mit viel Schwarz drumherum.',
        'Diese Stückchen kommen zu deinen Punkten dazu. Die Zahl auf dem Gebiet nennt die Kontakte beider.',
      ],
    ],
  },
  swap: {
    title: 'Tauschen, zu dritt',
    steps: [
      [
        'Zu dritt ist nichts neutral, aber ihr dürft tauschen. Platz 2 spielt Vollmilch: Tipp auf die Pfeile und biete deine Karte mit drei Stückchen Vollmilch an.',
        'Du hast „3 Vollmilch“ gesagt: Mehr verrätst du nicht, und schummeln geht nicht.',
      ],
      [
        'Platz 2 bietet dafür eine Karte mit drei Stückchen Schwarz. Nimm sie!',
        'Jetzt wechseln die beiden Karten die Hände.',
      ],
      [
        'Leg eine Karte so an, dass dein Gebiet mindestens 11 Stückchen hat.',
        'Ein guter Tausch hilft euch beiden – wer nicht tauscht, hat das Nachsehen.',
      ],
    ],
  },
  end: {
    title: 'Das Ende',
    steps: [
      [
        'Liegt die letzte Karte oder kann niemand anlegen, ist es aus. Dein größtes Gebiet zählt, zu zweit und zu viert auch deine neutralen. Wer am meisten hat, gewinnt.',
      ],
    ],
  },
  teams: {
    title: 'Zu viert',
    steps: [
      [
        'Zu viert teilst du dir die Sorte mit der Person gegenüber, aber nicht die Handkarten. Sonst ist alles wie zu zweit. Du kannst Schokoly!',
      ],
    ],
  },
};
export default texts;
