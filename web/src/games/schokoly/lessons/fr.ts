import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Trois sortes',
    steps: [
      [
        'Noir, au lait et blanc. Pose une carte au milieu et choisis ta couleur.',
        'À deux, l’autre choisit parmi les deux qui restent. La troisième couleur est neutre ; tu verras à quoi elle sert.',
      ],
    ],
  },
  secure: {
    title: 'Mettre en sûreté',
    steps: [
      [
        'Tu as le noir. On pose comme à Scho K.O. : toucher deux carrés, dont un de la même couleur. Pose une carte, et un Smartie sur elle ou sur une autre.',
        'Une carte avec un Smartie n’est jamais recouverte. Tu as six Smarties et peux en dépenser un par tour.',
      ],
    ],
  },
  stack: {
    title: 'Empiler',
    steps: [
      [
        'Un Smartie fait aussi monter une carte au deuxième niveau. Poses-en une dessus, sur des carrés d’au moins deux cartes, pour que ta zone ait au moins 10 carrés.',
        'Ce qui est dessous ne compte plus. Le Smartie reste dessus : personne ne la recouvre.',
      ],
    ],
  },
  neutral: {
    title: 'Zones neutres',
    steps: [
      [
        'Le chocolat au lait est neutre ici. Une zone de six carrés neutres ou plus compte pour le camp qui la touche par le plus de côtés. Fais-en grandir une à six, avec plus de noir que de blanc autour.',
        'Ces carrés s’ajoutent à tes points. Les nombres sur la zone donnent les contacts de chacun.',
      ],
    ],
  },
  swap: {
    title: 'Échanger, à trois',
    steps: [
      [
        'À trois, rien n’est neutre, mais on peut échanger. Le joueur 2 a le chocolat au lait : touche les flèches et propose ta carte avec trois carrés au lait.',
        'Tu as dit « 3 au lait » : l’autre n’en sait pas plus, et c’est toujours vrai.',
      ],
      [
        'Le joueur 2 répond avec une carte qui montre trois carrés noirs. Prends-la !',
        'Maintenant, les deux cartes changent de main.',
      ],
      [
        'Pose une carte pour que ta zone ait au moins 11 carrés.',
        'Un bon échange aide les deux, et le troisième regarde.',
      ],
    ],
  },
  teams: {
    title: 'À quatre',
    steps: [
      [
        'À quatre, tu partages ta couleur avec ton partenaire d’en face, mais pas ta main. Tout le reste est comme à deux. Tu connais Schokoly !',
      ],
    ],
  },
};
export default texts;
