import type { SettingsText } from './en';

const texts: Readonly<Record<SettingsText, string>> = {
  'settings.language': 'Sprache',
  'settings.theme': 'Aussehen',
  'settings.theme.system': 'wie das Gerät',
  'settings.theme.light': 'hell',
  'settings.theme.dark': 'dunkel',
  'settings.sounds': 'Töne',
  'settings.confirm': 'Züge bestätigen',
  'settings.confirm.help': 'Ein Zug gilt erst, wenn du ihn bestätigst.',
  'settings.pace.help': 'Wie schnell ihre Züge aufeinander folgen.',
  'settings.volume': 'Lautstärke',
  'settings.motion': 'Bewegung',
  'settings.motion.system': 'wie das Gerät',
  'settings.motion.full': 'viel',
  'settings.motion.less': 'wenig',
  'settings.patterns': 'Kräftigere Muster',
  'settings.patterns.help': 'So lassen sich die Stücke auch ohne Farben unterscheiden.',
  'settings.look': 'Tisch',
  'settings.look.cloth': 'grünes Tuch',
  'settings.look.night': 'blaue Nacht',
  'settings.look.berry': 'Beere',
  'settings.pieces': 'Steine und Stückchen',
  'settings.pieces.classic': 'Holz und Schokolade',
  'settings.pieces.plain': 'schlicht',
  'settings.pieces.stone': 'Stein und Eis',
};
export default texts;
