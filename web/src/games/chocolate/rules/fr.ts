/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
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
