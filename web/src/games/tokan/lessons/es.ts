import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Tres animales',
    steps: [
      [
        'Juegas con las rojas. El ratón de a3 avanza exactamente un espacio. Tócalo, luego la loseta de al lado, y confirma.',
        'El ratón ha subido a la loseta: una torre de dos. Es tuya, porque tu animal está arriba.',
      ],
      [
        'Un chacal avanza exactamente dos espacios en línea recta. Ve de f1 a d1.',
        'No importa lo que haya en medio, con tal de que haya algo.',
      ],
      [
        'Un león avanza exactamente tres. Toma el de f5 y ve hacia la izquierda.',
        'Uno, dos, tres: los puntos de la loseta dicen cuánto avanza.',
      ],
    ],
  },
  climb: {
    title: 'Siempre hacia arriba',
    steps: [
      [
        'Tu ratón de b3 ya está en el segundo nivel. Tiene que acabar más alto. ¿Adónde puede ir?',
        'A la torre de dos: ahora está en el nivel tres. Las losetas sueltas eran demasiado bajas.',
      ],
      [
        'El león de a1 quiere avanzar. Prueba hacia la derecha si quieres: hay un hueco. ¿Qué camino está libre?',
        'Nadie pasa por encima de un hueco, y nadie acaba en uno.',
      ],
    ],
  },
  gap: {
    title: 'Cerrar el hueco',
    steps: [
      [
        'Ve con el león de c2 a f2 y mira la fila que queda detrás.',
        'Dejó un hueco, y las dos losetas de detrás avanzaron. Así el hueco queda ahora en el borde, en a2.',
      ],
      [
        'Negro ha jugado. Ve ahora con el chacal de b2 a d2.',
        'Esta vez no había nada justo detrás: el hueco se queda donde está.',
      ],
    ],
  },
  carry: {
    title: 'Llevar a otros',
    steps: [
      [
        'Un chacal puede transportar la loseta que tiene debajo. Ve de e3 a c3 y llévala contigo.',
        '¡Una torre de cuatro! Lo que se transporta conserva su orden.',
      ],
      [
        'Un león puede transportar una o dos. El de c2 está en el nivel tres y solo no llega más alto. Encuentra la manera.',
        'Con dos debajo está en el nivel cuatro incluso sobre una loseta suelta.',
      ],
    ],
  },
  taboo: {
    title: 'Tabú',
    steps: [
      [
        'Negro acaba de ir a e3. Esa torre es tabú para ti: pruébalo con el ratón de d3. Después juega mejor el león de f5 a c5.',
        'Un tabú dura solo un turno.',
      ],
      ['e3 vuelve a estar libre. ¡Tómala con el ratón de d3!', 'Ahora la torre de tres es tuya.'],
    ],
  },
  end: {
    title: 'El final',
    steps: [
      [
        'Cuando a quien le toca no puede mover, la partida termina. Entonces cada torre de dos o más cuenta su altura para su dueño. Vas perdiendo 8 a 11. ¡Una jugada gana!',
        'Negro ya no puede mover, y la torre de cuatro es ahora tu torre de cinco: 13 a 7. ¡Ya sabes jugar a TOKAN!',
      ],
    ],
  },
};
export default texts;
