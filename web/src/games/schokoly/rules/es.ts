import type { RulesText } from '../../../rules/short';
import { chocolate } from '../../chocolate/rules/es';

const rules: RulesText = {
  aim: 'Negro, con leche y blanco. Construye el área más grande de tu color y gana las neutrales rodeándolas.',
  sections: [
    {
      title: 'Un turno',
      lines: [
        'Coloca una de tus cuatro cartas y roba otra.',
        'Con tu primera carta anuncias tu color.',
        'Puedes gastar un smartie por turno.',
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
      title: 'Intercambiar, entre tres',
      lines: [
        'Antes de colocar puedes ofrecer a alguien una carta oculta. Dices la verdad sobre cuántos trozos de su color muestra.',
        'Declina, o responde con una carta suya y dice cuántos trozos de tu color muestra.',
        'Aceptas y cambiáis, o rechazas.',
      ],
    },
    {
      title: 'Puntuación',
      lines: [
        'Se cuenta el conjunto mayor de tu color.',
        'Entre dos y entre cuatro el tercer color es neutral: cada área de seis trozos o más es del bando que tiene más contactos con ella.',
      ],
    },
  ],
  credit: 'Schokoly es un juego de Steffen Mühlhäuser.',
};
export default rules;
