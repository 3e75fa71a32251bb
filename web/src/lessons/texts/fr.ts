import type { CourseText } from '../lessons';

const texts: CourseText = {
  tokan: {
    run: {
      title: 'Trois animaux',
      steps: [
        ['Tu joues les rouges. La souris en a3 avance d’exactement une case. Touche-la, puis la tuile voisine, et confirme.', 'La souris est montée sur la tuile : une tour de deux. Elle est à toi, car ton animal est au sommet.'],
        ['Un chacal avance d’exactement deux cases, tout droit. Va de f1 à d1.', 'Peu importe ce qui se trouve entre les deux, pourvu qu’il y ait quelque chose.'],
        ['Un lion avance d’exactement trois cases. Prends celui de f5 et va vers la gauche.', 'Un, deux, trois : les points sur la tuile disent de combien elle avance.'],
      ],
    },
    climb: {
      title: 'Toujours plus haut',
      steps: [
        ['Ta souris en b3 est déjà au deuxième niveau. Elle doit arriver plus haut. Où peut-elle aller ?', 'Sur la tour de deux : la voilà au niveau trois. Les tuiles seules étaient trop basses.'],
        ['Le lion en a1 veut avancer. Essaie vers la droite si tu veux : il y a un vide. Quel chemin est libre ?', 'Personne ne passe au-dessus d’un vide, et personne n’y arrive.'],
      ],
    },
    gap: {
      title: 'Refermer le vide',
      steps: [
        ['Va avec le lion de c2 à f2 et regarde la ligne derrière lui.', 'Il a laissé un trou, et les deux tuiles derrière lui ont avancé. Le vide se trouve maintenant au bord, en a2.'],
        ['Noir a joué. Va maintenant avec le chacal de b2 à d2.', 'Cette fois, rien n’était juste derrière lui : le vide reste où il est.'],
      ],
    },
    carry: {
      title: 'Emmener les autres',
      steps: [
        ['Un chacal peut transporter la tuile sous lui. Va de e3 à c3 et emmène-la.', 'Une tour de quatre ! Ce qui est transporté garde son ordre.'],
        ['Un lion peut en transporter une ou deux. Celui de c2 est au niveau trois et seul il n’ira pas plus haut. Trouve un moyen.', 'Avec deux tuiles sous lui, il arrive au niveau quatre même sur une tuile seule.'],
      ],
    },
    taboo: {
      title: 'Tabou',
      steps: [
        ['Noir vient d’aller en e3. Cette tour est taboue pour toi : essaie avec la souris en d3. Joue ensuite plutôt le lion de f5 à c5.', 'Un tabou ne dure qu’un tour.'],
        ['e3 est de nouveau libre. Prends-la avec la souris en d3 !', 'Maintenant, la tour de trois est à toi.'],
      ],
    },
    end: {
      title: 'La fin',
      steps: [
        ['Quand le joueur dont c’est le tour ne peut plus jouer, la partie est finie. Chaque tour de deux tuiles ou plus compte alors sa hauteur pour son propriétaire. Tu es mené 8 à 11. Un seul coup gagne !', 'Noir ne peut plus jouer, et la tour de quatre est devenue ta tour de cinq : 13 à 7. Tu connais TOKAN !'],
      ],
    },
  },
  schoko: {
    first: {
      title: 'La première carte',
      steps: [
        ['Prends une carte de ta main et pose-la au milieu. Dis ensuite quel chocolat est le tien : noir ou blanc.', 'L’autre joueur reçoit l’autre. Après chaque tour, tu pioches une nouvelle carte.'],
      ],
    },
    fit: {
      title: 'Côté contre côté',
      steps: [
        ['Tu as le noir. Une carte doit toucher au moins deux carrés, côté contre côté, dont au moins un de sa propre couleur. Là où ça brille, elle convient : pose une carte.', 'Les coins ne comptent pas. Si tu te demandes pourquoi une place est interdite, touche-la : on te le dira.'],
      ],
    },
    grow: {
      title: 'Une grande tablette',
      steps: [
        ['À la fin, c’est ta plus grande zone d’un seul tenant qui compte. Elle a 5 carrés. Fais-en 8 ! Tourne la carte avec R, le bouton ou une deuxième touche.', 'Huit carrés dans une zone. Pointe une zone pour voir sa taille.'],
        ['Quelques tours plus tard, tu en as 11. Fais-en au moins 14.', 'Une carte qui se joint par plusieurs côtés fait grandir le plus vite.'],
      ],
    },
    stack: {
      title: 'Le deuxième niveau',
      steps: [
        ['Les cartes avec un Smartie rouge peuvent se poser sur d’autres : sur quatre carrés d’au moins deux cartes, en joignant leur couleur par un côté. Poses-en une dessus.', 'Seul compte ce qui se voit d’en haut. Et une carte avec un Smartie n’est jamais recouverte.'],
        ['Blanc a une zone de 15. Coupe-la : pose une carte dessus pour qu’il en reste au plus 8 ensemble.', 'Couper vaut autant que grandir.'],
      ],
    },
    end: {
      title: 'La dernière carte',
      steps: [
        ['Cette fois, tu as le blanc, et c’est la toute dernière carte. Il y a 24 à 24. Gagne !', 'La plus grande zone gagne. À égalité, la deuxième déciderait. Tu connais Scho K.O. !'],
      ],
    },
  },
  schokoly: {
    colours: {
      title: 'Trois sortes',
      steps: [
        ['Noir, au lait et blanc. Pose une carte au milieu et choisis ta couleur.', 'À deux, l’autre choisit parmi les deux qui restent. La troisième couleur est neutre ; tu verras à quoi elle sert.'],
      ],
    },
    secure: {
      title: 'Mettre en sûreté',
      steps: [
        ['Tu as le noir. On pose comme à Scho K.O. : toucher deux carrés, dont un de la même couleur. Pose une carte, et un Smartie sur elle ou sur une autre.', 'Une carte avec un Smartie n’est jamais recouverte. Tu as six Smarties et peux en dépenser un par tour.'],
      ],
    },
    stack: {
      title: 'Empiler',
      steps: [
        ['Un Smartie fait aussi monter une carte au deuxième niveau. Poses-en une dessus, sur des carrés d’au moins deux cartes, pour que ta zone ait au moins 10 carrés.', 'Ce qui est dessous ne compte plus. Le Smartie reste dessus : personne ne la recouvre.'],
      ],
    },
    neutral: {
      title: 'Zones neutres',
      steps: [
        ['Le chocolat au lait est neutre ici. Une zone de six carrés neutres ou plus compte pour le camp qui la touche par le plus de côtés. Fais-en grandir une à six, avec plus de noir que de blanc autour.', 'Ces carrés s’ajoutent à tes points. Les nombres sur la zone donnent les contacts de chacun.'],
      ],
    },
    swap: {
      title: 'Échanger, à trois',
      steps: [
        ['À trois, rien n’est neutre, mais on peut échanger. Le joueur 2 a le chocolat au lait : touche les flèches et propose ta carte avec trois carrés au lait.', 'Tu as dit « 3 au lait » : l’autre n’en sait pas plus, et c’est toujours vrai.'],
        ['Le joueur 2 répond avec une carte qui montre trois carrés noirs. Prends-la !', 'Maintenant, les deux cartes changent de main.'],
        ['Pose une carte pour que ta zone ait au moins 11 carrés.', 'Un bon échange aide les deux, et le troisième regarde.'],
      ],
    },
    teams: {
      title: 'À quatre',
      steps: [['À quatre, tu partages ta couleur avec ton partenaire d’en face, mais pas ta main. Tout le reste est comme à deux. Tu connais Schokoly !']],
    },
  },
};
export default texts;
