import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/fr';

const rules: RulesText = {
  aim: 'Noir, au lait et blanc. Bâtis la plus grande zone de ta couleur et gagne les zones neutres en les entourant.',
  sections: [
    {
      title: 'Un tour',
      lines: [
        'Pose une de tes quatre cartes et pioches-en une nouvelle.',
        'Avec ta première carte tu annonces ta couleur.',
        'Tu peux dépenser un Smartie par tour.',
        'Si rien ne convient, tu passes.',
      ],
    },
    { title: 'Poser', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Empiler : avec un Smartie ta carte va au deuxième niveau.',
        ...chocolate.stacking,
        'Mettre en sûreté : après avoir posé une carte au premier niveau, mets un Smartie dessus, ou sur une autre carte de ce niveau encore visible. Elle ne sera jamais recouverte.',
      ],
    },
    {
      title: 'Échanger, à trois',
      lines: [
        'Avant de poser, tu peux proposer une carte cachée à quelqu’un. Tu dis sans mentir combien de carrés de sa couleur elle montre.',
        'Il décline, ou répond avec une de ses cartes et dit combien de carrés de ta couleur elle montre.',
        'Tu acceptes et vous échangez, ou tu rejettes.',
      ],
    },
    {
      title: 'Décompte',
      lines: [
        'On compte le plus grand groupe de ta couleur.',
        'À deux et à quatre la troisième couleur est neutre : chaque zone de six carrés et plus va au camp qui a le plus de contacts avec elle.',
      ],
    },
  ],
  credit: 'Schokoly est un jeu de Steffen Mühlhäuser.',
};
export default rules;
