import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/fr';

const rules: RulesText = {
  aim: 'Noir contre blanc. Qui a à la fin la plus grande zone d’un seul tenant de sa couleur gagne.',
  sections: [
    {
      title: 'Un tour',
      lines: [
        'Pose une de tes quatre cartes et pioches-en une nouvelle.',
        'Avec la première carte tu choisis ta couleur ; l’autre revient à l’adversaire.',
        'Si rien ne convient, tu passes.',
      ],
    },
    { title: 'Poser', lines: chocolate.placing },
    { title: 'Le deuxième niveau', lines: ['Dix cartes portent un Smartie.', ...chocolate.stacking] },
    {
      title: 'Décompte',
      lines: ['On compte le plus grand groupe de chaque couleur. À égalité, le deuxième plus grand décide.'],
    },
  ],
  credit: 'Scho K.O. est un jeu d’Andreas Kuhnekath et Steffen Mühlhäuser.',
};
export default rules;
