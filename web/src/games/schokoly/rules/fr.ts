import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/fr';

const rules: RulesText = {
  aim: 'Noir, au lait et blanc. Bâtis la plus grande zone de ta couleur et gagne les zones neutres en les touchant le plus.',
  sections: [
    {
      title: 'Un tour',
      lines: [
        'Pose une de tes quatre cartes et pioches-en une nouvelle.',
        'Avec ta première carte tu annonces ta couleur.',
        'Tu peux utiliser un Smartie par tour.',
        'Si rien ne va, tu passes.',
      ],
    },
    { title: 'Poser', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Empiler : avec un Smartie ta carte va au deuxième niveau.',
        ...chocolate.stacking,
        'Mettre en sûreté : après avoir posé une carte au premier niveau, mets un Smartie dessus, ou sur une autre carte de ce niveau encore visible. Elle ne sera jamais recouverte.',
      ],
    },
    {
      title: 'Échanger, à trois',
      lines: [
        'Avant de poser, tu peux proposer une carte cachée à quelqu’un. Tu dis sans mentir combien de carrés de sa couleur elle montre.',
        'L’autre refuse, ou propose une de ses cartes et dit combien de carrés de ta couleur elle montre.',
        'Vous échangez, ou tu refuses.',
      ],
    },
    {
      title: 'Décompte',
      lines: [
        chocolate.ending,
        'On compte la plus grande zone de ta couleur.',
        'À deux et à quatre la troisième couleur est neutre : chaque zone de six carrés ou plus va au camp qui la touche le plus.',
        'Qui a le plus gagne.',
      ],
    },
  ],
  credit:
    'Schokoly est un jeu de Steffen Mühlhäuser. Il remercie Andreas Kuhnekath, dont l’idée «\u00a0Malu\u00a0» a donné naissance à Scho K.O., puis à Schokoly.',
};
export default rules;
