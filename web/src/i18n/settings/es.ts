import type { SettingsText } from './en';

const texts: Readonly<Record<SettingsText, string>> = {
  'settings.language': 'Idioma',
  'settings.theme': 'Aspecto',
  'settings.theme.system': 'como el dispositivo',
  'settings.theme.light': 'claro',
  'settings.theme.dark': 'oscuro',
  'settings.sounds': 'Sonidos',
  'settings.confirm': 'Confirmar jugadas',
  'settings.confirm.help': 'Una jugada solo vale cuando la confirmas.',
  'settings.pace.help': 'Con qué rapidez se suceden sus jugadas.',
  'settings.volume': 'Volumen',
  'settings.motion': 'Animaciones',
  'settings.motion.system': 'como el dispositivo',
  'settings.motion.full': 'todas',
  'settings.motion.less': 'pocas',
  'settings.patterns': 'Dibujos más marcados',
  'settings.patterns.help': 'Para distinguir las piezas sin sus colores.',
  'settings.look': 'Mesa',
  'settings.look.cloth': 'tapete verde',
  'settings.look.night': 'noche azul',
  'settings.look.berry': 'frambuesa',
  'settings.pieces': 'Piezas',
  'settings.pieces.classic': 'madera y chocolate',
  'settings.pieces.plain': 'sencillas',
  'settings.pieces.stone': 'piedra y hielo',
};
export default texts;
