import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Trois sortes',
    steps: [
      [
        'Noir, au lait et blanc. Pose une carte au milieu et choisis ta couleur.',
        'À deux, l’autre choisit parmi les deux qui restent. La troisième couleur est neutre ; tu verras à quoi elle sert.',
      ],
    ],
  },
  secure: {
    title: 'Mettre en sûreté',
    steps: [
      [
        'Tu as le noir. Une nouvelle carte touche deux carrés, dont un de même couleur. Pose une carte. Puis mets un Smartie sur elle, ou sur une autre.',
        'Une carte avec un Smartie n’est jamais recouverte. Tu as six Smarties et peux en utiliser un par tour.',
      ],
    ],
  },
  stack: {
    title: 'Empiler',
    steps: [
      [
        'Un Smartie fait aussi monter une carte au deuxième niveau. Pose-la sur deux cartes ou plus. Ta zone doit alors avoir au moins 10 carrés.',
        'Ce qui est dessous ne compte plus. Le Smartie reste dessus : personne ne la recouvre.',
      ],
    ],
  },
  neutral: {
    title: 'Zones neutres',
    steps: [
      [
        'Le lait est neutre\u00a0: personne ne le joue. Une zone de six carrés ou plus va à la couleur qui la touche le plus. Fais-en une de six, avec plus de noir autour.',
        'Ces carrés s’ajoutent à tes points. Les nombres sur la zone donnent les contacts de chacun.',
      ],
    ],
  },
  swap: {
    title: 'Échanger, à trois',
    steps: [
      [
        'À trois, rien n’est neutre, mais on peut échanger. La place 2 joue le chocolat au lait : touche les flèches et propose ta carte avec trois carrés au lait.',
        'Tu as dit « 3 au lait » : l’autre n’en sait pas plus, et c’est toujours vrai.',
      ],
      [
        'La place 2 propose en échange une carte avec trois carrés noirs. Prends-la !',
        'Maintenant, les deux cartes changent de main.',
      ],
      [
        'Pose une carte pour que ta zone ait au moins 11 carrés.',
        'Un bon échange vous aide tous les deux, et la troisième personne regarde.',
      ],
    ],
  },
  end: {
    title: 'La fin',
    steps: [
      [
        'Plus de carte, ou plus de place\u00a0: c’est fini. On compte ta plus grande zone et, à deux ou à quatre, tes zones neutres. Qui a le plus gagne.',
      ],
    ],
  },
  teams: {
    title: 'À quatre',
    steps: [
      [
        'À quatre, tu partages ta couleur avec la personne d’en face, mais pas ta main. Tout le reste est comme à deux. Tu connais Schokoly !',
      ],
    ],
  },
};
export default texts;
