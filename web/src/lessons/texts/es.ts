import type { CourseText } from '../lessons';

const texts: CourseText = {
  tokan: {
    run: {
      title: 'Tres animales',
      steps: [
        ['Juegas con las rojas. El ratón de a3 avanza exactamente un espacio. Tócalo, luego la loseta de al lado, y confirma.', 'El ratón ha subido a la loseta: una torre de dos. Es tuya, porque tu animal está arriba.'],
        ['Un chacal avanza exactamente dos espacios en línea recta. Ve de f1 a d1.', 'No importa lo que haya en medio, con tal de que haya algo.'],
        ['Un león avanza exactamente tres. Toma el de f5 y ve hacia la izquierda.', 'Uno, dos, tres: los puntos de la loseta dicen cuánto avanza.'],
      ],
    },
    climb: {
      title: 'Siempre hacia arriba',
      steps: [
        ['Tu ratón de b3 ya está en el segundo nivel. Tiene que acabar más alto. ¿Adónde puede ir?', 'A la torre de dos: ahora está en el nivel tres. Las losetas sueltas eran demasiado bajas.'],
        ['El león de a1 quiere avanzar. Prueba hacia la derecha si quieres: hay un hueco. ¿Qué camino está libre?', 'Nadie pasa por encima de un hueco, y nadie acaba en uno.'],
      ],
    },
    gap: {
      title: 'Cerrar el hueco',
      steps: [
        ['Ve con el león de c2 a f2 y mira la fila que queda detrás.', 'Dejó un hueco, y las dos losetas de detrás avanzaron. Así el hueco queda ahora en el borde, en a2.'],
        ['Negro ha jugado. Ve ahora con el chacal de b2 a d2.', 'Esta vez no había nada justo detrás: el hueco se queda donde está.'],
      ],
    },
    carry: {
      title: 'Llevar a otros',
      steps: [
        ['Un chacal puede transportar la loseta que tiene debajo. Ve de e3 a c3 y llévala contigo.', '¡Una torre de cuatro! Lo que se transporta conserva su orden.'],
        ['Un león puede transportar una o dos. El de c2 está en el nivel tres y solo no llega más alto. Encuentra la manera.', 'Con dos debajo está en el nivel cuatro incluso sobre una loseta suelta.'],
      ],
    },
    taboo: {
      title: 'Tabú',
      steps: [
        ['Negro acaba de ir a e3. Esa torre es tabú para ti: pruébalo con el ratón de d3. Después juega mejor el león de f5 a c5.', 'Un tabú dura solo un turno.'],
        ['e3 vuelve a estar libre. ¡Tómala con el ratón de d3!', 'Ahora la torre de tres es tuya.'],
      ],
    },
    end: {
      title: 'El final',
      steps: [
        ['Cuando a quien le toca no puede mover, la partida termina. Entonces cada torre de dos o más cuenta su altura para su dueño. Vas perdiendo 8 a 11. ¡Una jugada gana!', 'Negro ya no puede mover, y la torre de cuatro es ahora tu torre de cinco: 13 a 7. ¡Ya sabes jugar a TOKAN!'],
      ],
    },
  },
  schoko: {
    first: {
      title: 'La primera carta',
      steps: [
        ['Toma una carta de tu mano y ponla en el centro. Después di qué chocolate es el tuyo: negro o blanco.', 'El otro jugador recibe el otro. Después de cada turno robas una carta nueva.'],
      ],
    },
    fit: {
      title: 'Lado con lado',
      steps: [
        ['Tienes el negro. Una carta debe tocar al menos dos tabletas lado con lado, y al menos una de su propio color. Donde brilla, encaja: coloca una carta.', 'Las esquinas no cuentan. Si te preguntas por qué un lugar no vale, tócalo: se te dirá.'],
      ],
    },
    grow: {
      title: 'Una gran tableta',
      steps: [
        ['Al final cuenta tu mayor área unida. Ahora tiene 5 tabletas. ¡Haz que sean 8! Gira la carta con R, el botón o un segundo toque.', 'Ocho tabletas en un área. Señala un área para ver su tamaño.'],
        ['Unos turnos después tienes 11. Haz que sean al menos 14.', 'Una carta que se une por varios lados hace crecer más deprisa.'],
      ],
    },
    stack: {
      title: 'La segunda capa',
      steps: [
        ['Las cartas con un smartie rojo pueden ir sobre otras: sobre cuatro tabletas de al menos dos cartas, uniéndose a su color por un lado. Pon una encima.', 'Solo cuenta lo que se ve desde arriba. Y una carta con smartie nunca se cubre.'],
        ['Blanco tiene un área de 15. Córtala: pon una carta encima de modo que queden como mucho 8 unidas.', 'Cortar vale tanto como crecer.'],
      ],
    },
    end: {
      title: 'La última carta',
      steps: [
        ['Esta vez tienes el blanco, y es la última carta. Vais 24 a 24. ¡Gana!', 'Gana el área mayor. Si fueran iguales, decidiría la segunda. ¡Ya sabes jugar a Scho K.O.!'],
      ],
    },
  },
  schokoly: {
    colours: {
      title: 'Tres clases',
      steps: [
        ['Negro, con leche y blanco. Pon una carta en el centro y elige tu color.', 'Entre dos, el otro elige de los dos que quedan. El tercer color es neutral; ya verás para qué sirve.'],
      ],
    },
    secure: {
      title: 'Asegurar',
      steps: [
        ['Tienes el negro. Se coloca como en Scho K.O.: tocar dos tabletas, una de ellas del mismo color. Coloca una carta, y un smartie sobre ella o sobre otra.', 'Una carta con smartie nunca se cubre. Tienes seis smarties y puedes gastar uno por turno.'],
      ],
    },
    stack: {
      title: 'Cartas apiladas',
      steps: [
        ['Un smartie también sube una carta a la segunda capa. Pon una encima, sobre tabletas de al menos dos cartas, de modo que tu área tenga al menos 10 tabletas.', 'Lo que queda debajo ya no cuenta. El smartie se queda encima: nadie la cubre.'],
      ],
    },
    neutral: {
      title: 'Áreas neutrales',
      steps: [
        ['El chocolate con leche es neutral aquí. Un área de seis o más tabletas neutrales cuenta para el bando que la toca por más lados. Haz crecer una hasta seis, con más negro que blanco alrededor.', 'Esas tabletas se suman a tus puntos. Los números sobre el área dicen los contactos de cada uno.'],
      ],
    },
    swap: {
      title: 'Intercambiar, entre tres',
      steps: [
        ['Entre tres nada es neutral, pero se puede intercambiar. El jugador 2 tiene el chocolate con leche: toca las flechas y ofrece tu carta con tres tabletas con leche.', 'Has dicho «3 con leche»: el otro no sabe más, y siempre es verdad.'],
        ['El jugador 2 responde con una carta que muestra tres tabletas negras. ¡Acéptala!', 'Ahora las dos cartas cambian de mano.'],
        ['Coloca una carta de modo que tu área tenga al menos 11 tabletas.', 'Un buen intercambio ayuda a los dos, y el tercero mira.'],
      ],
    },
    teams: {
      title: 'Entre cuatro',
      steps: [['Entre cuatro compartes el color con tu compañero de enfrente, pero no la mano. Lo demás es como entre dos. ¡Ya sabes jugar a Schokoly!']],
    },
  },
};
export default texts;
