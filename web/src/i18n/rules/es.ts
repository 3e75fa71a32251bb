import type { Rules } from './rules';

const chocolate = {
  placing: [
    'Una carta es un cuadrado de cuatro trozos. Se puede girar, nunca voltear.',
    'Colócala en casillas vacías de modo que toque al menos dos trozos, lado con lado. Al menos uno de esos contactos une colores iguales.',
    'Pueden quedar huecos, y una carta puede ir desplazada como se quiera.',
  ],
  stacking: [
    'Una carta con smartie puede ir a la segunda capa: sobre cuatro trozos de al menos dos cartas, y con un lado unido por fuera a su propio color.',
    'No hay tercera capa, y una carta con smartie nunca se cubre.',
    'Solo cuenta lo que se ve desde arriba.',
  ],
};

const rules: Rules = {
  tokan: {
    aim: 'Sube tus animales sobre otros y levanta torres. Cuando alguien ya no puede mover, cada torre cuya cima es tuya cuenta su altura para ti.',
    sections: [
      {
        title: 'Mover',
        lines: [
          'Mueve un animal de tu color que esté arriba. Un ratón avanza exactamente un espacio, un chacal dos, un león tres, en línea recta por una fila o una columna.',
          'Acaba sobre una loseta o torre de cualquier color, nunca en un hueco, y en medio no puede haber huecos.',
          'Debe acabar al menos un nivel más alto de lo que empezó.',
        ],
      },
      { title: 'Transportar', lines: ['Un chacal puede llevarse la loseta que tiene justo debajo, un león una o dos. Su orden no cambia.', 'No es obligatorio, salvo que no haya otra jugada.'] },
      { title: 'Tabú', lines: ['No puedes acabar en la torre a la que acaba de mover el otro. Está tachada y queda libre tras un turno.'] },
      { title: 'Cerrar huecos', lines: ['Si el espacio de partida queda vacío, las torres justo detrás avanzan un espacio. Si no hay nada detrás, el hueco se queda.'] },
      {
        title: 'Puntuación',
        lines: [
          'Torres: cada torre de dos o más cuenta su altura para el dueño de la cima.',
          'Cada cabeza cuenta: cada animal de arriba cuenta 1, 2 o 3, su alcance. Con puntos iguales deciden las torres más altas.',
          'Revancha: jugad el mismo comienzo con los colores cambiados.',
        ],
      },
      { title: 'Menos azar', lines: ['Diez losetas forman dos columnas. Por turnos colocáis las demás al lado, con seis columnas y cinco filas como máximo. Después empieza el juego.'] },
    ],
    credit: 'TOKAN es un juego de Steffen Mühlhäuser.',
  },
  schoko: {
    aim: 'Negro contra blanco. Gana quien al final tiene el área continua más grande de su color.',
    sections: [
      { title: 'Un turno', lines: ['Coloca una de tus cuatro cartas y roba otra.', 'Con la primera carta eliges tu color; el otro es para tu rival.', 'Si no encaja nada, pasas.'] },
      { title: 'Colocar', lines: chocolate.placing },
      { title: 'La segunda capa', lines: ['Diez cartas llevan un smartie.', ...chocolate.stacking] },
      { title: 'Puntuación', lines: ['Se cuenta el conjunto mayor de cada color. Si son iguales, decide el segundo.'] },
    ],
    credit: 'Scho K.O. es un juego de Andreas Kuhnekath y Steffen Mühlhäuser.',
  },
  schokoly: {
    aim: 'Negro, con leche y blanco. Construye el área más grande de tu color y gana las neutrales rodeándolas.',
    sections: [
      { title: 'Un turno', lines: ['Coloca una de tus cuatro cartas y roba otra.', 'Con tu primera carta anuncias tu color.', 'Puedes gastar un smartie por turno.', 'Si no encaja nada, pasas.'] },
      { title: 'Colocar', lines: chocolate.placing },
      { title: 'Smarties', lines: ['Apilar: con un smartie tu carta va a la segunda capa.', ...chocolate.stacking, 'Asegurar: tras colocar una carta en la primera capa, pon un smartie en ella o en otra de esa capa que aún se vea. Así nunca se cubre.'] },
      { title: 'Intercambiar, entre tres', lines: ['Antes de colocar puedes ofrecer a alguien una carta oculta. Dices la verdad sobre cuántos trozos de su color muestra.', 'Declina, o responde con una carta suya y dice cuántos trozos de tu color muestra.', 'Aceptas y cambiáis, o rechazas.'] },
      { title: 'Puntuación', lines: ['Se cuenta el conjunto mayor de tu color.', 'Entre dos y entre cuatro el tercer color es neutral: cada área de seis trozos o más es del bando que tiene más contactos con ella.'] },
    ],
    credit: 'Schokoly es un juego de Steffen Mühlhäuser.',
  },
};
export default rules;
