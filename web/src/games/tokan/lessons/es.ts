import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Tres animales',
    steps: [
      [
        'Juegas con Rojo. El ratón de a3 avanza exactamente un espacio. Tócalo, luego la loseta de al lado, y confirma.',
        'El ratón ha subido a la loseta: una torre de dos. Es tuya, porque tu animal está arriba.',
      ],
      [
        'Un chacal avanza exactamente dos espacios en línea recta. Muévelo de f1 a d1.',
        'Da igual lo que haya en medio, menos un hueco.',
      ],
      [
        'Un león avanza exactamente tres. Mueve el de f5 hacia la izquierda.',
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
        'No se puede saltar un hueco ni acabar en él.',
      ],
    ],
  },
  gap: {
    title: 'Cerrar el hueco',
    steps: [
      [
        'Mueve el león de c2 a f2 y mira la fila que queda detrás.',
        'Dejó un hueco, y las dos losetas de detrás avanzaron. Así el hueco queda ahora en el borde, en a2.',
      ],
      [
        'Negro ha jugado. Mueve ahora el chacal de b2 a d2.',
        'Esta vez no había nada justo detrás: el hueco se queda donde está.',
      ],
    ],
  },
  carry: {
    title: 'Transportar',
    steps: [
      [
        'Un chacal puede transportar la loseta que tiene debajo. Muévelo de e3 a c3 y transpórtala.',
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
      ['La torre de e3 vuelve a estar libre. ¡Tómala con el ratón de d3!', 'Ahora la torre de tres es tuya.'],
    ],
  },
  end: {
    title: 'El final',
    steps: [
      [
        'A quien le toca no puede mover: se acabó. Cada torre de dos o más vale su altura para el color de arriba. Vas 8 a 11. ¡Con una jugada ganas!',
        'Negro ya no puede mover, y la torre de cuatro es ahora tu torre de cinco: 13 a 7. ¡Ya sabes jugar a TOKAN!',
      ],
    ],
  },
  heads: {
    title: 'Cada cabeza cuenta',
    steps: [
      [
        'También se puede contar así: cada animal de arriba vale su alcance. Ratón 1, chacal 2, león 3. Vas perdiendo 7 a 11. ¿Qué jugada gana?',
        'Tu ratón está ahora sobre un chacal negro. Las cabezas cuentan también en losetas sueltas: 10 a 9 para ti.',
      ],
    ],
  },
  draft: {
    title: 'Menos azar',
    steps: [
      [
        'Aquí colocáis el tablero vosotros. Ya hay diez losetas. Elige una de las tuyas y colócala al lado de otra.',
        'Después coloca el otro bando. El tablero nunca tiene más de seis columnas.',
      ],
      [
        'Te toca otra vez: coloca un chacal.',
        'Cuando están las 30 losetas, empieza el juego. Mueve primero quien colocó primero.',
      ],
    ],
  },
  revanche: {
    title: 'La revancha',
    steps: [
      [
        '¿El comienzo no fue justo? ¡Jugadlo otra vez y cambiad de color! Ahora llevas Negro, y Rojo empieza como antes. Tras una partida, toca «Revancha».',
      ],
    ],
  },
};
export default texts;
