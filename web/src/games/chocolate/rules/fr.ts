/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
  placing: [
    'Une carte porte quatre carrés de chocolat. On peut la tourner, jamais la retourner.',
    'Pose-la sur des cases vides de sorte qu’elle touche au moins deux carrés, côté contre côté. Au moins un de ces contacts relie deux carrés de même couleur.',
    'Il peut rester des trous, et une carte peut être décalée à volonté.',
  ],
  stacking: [
    'Une carte avec un Smartie peut aller au deuxième niveau : sur quatre carrés d’au moins deux cartes, avec au moins un carré contre un carré de même couleur.',
    'Il n’y a pas de troisième niveau, et une carte avec un Smartie n’est jamais recouverte.',
    'Seul compte ce qui se voit d’en haut.',
  ],
  ending: 'La partie s’arrête quand toutes les cartes sont posées, ou quand plus personne ne peut en poser.',
};
