import type { LobbyText } from './en';

const texts: Readonly<Record<LobbyText, string>> = {
  'lobby.title': 'Sala',
  'lobby.own': 'Buscas a alguien',
  'lobby.looking': 'Buscando a alguien…',
  'lobby.cancel': 'Parar',
  'lobby.seeks': 'Esperan para jugar',
  'lobby.none': 'Ahora no busca nadie. Elige un juego abajo: te encontrarán.',
  'lobby.asking': 'Un momento…',
  'lobby.open': 'Mesas abiertas',
  'lobby.start': 'Encontrar a alguien para',
  'lobby.sit': 'Jugar',
  'lobby.rated': 'puntuada',
  'lobby.friendly': 'amistosa',
  'lobby.noClock': 'sin reloj',
  'lobby.days': '{n} día por jugada|{n} días por jugada',
  'lobby.players': 'con {n}',
  'lobby.found': '¡Encontrado! Empieza la partida.',
  'lobby.offer': '¿Jugar contra {name} mientras tanto?',
  'lobby.offer.text': 'Seguimos buscando. Puedes dejar esa partida cuando quieras.',
  'lobby.offer.do': 'Jugar',
  'challenge.title': 'Retos',
  'challenge.accept': 'Aceptar',
  'challenge.decline': 'No, gracias',
  'challenge.withdraw': 'Retirar',
  'challenge.to': 'retas a {name}',
  'lobby.ended.expired': 'Esta vez no ha venido nadie.',
  'lobby.ended.replaced': 'Ahora buscas desde otro dispositivo.',
  'lobby.ended.signed-out': 'Se ha cerrado tu sesión y la búsqueda ha parado.',
  'lobby.ended.lost': 'La búsqueda se ha interrumpido: inténtalo otra vez.',
};

export default texts;
