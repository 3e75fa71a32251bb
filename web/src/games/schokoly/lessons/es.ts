import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  colours: {
    title: 'Tres clases',
    steps: [
      [
        'Negro, con leche y blanco. Pon una carta en el centro y elige tu color.',
        'Con dos, la otra persona elige de los dos que quedan. El tercer color es neutral; ya verás para qué sirve.',
      ],
    ],
  },
  secure: {
    title: 'Asegurar',
    steps: [
      [
        'Tienes el negro. Una carta nueva toca dos tabletas, una de ellas del mismo color. Coloca una carta. Después pon un smartie en ella, o en otra.',
        'Una carta con smartie nunca se cubre. Tienes seis smarties y puedes usar uno por turno.',
      ],
    ],
  },
  stack: {
    title: 'Cartas apiladas',
    steps: [
      [
        'Un smartie también sube una carta a la segunda capa. Pon una sobre dos cartas o más. Tu área debe tener entonces al menos 10 tabletas.',
        'Lo que queda debajo ya no cuenta. El smartie se queda encima: nadie la cubre.',
      ],
    ],
  },
  neutral: {
    title: 'Áreas neutrales',
    steps: [
      [
        'Aquí nadie juega con leche: es neutral. Un área de seis tabletas con leche o más es del color que más la toca. Haz una de seis, con más negro que blanco alrededor.',
        'Esas tabletas se suman a tus puntos. Los números sobre el área dicen los contactos de cada uno.',
      ],
    ],
  },
  swap: {
    title: 'Intercambiar (con tres)',
    steps: [
      [
        'Con tres nada es neutral, pero se puede intercambiar. J2 juega con leche: toca las flechas y ofrece tu carta con tres tabletas con leche.',
        'Has dicho «3 con leche»: nadie sabe más, y no se puede mentir.',
      ],
      ['J2 ofrece a cambio una carta con tres tabletas negras. ¡Acéptala!', 'Ahora las dos cartas cambian de mano.'],
      [
        'Coloca una carta de modo que tu área tenga al menos 11 tabletas.',
        'Un buen intercambio os ayuda, y quien no intercambia mira.',
      ],
    ],
  },
  end: {
    title: 'El final',
    steps: [
      [
        'Sin cartas o sin sitio, se acaba. Cuenta tu área mayor y, con dos o cuatro, las áreas neutrales que son tuyas. Gana quien tiene más.',
      ],
    ],
  },
  teams: {
    title: 'Con cuatro',
    steps: [
      [
        'Con cuatro compartes el color con tu pareja de enfrente, pero no la mano. Lo demás es como con dos. ¡Ya sabes jugar a Schokoly!',
      ],
    ],
  },
};
export default texts;
