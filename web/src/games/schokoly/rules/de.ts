import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/de';

const rules: RulesText = {
  aim: 'Schwarz, Vollmilch und Weiß. Baue das größte Gebiet deiner Sorte und gewinne die neutralen, indem du sie umgibst.',
  sections: [
    {
      title: 'Ein Zug',
      lines: [
        'Leg eine deiner vier Karten an und zieh eine neue.',
        'Mit deiner ersten Karte sagst du deine Sorte an.',
        'Je Zug darfst du einen Smartie ausgeben.',
        'Passt nichts, so passt du.',
      ],
    },
    { title: 'Anlegen', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Stapelkarte: Mit einem Smartie kommt deine Karte in die zweite Ebene.',
        ...chocolate.stacking,
        'Sicherungskarte: Hast du eine Karte in der ersten Ebene angelegt, leg einen Smartie auf sie oder auf eine andere dort, von der noch etwas zu sehen ist. Sie wird dann nie überdeckt.',
      ],
    },
    {
      title: 'Tauschen, zu dritt',
      lines: [
        'Vor dem Anlegen darfst du jemandem verdeckt eine Karte anbieten. Du sagst ehrlich, wie viele Stückchen seiner Sorte sie zeigt.',
        'Er lehnt ab oder hält mit einer eigenen Karte dagegen und sagt, wie viele Stückchen deiner Sorte sie zeigt.',
        'Du nimmst an und ihr tauscht, oder du schlägst aus.',
      ],
    },
    {
      title: 'Wertung',
      lines: [
        'Gezählt wird die größte Gruppe deiner Sorte.',
        'Zu zweit und zu viert ist die dritte Sorte neutral: Jedes Gebiet ab sechs Stückchen zählt für die Seite mit mehr Kontakten.',
      ],
    },
  ],
  credit: 'Schokoly ist ein Spiel von Steffen Mühlhäuser.',
};
export default rules;
