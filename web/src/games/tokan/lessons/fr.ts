import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Trois animaux',
    steps: [
      [
        'Tu joues les rouges. La souris en a3 avance d’exactement une case. Touche-la, puis la tuile voisine, et confirme.',
        'La souris est montée sur la tuile : une tour de deux. Elle est à toi, car ton animal est au sommet.',
      ],
      [
        'Un chacal avance d’exactement deux cases, tout droit. Va de f1 à d1.',
        'Peu importe ce qui se trouve entre les deux, pourvu qu’il y ait quelque chose.',
      ],
      [
        'Un lion avance d’exactement trois cases. Prends celui de f5 et va vers la gauche.',
        'Un, deux, trois : les points sur la tuile disent de combien elle avance.',
      ],
    ],
  },
  climb: {
    title: 'Toujours plus haut',
    steps: [
      [
        'Ta souris en b3 est déjà au deuxième niveau. Elle doit arriver plus haut. Où peut-elle aller ?',
        'Sur la tour de deux : la voilà au niveau trois. Les tuiles seules étaient trop basses.',
      ],
      [
        'Le lion en a1 veut avancer. Essaie vers la droite si tu veux : il y a un vide. Quel chemin est libre ?',
        'Personne ne passe au-dessus d’un vide, et personne n’y arrive.',
      ],
    ],
  },
  gap: {
    title: 'Refermer le vide',
    steps: [
      [
        'Va avec le lion de c2 à f2 et regarde la ligne derrière lui.',
        'Il a laissé un trou, et les deux tuiles derrière lui ont avancé. Le vide se trouve maintenant au bord, en a2.',
      ],
      [
        'Noir a joué. Va maintenant avec le chacal de b2 à d2.',
        'Cette fois, rien n’était juste derrière lui : le vide reste où il est.',
      ],
    ],
  },
  carry: {
    title: 'Emmener les autres',
    steps: [
      [
        'Un chacal peut transporter la tuile sous lui. Va de e3 à c3 et emmène-la.',
        'Une tour de quatre ! Ce qui est transporté garde son ordre.',
      ],
      [
        'Un lion peut en transporter une ou deux. Celui de c2 est au niveau trois et seul il n’ira pas plus haut. Trouve un moyen.',
        'Avec deux tuiles sous lui, il arrive au niveau quatre même sur une tuile seule.',
      ],
    ],
  },
  taboo: {
    title: 'Tabou',
    steps: [
      [
        'Noir vient d’aller en e3. Cette tour est taboue pour toi : essaie avec la souris en d3. Joue ensuite plutôt le lion de f5 à c5.',
        'Un tabou ne dure qu’un tour.',
      ],
      ['e3 est de nouveau libre. Prends-la avec la souris en d3 !', 'Maintenant, la tour de trois est à toi.'],
    ],
  },
  end: {
    title: 'La fin',
    steps: [
      [
        'Quand le joueur dont c’est le tour ne peut plus jouer, la partie est finie. Chaque tour de deux tuiles ou plus compte alors sa hauteur pour son propriétaire. Tu es mené 8 à 11. Un seul coup gagne !',
        'Noir ne peut plus jouer, et la tour de quatre est devenue ta tour de cinq : 13 à 7. Tu connais TOKAN !',
      ],
    ],
  },
};
export default texts;
