import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/de';

const rules: RulesText = {
  aim: 'Schwarz gegen Weiß. Es gewinnt, wer am Ende das größte zusammenhängende Gebiet seiner Sorte hat.',
  sections: [
    {
      title: 'Ein Zug',
      lines: [
        'Leg eine deiner vier Karten an und zieh eine neue.',
        'Mit der ersten Karte wählst du deine Sorte; die andere bekommt dein Gegenüber.',
        'Passt nichts, so passt du.',
      ],
    },
    { title: 'Anlegen', lines: chocolate.placing },
    { title: 'Die zweite Ebene', lines: ['Zehn Karten tragen einen Smartie.', ...chocolate.stacking] },
    {
      title: 'Wertung',
      lines: ['Gezählt wird die größte Gruppe jeder Sorte. Sind sie gleich, entscheidet die zweitgrößte.'],
    },
  ],
  credit: 'Scho K.O. ist ein Spiel von Andreas Kuhnekath und Steffen Mühlhäuser.',
};
export default rules;
