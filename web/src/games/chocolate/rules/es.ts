/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
  placing: [
    'Una carta es un cuadrado de cuatro tabletas. Se puede girar, nunca voltear.',
    'Colócala en espacios vacíos de modo que toque al menos dos tabletas, lado con lado. Al menos uno de esos contactos une dos tabletas del mismo color.',
    'Pueden quedar huecos, y una carta puede ir desplazada como se quiera.',
  ],
  stacking: [
    'Una carta con smartie puede ir a la segunda capa: sobre cuatro tabletas de dos cartas o más, con al menos una tableta junto a otra del mismo color.',
    'No hay tercera capa, y una carta con smartie nunca se cubre.',
    'Solo cuenta lo que se ve desde arriba.',
  ],
  ending: 'La partida termina cuando están colocadas todas las cartas o nadie puede colocar más.',
};
