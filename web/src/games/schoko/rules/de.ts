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
    { title: 'Die zweite Ebene', lines: ['Zehn Karten tragen ein Smartie.', ...chocolate.stacking] },
    {
      title: 'Wertung',
      lines: [
        chocolate.ending,
        'Gezählt wird das größte Gebiet jeder Sorte. Sind sie gleich, entscheidet das zweitgrößte.',
      ],
    },
  ],
  credit:
    'Scho K.O. ist ein Spiel von Andreas Kuhnekath und Steffen Mühlhäuser. Es ist aus Andreas Kuhnekaths Spiel „Malu“ hervorgegangen.',
};
export default rules;
