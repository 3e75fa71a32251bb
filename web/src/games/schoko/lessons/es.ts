import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  first: {
    title: 'La primera carta',
    steps: [
      [
        'Toma una carta de tu mano y ponla en el centro. Después di qué chocolate es el tuyo: negro o blanco.',
        'La otra persona recibe el otro. Después de cada turno robas una carta nueva.',
      ],
    ],
  },
  fit: {
    title: 'Lado con lado',
    steps: [
      [
        'Tienes el negro. Una carta nueva toca dos tabletas, lado con lado. Una de ellas es del mismo color. Donde brilla, encaja: coloca una carta.',
        'Las esquinas no cuentan. ¿No sabes por qué un sitio no vale? Tócalo y lo sabrás.',
      ],
    ],
  },
  grow: {
    title: 'Un área grande',
    steps: [
      [
        'Al final cuenta tu mayor área unida. Ahora tiene 5 tabletas. ¡Haz que sean 8! Toca otra vez la carta para girarla.',
        'Ocho tabletas en un área. Toca un área para ver su tamaño.',
      ],
      [
        'Unos turnos después tienes 11. Haz que sean al menos 14.',
        'Una carta que se une por varios lados hace crecer más deprisa.',
      ],
    ],
  },
  stack: {
    title: 'La segunda capa',
    steps: [
      [
        'Una carta con un smartie rojo puede ir sobre otras. Cubre dos cartas o más, y al lado hay una tableta del mismo color. Pon una encima.',
        'Solo cuenta lo que se ve desde arriba. Y una carta con smartie nunca se cubre.',
      ],
      [
        'Blanco tiene un área de 15. Córtala: pon una carta encima de modo que queden como mucho 8 unidas.',
        'Cortar vale tanto como crecer.',
      ],
    ],
  },
  end: {
    title: 'La última carta',
    steps: [
      [
        'Esta vez tienes el blanco, y es la última carta. Por ahora, empate a 24. ¡Gana!',
        'Gana el área mayor. Si fueran iguales, decidiría la segunda. ¡Ya sabes jugar a Scho K.O.!',
      ],
    ],
  },
};
export default texts;
