import type { RulesText } from '../../../rules/short';

const rules: RulesText = {
  aim: 'Sube tus animales sobre otros y levanta torres. La partida termina cuando a alguien le toca y no puede mover. Entonces cada torre con tu animal arriba te vale su altura.',
  sections: [
    {
      title: 'Mover',
      lines: [
        'Mueve un animal de tu color que esté arriba. Un ratón avanza exactamente un espacio, un chacal dos, un león tres, en línea recta por una fila o una columna.',
        'Acaba sobre una loseta o torre de cualquier color, nunca en un hueco, y en medio no puede haber huecos.',
        'Debe acabar al menos un nivel más alto de lo que empezó.',
      ],
    },
    {
      title: 'Transportar',
      lines: [
        'Un chacal puede transportar la loseta que tiene justo debajo, un león una o dos. Su orden no cambia.',
        'No es obligatorio, salvo que no haya otra jugada.',
      ],
    },
    {
      title: 'Tabú',
      lines: [
        'No puedes acabar en la torre a la que acaba de mover tu rival. Está tachada y queda libre tras un turno.',
      ],
    },
    {
      title: 'Cerrar huecos',
      lines: [
        'Si el espacio de partida queda vacío, las torres justo detrás avanzan un espacio. Si no hay nada detrás, el hueco se queda.',
      ],
    },
    {
      title: 'Puntuación',
      lines: [
        'Torres: cada torre de dos o más vale su altura para el color de arriba.',
        'Cada cabeza cuenta: cada animal de arriba vale su alcance: 1, 2 o 3. Con puntos iguales deciden las torres más altas.',
        'Revancha: jugad el mismo comienzo con los colores cambiados.',
      ],
    },
    {
      title: 'Menos azar',
      lines: [
        'Diez losetas forman dos columnas. Por turnos colocáis las demás al lado, con seis columnas y cinco filas como máximo. Después empieza el juego.',
      ],
    },
  ],
  credit: 'TOKAN es un juego de Steffen Mühlhäuser.',
};
export default rules;
