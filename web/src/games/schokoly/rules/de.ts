import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/de';

const rules: RulesText = {
  aim: 'Schwarz, Vollmilch und Weiß. Baue das größte Gebiet deiner Sorte und gewinn die neutralen, indem du sie öfter berührst.',
  sections: [
    {
      title: 'Ein Zug',
      lines: [
        'Leg eine deiner vier Karten an und zieh eine neue.',
        'Mit deiner ersten Karte sagst du deine Sorte an.',
        'Pro Zug darfst du ein Smartie einsetzen.',
        'Passt nichts, so passt du.',
      ],
    },
    { title: 'Anlegen', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Stapelkarte: Mit einem Smartie kommt deine Karte in die zweite Ebene.',
        ...chocolate.stacking,
        'Sicherungskarte: Hast du eine Karte in der ersten Ebene angelegt, leg ein Smartie auf sie oder auf eine andere dort, von der noch etwas zu sehen ist. Sie wird dann nie überdeckt.',
      ],
    },
    {
      title: 'Tauschen, zu dritt',
      lines: [
        'Vor dem Anlegen darfst du jemandem verdeckt eine Karte anbieten. Du sagst ehrlich, wie viele Stückchen der anderen Sorte sie zeigt.',
        'Dein Gegenüber lehnt ab oder bietet eine eigene Karte dafür und sagt, wie viele Stückchen deiner Sorte sie zeigt.',
        'Ihr tauscht, oder du lehnst ab.',
      ],
    },
    {
      title: 'Wertung',
      lines: [
        chocolate.ending,
        'Gezählt wird das größte Gebiet deiner Sorte.',
        'Zu zweit und zu viert ist die dritte Sorte neutral: Jedes Gebiet ab sechs Stückchen zählt für die Seite, die es öfter berührt.',
        'Wer am meisten hat, gewinnt.',
      ],
    },
  ],
  credit:
    'Schokoly ist ein Spiel von Steffen Mühlhäuser. Er dankt Andreas Kuhnekath, aus dessen Spielidee „Malu“ Scho K.O. und damit Schokoly entstanden ist.',
};
export default rules;
