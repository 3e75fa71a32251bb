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
        'Du bist Schwarz. Angelegt wird wie bei Scho K.O.: zwei Stückchen berühren, eines davon in derselben Sorte. Leg eine Karte an und einen Smartie darauf oder auf eine andere.',
        'Eine Karte mit Smartie wird nie überdeckt. Du hast sechs Smarties und darfst je Zug einen ausgeben.',
      ],
    ],
  },
  stack: {
    title: 'Stapelkarten',
    steps: [
      [
        'Ein Smartie hebt eine Karte auch in die zweite Ebene. Leg eine obenauf, auf Stückchen von mindestens zwei Karten, sodass dein Gebiet mindestens 10 Stückchen hat.',
        'Was darunter liegt, zählt nicht mehr. Der Smartie bleibt darauf, also überdeckt sie niemand.',
      ],
    ],
  },
  neutral: {
    title: 'Neutrale Gebiete',
    steps: [
      [
        'Vollmilch ist hier neutral. Ein Gebiet ab sechs neutralen Stückchen zählt für die Seite, die es an mehr Seiten berührt. Lass eines auf sechs wachsen, mit mehr Schwarz als Weiß darum.',
        'Diese Stückchen kommen zu deinen Punkten dazu. Die Zahl auf dem Gebiet nennt die Kontakte beider.',
      ],
    ],
  },
  swap: {
    title: 'Tauschen, zu dritt',
    steps: [
      [
        'Zu dritt ist nichts neutral, aber ihr dürft tauschen. Spieler 2 hat Vollmilch: Tipp auf die Pfeile und biete deine Karte mit drei Stückchen Vollmilch an.',
        'Du hast „3 Vollmilch“ gesagt: Mehr erfährt dein Gegenüber nicht, und es ist immer wahr.',
      ],
      [
        'Spieler 2 hält mit einer Karte dagegen, die drei schwarze Stückchen zeigt. Nimm sie!',
        'Jetzt wechseln die beiden Karten die Hände.',
      ],
      [
        'Leg eine Karte so an, dass dein Gebiet mindestens 11 Stückchen hat.',
        'Ein guter Tausch hilft beiden, und der Dritte muss zusehen.',
      ],
    ],
  },
  teams: {
    title: 'Zu viert',
    steps: [
      [
        'Zu viert teilst du dir die Sorte mit deinem Partner gegenüber, aber nicht die Handkarten. Sonst ist alles wie zu zweit. Du kannst Schokoly!',
      ],
    ],
  },
};
export default texts;
