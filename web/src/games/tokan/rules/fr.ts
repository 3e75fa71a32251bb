import type { RulesText } from '../../../rules/short';

const rules: RulesText = {
  aim: 'Fais monter tes animaux sur d’autres et bâtis des tours. La partie finit quand c’est le tour de quelqu’un qui ne peut plus jouer. Chaque tour avec ton animal au sommet te rapporte alors sa hauteur.',
  sections: [
    {
      title: 'Se déplacer',
      lines: [
        'Déplace un animal de ta couleur placé au sommet. Une souris avance d’exactement une case, un chacal de deux, un lion de trois, tout droit sur une ligne ou une colonne.',
        'Il arrive sur une tuile ou une tour de n’importe quelle couleur, jamais sur un vide, et aucun vide ne doit se trouver entre les deux.',
        'Il doit arriver au moins un niveau plus haut qu’au départ.',
      ],
    },
    {
      title: 'Transporter',
      lines: [
        'Un chacal peut transporter la tuile juste sous lui, un lion une ou deux. Leur ordre ne change pas.',
        'Rien n’y oblige, sauf si rien d’autre n’est possible.',
      ],
    },
    {
      title: 'Tabou',
      lines: [
        'Tu ne peux pas arriver sur la tour où l’autre vient d’aller. Elle porte une croix et redevient libre après un tour.',
      ],
    },
    {
      title: 'Refermer les vides',
      lines: [
        'Si la case de départ est vide, les tours juste derrière avancent d’une case. S’il n’y a rien derrière, le vide reste.',
      ],
    },
    {
      title: 'Décompte',
      lines: [
        'Tours : chaque tour de deux tuiles ou plus rapporte sa hauteur à la couleur du sommet.',
        'Chaque tête compte : chaque animal au sommet vaut sa portée : 1, 2 ou 3. À égalité, les plus hautes tours décident.',
        'Revanche : rejouez le même départ, couleurs échangées.',
      ],
    },
    {
      title: 'Moins aléatoire',
      lines: [
        'Dix tuiles forment deux colonnes. À tour de rôle vous posez les autres à côté, sur six colonnes et cinq lignes au plus. Puis la partie commence.',
      ],
    },
  ],
  credit: 'TOKAN est un jeu de Steffen Mühlhäuser.',
};
export default rules;
