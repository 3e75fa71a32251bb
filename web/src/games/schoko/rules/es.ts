import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/es';

const rules: RulesText = {
  aim: 'Negro contra blanco. Gana quien al final tiene el área continua más grande de su color.',
  sections: [
    {
      title: 'Un turno',
      lines: [
        'Coloca una de tus cuatro cartas y roba otra.',
        'Con la primera carta eliges tu color; el otro es para tu rival.',
        'Si no encaja nada, pasas.',
      ],
    },
    { title: 'Colocar', lines: chocolate.placing },
    { title: 'La segunda capa', lines: ['Diez cartas llevan un smartie.', ...chocolate.stacking] },
    {
      title: 'Puntuación',
      lines: [chocolate.ending, 'Se cuenta el área mayor de cada color. Si son iguales, decide la segunda.'],
    },
  ],
  credit:
    'Scho K.O. es un juego de Andreas Kuhnekath y Steffen Mühlhäuser. Nació de «Malu», un juego de Andreas Kuhnekath.',
};
export default rules;
