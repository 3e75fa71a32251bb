import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/es';

const rules: RulesText = {
  aim: 'Negro, con leche y blanco. Construye el área más grande de tu color y gana las neutrales tocándolas más.',
  sections: [
    {
      title: 'Un turno',
      lines: [
        'Coloca una de tus cuatro cartas y roba otra.',
        'Con tu primera carta anuncias tu color.',
        'Puedes usar un smartie por turno.',
        'Si no encaja nada, pasas.',
      ],
    },
    { title: 'Colocar', lines: chocolate.placing },
    {
      title: 'Smarties',
      lines: [
        'Apilar: con un smartie tu carta va a la segunda capa.',
        ...chocolate.stacking,
        'Asegurar: tras colocar una carta en la primera capa, pon un smartie en ella o en otra de esa capa que aún se vea. Así nunca se cubre.',
      ],
    },
    {
      title: 'Intercambiar, si sois tres',
      lines: [
        'Antes de colocar puedes ofrecer a alguien una carta boca abajo. Dices sin mentir cuántas tabletas de su color muestra.',
        'Esa persona rechaza, u ofrece una carta suya y dice cuántas tabletas de tu color muestra.',
        'Intercambiáis, o rechazas.',
      ],
    },
    {
      title: 'Puntuación',
      lines: [
        chocolate.ending,
        'Se cuenta el área mayor de tu color.',
        'Con dos y con cuatro el tercer color es neutral: cada área de seis tabletas o más es del bando que la toca más.',
        'Gana quien tiene más.',
      ],
    },
  ],
  credit:
    'Schokoly es un juego de Steffen Mühlhäuser. Da las gracias a Andreas Kuhnekath: su idea «Malu» inspiró Scho K.O. y con él Schokoly.',
};
export default rules;
