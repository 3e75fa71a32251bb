import type { ArticleText } from '../../game';

const article: ArticleText = {
  title: 'TOKAN est-il équitable ?',
  lead: 'Trente tuiles sont posées au hasard, et quelqu’un joue en premier. La partie est-elle déjà décidée ? Nous pouvons le dire, car les ordinateurs savent jouer certaines de ces parties jusqu’au bout, de toutes les façons possibles.',
  sections: [
    {
      title: 'Jouer en premier, c’est presque tout',
      paragraphs: [
        'Sur {solved} départs au hasard résolus jusqu’ici, le camp qui joue en premier en gagne {wins}, fait {draws} matchs nuls et en perd {losses} – si les deux jouent parfaitement. {open} autres étaient trop difficiles ; parmi eux, davantage ne seront pas gagnés.',
        'Joue donc la Revanche : le même départ encore une fois, couleurs échangées. C’est la règle la plus équitable de la boîte.',
      ],
      board: 'won',
      caption: 'Un des départs résolus : rouge commence et peut gagner, quoi que fasse noir.',
    },
    {
      title: 'Y arriveras-tu ?',
      paragraphs: [
        'Un départ gagné n’est pas une partie gagnée. Souvent un seul coup gagne, et tous les autres gâchent le gain. Voici un tel moment, après quatre coups de chaque côté. Trouves-tu le coup ?',
      ],
      board: 'only',
      caption: 'Noir joue. Un seul coup gagne.',
    },
    {
      title: 'Des départs équitables existent',
      paragraphs: [
        'Nous avons regardé des milliers de dispositions et gardé celles dont l’équilibre est prouvé : {fair} matchs nuls, et {only} où un seul coup gagne. Choisis Départ équilibré en préparant une partie : elle commencera par l’un d’eux, en miroir, pour que personne ne les apprenne par cœur.',
      ],
      board: 'draw',
      caption: 'Match nul prouvé : rouge joue, et personne ne gagne si les deux jouent au mieux.',
    },
    {
      title: 'Ne nous crois pas',
      paragraphs: [
        'Pour tout départ résolu, le programme peut écrire une preuve : une réponse à chaque coup de l’autre camp. Deux petits vérificateurs, en deux langages, la parcourent en entier avec les seules règles. On les lit en une soirée.',
      ],
    },
  ],
};
export default article;
