/** What the rules of both chocolate games say in the same words. */
export const chocolate = {
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
