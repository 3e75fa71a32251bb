import type { Rules } from './rules';

const chocolate = {
  placing: [
    'Une carte est un carré de quatre morceaux. On peut la tourner, jamais la retourner.',
    'Pose-la sur des cases vides de sorte qu’elle touche au moins deux carrés, côté contre côté. Au moins un de ces contacts joint des couleurs égales.',
    'Des vides peuvent apparaître, et une carte peut être décalée à volonté.',
  ],
  stacking: [
    'Une carte avec un Smartie peut aller au deuxième niveau : sur quatre carrés d’au moins deux cartes, un de ses côtés joignant sa propre couleur au-dehors.',
    'Il n’y a pas de troisième niveau, et une carte avec un Smartie n’est jamais recouverte.',
    'Seul compte ce qui se voit d’en haut.',
  ],
};

const rules: Rules = {
  tokan: {
    aim: 'Fais monter tes animaux sur d’autres et bâtis des tours. Quand quelqu’un ne peut plus bouger, chaque tour dont le sommet est à toi compte sa hauteur pour toi.',
    sections: [
      {
        title: 'Bouger',
        lines: [
          'Bouge un animal de ta couleur placé au sommet. Une souris avance d’exactement une case, un chacal de deux, un lion de trois, tout droit sur une ligne ou une colonne.',
          'Il arrive sur une tuile ou une tour de n’importe quelle couleur, jamais sur un vide, et aucun vide ne doit se trouver entre les deux.',
          'Il doit arriver au moins un niveau plus haut qu’au départ.',
        ],
      },
      { title: 'Transporter', lines: ['Un chacal peut emporter la tuile juste sous lui, un lion une ou deux. Leur ordre ne change pas.', 'Rien n’y oblige, sauf si rien d’autre n’est possible.'] },
      { title: 'Tabou', lines: ['Tu ne peux pas arriver sur la tour où l’autre vient d’aller. Elle porte une croix et redevient libre après un tour.'] },
      { title: 'Refermer les vides', lines: ['Si la case de départ est vide, les tours juste derrière avancent d’une case. S’il n’y a rien derrière, le vide reste.'] },
      {
        title: 'Décompte',
        lines: [
          'Tours : chaque tour de deux et plus compte sa hauteur pour le propriétaire du sommet.',
          'Chaque tête compte : chaque animal au sommet compte 1, 2 ou 3, sa portée. À égalité, les plus hautes tours décident.',
          'Revanche : rejouez le même départ, couleurs échangées.',
        ],
      },
      { title: 'Moins aléatoire', lines: ['Dix tuiles forment deux colonnes. À tour de rôle vous posez les autres à côté, sur six colonnes et cinq lignes au plus. Puis la partie commence.'] },
    ],
    credit: 'TOKAN est un jeu de Steffen Mühlhäuser.',
  },
  schoko: {
    aim: 'Noir contre blanc. Qui a à la fin la plus grande zone d’un seul tenant de sa couleur gagne.',
    sections: [
      { title: 'Un tour', lines: ['Pose une de tes quatre cartes et pioches-en une nouvelle.', 'Avec la première carte tu choisis ta couleur ; l’autre revient à l’adversaire.', 'Si rien ne convient, tu passes.'] },
      { title: 'Poser', lines: chocolate.placing },
      { title: 'Le deuxième niveau', lines: ['Dix cartes portent un Smartie.', ...chocolate.stacking] },
      { title: 'Décompte', lines: ['On compte le plus grand groupe de chaque couleur. À égalité, le deuxième plus grand décide.'] },
    ],
    credit: 'Scho K.O. est un jeu d’Andreas Kuhnekath et Steffen Mühlhäuser.',
  },
  schokoly: {
    aim: 'Noir, au lait et blanc. Bâtis la plus grande zone de ta couleur et gagne les zones neutres en les entourant.',
    sections: [
      { title: 'Un tour', lines: ['Pose une de tes quatre cartes et pioches-en une nouvelle.', 'Avec ta première carte tu annonces ta couleur.', 'Tu peux dépenser un Smartie par tour.', 'Si rien ne convient, tu passes.'] },
      { title: 'Poser', lines: chocolate.placing },
      { title: 'Smarties', lines: ['Empiler : avec un Smartie ta carte va au deuxième niveau.', ...chocolate.stacking, 'Mettre en sûreté : après avoir posé une carte au premier niveau, mets un Smartie dessus, ou sur une autre carte de ce niveau encore visible. Elle ne sera jamais recouverte.'] },
      { title: 'Échanger, à trois', lines: ['Avant de poser, tu peux proposer une carte cachée à quelqu’un. Tu dis sans mentir combien de carrés de sa couleur elle montre.', 'Il décline, ou répond avec une de ses cartes et dit combien de carrés de ta couleur elle montre.', 'Tu acceptes et vous échangez, ou tu rejettes.'] },
      { title: 'Décompte', lines: ['On compte le plus grand groupe de ta couleur.', 'À deux et à quatre la troisième couleur est neutre : chaque zone de six carrés et plus va au camp qui a le plus de contacts avec elle.'] },
    ],
    credit: 'Schokoly est un jeu de Steffen Mühlhäuser.',
  },
};
export default rules;
