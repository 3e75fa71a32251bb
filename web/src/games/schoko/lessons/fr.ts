import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  first: {
    title: 'La première carte',
    steps: [
      [
        'Prends une carte de ta main et pose-la au milieu. Dis ensuite quel chocolat est le tien : noir ou blanc.',
        'L’autre personne reçoit l’autre. Après chaque tour, tu pioches une nouvelle carte.',
      ],
    ],
  },
  fit: {
    title: 'Côté contre côté',
    steps: [
      [
        'Tu as le noir. Une nouvelle carte touche deux carrés, côté contre côté. L’un d’eux a la même couleur. Là où ça brille, elle va : pose une carte.',
        'Les coins ne comptent pas. Tu veux savoir pourquoi c’est interdit ? Touche l’endroit.',
      ],
    ],
  },
  grow: {
    title: 'Une grande tablette',
    steps: [
      [
        'À la fin, c’est ta plus grande zone d’un seul tenant qui compte. Elle a 5 carrés. Fais-en 8\u202f! Touche encore la carte pour la tourner.',
        'Huit carrés dans une zone. Touche une zone pour voir sa taille.',
      ],
      [
        'Quelques tours plus tard, tu en as 11. Fais-en au moins 14.',
        'Une carte qui se joint par plusieurs côtés fait grandir le plus vite.',
      ],
    ],
  },
  stack: {
    title: 'Le deuxième niveau',
    steps: [
      [
        'Une carte avec un Smartie rouge peut aller sur d’autres. Elle recouvre deux cartes ou plus, et à côté se trouve un carré de même couleur. Poses-en une dessus.',
        'Seul compte ce qui se voit d’en haut. Et une carte avec un Smartie n’est jamais recouverte.',
      ],
      [
        'Blanc a une zone de 15. Coupe-la : pose une carte dessus pour qu’il en reste au plus 8 ensemble.',
        'Couper vaut autant que grandir.',
      ],
    ],
  },
  end: {
    title: 'La dernière carte',
    steps: [
      [
        'Cette fois, tu as le blanc, et c’est la toute dernière carte. Vous êtes à 24 partout. Gagne !',
        'La plus grande zone gagne. À égalité, la deuxième déciderait. Tu connais Scho K.O. !',
      ],
    ],
  },
};
export default texts;
