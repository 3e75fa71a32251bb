import type { SettingsText } from './en';

const texts: Readonly<Record<SettingsText, string>> = {
  'settings.language': 'Langue',
  'settings.theme': 'Apparence',
  'settings.theme.system': 'comme l’appareil',
  'settings.theme.light': 'clair',
  'settings.theme.dark': 'sombre',
  'settings.sounds': 'Sons',
  'settings.confirm': 'Confirmer les coups',
  'settings.confirm.help': 'Un coup ne compte que si tu le confirmes.',
  'settings.pace.help': 'À quelle vitesse leurs coups se suivent.',
  'settings.volume': 'Volume',
  'settings.motion': 'Animations',
  'settings.motion.system': 'comme l’appareil',
  'settings.motion.full': 'toutes',
  'settings.motion.less': 'peu',
  'settings.patterns': 'Motifs plus marqués',
  'settings.patterns.help': 'Pour distinguer les pièces sans leurs couleurs.',
  'settings.look': 'Table',
  'settings.look.cloth': 'tapis vert',
  'settings.look.night': 'nuit bleue',
  'settings.look.berry': 'fruits rouges',
  'settings.pieces': 'Pièces',
  'settings.pieces.classic': 'bois et chocolat',
  'settings.pieces.plain': 'simples',
  'settings.pieces.stone': 'pierre et glace',
};
export default texts;
