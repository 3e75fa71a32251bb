import type { ArticleText } from '../../game';

const article: ArticleText = {
  title: '¿Es justo TOKAN?',
  lead: 'Treinta fichas se colocan al azar y alguien juega primero. ¿Está ya decidida la partida? Podemos decirlo, porque los ordenadores saben jugar algunas de estas partidas hasta el final de todas las maneras posibles.',
  sections: [
    {
      title: 'Jugar primero es casi todo',
      paragraphs: [
        'De {solved} comienzos al azar resueltos hasta ahora, quien juega primero gana {wins}, empata {draws} y pierde {losses}, si ambos juegan a la perfección. Otros {open} eran demasiado difíciles; entre ellos habrá más que no se ganan.',
        'Así que juega la Revanche: el mismo comienzo otra vez, con los colores cambiados. Es la regla más justa de la caja.',
      ],
      board: 'won',
      caption: 'Uno de los comienzos resueltos: rojo juega primero y puede ganar haga lo que haga negro.',
    },
    {
      title: '¿Lo consigues?',
      paragraphs: [
        'Un comienzo ganado no es una partida ganada. A menudo gana una sola jugada y todas las demás dejan escapar la victoria. Aquí hay un momento así, con cuatro jugadas de cada lado. ¿Encuentras la jugada?',
      ],
      board: 'only',
      caption: 'Juega negro. Gana exactamente una jugada.',
    },
    {
      title: 'Hay comienzos justos',
      paragraphs: [
        'Hemos mirado miles de disposiciones y guardado las que están demostradas como equilibradas: {fair} empates y {only} en las que gana una sola jugada. Elige Comienzo equilibrado al preparar una partida y empezarás con una de ellas, reflejada, para que nadie se las aprenda de memoria.',
      ],
      board: 'draw',
      caption: 'Un empate demostrado: juega rojo, y con el mejor juego nadie gana.',
    },
    {
      title: 'No nos creas',
      paragraphs: [
        'De cada comienzo resuelto el programa puede escribir una demostración: una respuesta a cada jugada del otro lado. Dos comprobadores cortos, en dos lenguajes, la recorren entera solo con las reglas. Se leen en una tarde.',
      ],
    },
  ],
};
export default article;
