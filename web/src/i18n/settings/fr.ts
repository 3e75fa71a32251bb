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
  'settings.turns': 'Me prévenir quand c’est à moi',
  'settings.turns.help': 'Sur l’onglet et par un son, pendant que tu regardes autre chose.',
  'settings.push': 'Un message quand c’est à moi',
  'settings.push.help':
    'Sur cet appareil, pour les parties par jours. Quelques-uns par jour au plus, et aucun la nuit.',
  'settings.push.from': 'Silence à partir de',
  'settings.push.to': 'Silence jusqu’à',
  'settings.push.who':
    'Le service push de ton navigateur les transmet chiffrés. Il apprend qu’il y a un message, pas ce qu’il contient.',
  'settings.push.none': 'Ce navigateur n’accepte pas de messages ici.',
  'settings.push.blocked':
    'Les messages sont bloqués dans ce navigateur. Autorise-les dans ses réglages pour cette page.',
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
