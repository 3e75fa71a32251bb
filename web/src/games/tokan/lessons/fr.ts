import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Trois animaux',
    steps: [
      [
        'Tu joues Rouge. La souris en a3 avance d’exactement une case. Touche-la, puis la tuile voisine, et confirme.',
        'La souris est montée sur la tuile : une tour de deux. Elle est à toi, car ton animal est au sommet.',
      ],
      [
        'Un chacal avance d’exactement deux cases, tout droit. Déplace-le de f1 à d1.',
        'Peu importe ce qu’il y a entre les deux, sauf un vide.',
      ],
      [
        'Un lion avance d’exactement trois cases. Déplace celui de f5 vers la gauche.',
        'Un, deux, trois : les points sur la tuile disent de combien elle avance.',
      ],
    ],
  },
  climb: {
    title: 'Toujours plus haut',
    steps: [
      [
        'Ta souris en b3 est déjà au deuxième niveau. Elle doit arriver plus haut. Où peut-elle aller ?',
        'Sur la tour de deux : la voilà au niveau trois. Les tuiles seules étaient trop basses.',
      ],
      [
        'Le lion en a1 veut avancer. Essaie vers la droite si tu veux : il y a un vide. Quel chemin est libre ?',
        'On ne saute pas par-dessus un vide, et on ne s’y arrête pas.',
      ],
    ],
  },
  gap: {
    title: 'Refermer le vide',
    steps: [
      [
        'Déplace le lion de c2 à f2 et regarde la ligne derrière lui.',
        'Il a laissé un trou, et les deux tuiles derrière lui ont avancé. Le vide se trouve maintenant au bord, en a2.',
      ],
      [
        'Noir a joué. Déplace maintenant le chacal de b2 à d2.',
        'Cette fois, rien n’était juste derrière lui : le vide reste où il est.',
      ],
    ],
  },
  carry: {
    title: 'Transporter',
    steps: [
      [
        'Un chacal peut transporter la tuile sous lui. Déplace-le de e3 à c3 et transporte-la.',
        'Une tour de quatre ! Ce qui est transporté garde son ordre.',
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
        'Noir vient d’aller en e3. Cette tour est taboue pour toi : essaie avec la souris en d3. Joue ensuite plutôt le lion de f5 à c5.',
        'Un tabou ne dure qu’un tour.',
      ],
      [
        'La tour en e3 est de nouveau libre. Prends-la avec la souris en d3 !',
        'Maintenant, la tour de trois est à toi.',
      ],
    ],
  },
  end: {
    title: 'La fin',
    steps: [
      [
        'Qui doit jouer et ne peut plus\u00a0: c’est fini. Une tour de deux tuiles ou plus vaut sa hauteur pour sa couleur du dessus. Tu as 8 contre 11. Un coup suffit\u202f!',
        'Noir ne peut plus jouer, et la tour de quatre est devenue ta tour de cinq : 13 à 7. Tu sais jouer à TOKAN !',
      ],
    ],
  },
  heads: {
    title: 'Chaque tête compte',
    steps: [
      [
        'On peut compter autrement\u00a0: chaque animal au sommet vaut sa portée. Souris 1, chacal 2, lion 3. Tu perds 7 à 11. Quel coup gagne\u202f?',
        'Ta souris est maintenant sur un chacal noir. Les têtes comptent même sur une tuile seule\u00a0: 10 à 9 pour toi.',
      ],
    ],
  },
  draft: {
    title: 'Moins aléatoire',
    steps: [
      [
        'Ici, vous posez le plateau vous-mêmes. Dix tuiles sont déjà là. Choisis une de tes tuiles et pose-la à côté d’une autre.',
        'Puis l’autre camp pose. Le plateau n’a jamais plus de six colonnes.',
      ],
      ['À toi\u00a0: pose un chacal.', 'Quand les 30 tuiles sont là, on joue. Qui a posé en premier commence.'],
    ],
  },
  revanche: {
    title: 'La revanche',
    steps: [
      [
        'Le départ n’était pas juste\u202f? Rejouez-le en échangeant les couleurs\u202f! Tu joues Noir, et Rouge commence comme avant. Après une partie, touche «\u00a0Revanche\u00a0».',
      ],
    ],
  },
};
export default texts;
