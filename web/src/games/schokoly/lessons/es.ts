import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Tres clases',
    steps: [
      [
        'Negro, con leche y blanco. Pon una carta en el centro y elige tu color.',
        'Entre dos, el otro elige de los dos que quedan. El tercer color es neutral; ya verás para qué sirve.',
      ],
    ],
  },
  secure: {
    title: 'Asegurar',
    steps: [
      [
        'Tienes el negro. Se coloca como en Scho K.O.: tocar dos tabletas, una de ellas del mismo color. Coloca una carta, y un smartie sobre ella o sobre otra.',
        'Una carta con smartie nunca se cubre. Tienes seis smarties y puedes gastar uno por turno.',
      ],
    ],
  },
  stack: {
    title: 'Cartas apiladas',
    steps: [
      [
        'Un smartie también sube una carta a la segunda capa. Pon una encima, sobre tabletas de al menos dos cartas, de modo que tu área tenga al menos 10 tabletas.',
        'Lo que queda debajo ya no cuenta. El smartie se queda encima: nadie la cubre.',
      ],
    ],
  },
  neutral: {
    title: 'Áreas neutrales',
    steps: [
      [
        'El chocolate con leche es neutral aquí. Un área de seis o más tabletas neutrales cuenta para el bando que la toca por más lados. Haz crecer una hasta seis, con más negro que blanco alrededor.',
        'Esas tabletas se suman a tus puntos. Los números sobre el área dicen los contactos de cada uno.',
      ],
    ],
  },
  swap: {
    title: 'Intercambiar, entre tres',
    steps: [
      [
        'Entre tres nada es neutral, pero se puede intercambiar. El jugador 2 tiene el chocolate con leche: toca las flechas y ofrece tu carta con tres tabletas con leche.',
        'Has dicho «3 con leche»: el otro no sabe más, y siempre es verdad.',
      ],
      [
        'El jugador 2 responde con una carta que muestra tres tabletas negras. ¡Acéptala!',
        'Ahora las dos cartas cambian de mano.',
      ],
      [
        'Coloca una carta de modo que tu área tenga al menos 11 tabletas.',
        'Un buen intercambio ayuda a los dos, y el tercero mira.',
      ],
    ],
  },
  teams: {
    title: 'Entre cuatro',
    steps: [
      [
        'Entre cuatro compartes el color con tu compañero de enfrente, pero no la mano. Lo demás es como entre dos. ¡Ya sabes jugar a Schokoly!',
      ],
    ],
  },
};
export default texts;
