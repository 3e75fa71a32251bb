import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/fr';

const rules: RulesText = {
  aim: 'Noir contre blanc. À la fin, la plus grande zone d’un seul tenant gagne.',
  sections: [
    {
      title: 'Un tour',
      lines: [
        'Pose une de tes quatre cartes et pioches-en une nouvelle.',
        'Avec la première carte tu choisis ta couleur ; l’autre revient à l’adversaire.',
        'Si rien ne va, tu passes.',
      ],
    },
    { title: 'Poser', lines: chocolate.placing },
    { title: 'Le deuxième niveau', lines: ['Dix cartes portent un Smartie.', ...chocolate.stacking] },
    {
      title: 'Décompte',
      lines: [chocolate.ending, 'On compte la plus grande zone de chaque couleur. À égalité, la deuxième décide.'],
    },
  ],
  credit:
    'Scho K.O. est un jeu d’Andreas Kuhnekath et Steffen Mühlhäuser. Il est né de «\u00a0Malu\u00a0», un jeu d’Andreas Kuhnekath.',
};
export default rules;
