/** The texts of the settings in English; the other languages have exactly these keys. */
export const SETTINGS = {
  'settings.language': 'Language',
  'settings.theme': 'Appearance',
  'settings.theme.system': 'same as device',
  'settings.theme.light': 'light',
  'settings.theme.dark': 'dark',
  'settings.sounds': 'Sounds',
  'settings.confirm': 'Confirm moves',
  'settings.confirm.help': 'A move counts only once you confirm it.',
  'settings.pace.help': 'How fast their moves follow one another.',
  'settings.volume': 'Volume',
  'settings.motion': 'Motion',
  'settings.motion.system': 'same as device',
  'settings.motion.full': 'full',
  'settings.motion.less': 'little',
  'settings.turns': 'Tell me when it is my turn',
  'settings.turns.help': 'On the tab and by a sound, while you look at something else.',
  'settings.patterns': 'Stronger patterns',
  'settings.patterns.help': 'Tells the pieces apart without their colours.',
  'settings.look': 'Table',
  'settings.look.cloth': 'green cloth',
  'settings.look.night': 'blue night',
  'settings.look.berry': 'berry',
  'settings.pieces': 'Pieces',
  'settings.pieces.classic': 'wood and chocolate',
  'settings.pieces.plain': 'plain',
  'settings.pieces.stone': 'stone and ice',
} as const satisfies Record<string, string>;

export type SettingsText = keyof typeof SETTINGS;
export default SETTINGS;
