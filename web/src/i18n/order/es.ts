import type { OrderText } from './en';

const texts: Readonly<Record<OrderText, string>> = {
  'order.title': 'Orden en la mesa',
  'order.none': 'Esta página es para moderadores.',
  'order.empty': 'Nada que mirar. ¡Gracias!',
  'order.reports': 'Avisos',
  'order.by': 'de {name}',
  'order.about': 'sobre {name}',
  'order.guest': 'un invitado',
  'order.left': 'dejó {n} partida puntuada este mes|dejó {n} partidas puntuadas este mes',
  'order.look': 'Ver la partida',
  'order.why': 'Motivo',
  'order.why.help': 'Se guarda con lo que haces.',
  'order.dismiss': 'Nada que hacer',
  'order.mute': 'Silenciar el asiento',
  'order.remove': 'Quitar la línea',
  'order.suspend': 'Suspender a {name}',
  'order.rename': 'Cambiar el nombre de {name}',
  'order.new': 'Nombre nuevo',
  'order.done': 'Hecho.',
  'order.person': 'Alguien por su nombre',
  'order.name': 'Nombre',
  'order.unsuspend': 'Dejar volver',
  'order.log': 'Lo que se hizo',
  'order.log.none': 'Hasta ahora no se hizo nada.',
  'order.ask': 'Elige qué hacer',
};
export default texts;
