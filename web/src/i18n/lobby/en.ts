/** Finding somebody to play with, in English; the other languages have exactly these keys. */
export const LOBBY = {
  'lobby.title': 'Lobby',
  'lobby.own': 'You are looking for somebody',
  'lobby.looking': 'Looking for somebody…',
  'lobby.cancel': 'Stop',
  'lobby.seeks': 'Waiting to play',
  'lobby.none': 'Nobody is looking right now. Choose a game below and others will find you.',
  'lobby.asking': 'One moment…',
  'lobby.open': 'Open tables',
  'lobby.start': 'Find somebody for',
  'lobby.sit': 'Play',
  'lobby.rated': 'rated',
  'lobby.friendly': 'friendly',
  'lobby.noClock': 'no clock',
  'lobby.days': '{n} day per move|{n} days per move',
  'lobby.players': '{n} players',
  'lobby.found': 'Found! The game begins.',
  'lobby.offer': 'Play {name} in the meantime?',
  'lobby.offer.text': 'We keep looking. You can leave that game at any time.',
  'lobby.offer.do': 'Play',
  'challenge.title': 'Challenges',
  'challenge.accept': 'Accept',
  'challenge.decline': 'No, thanks',
  'challenge.withdraw': 'Withdraw',
  'challenge.to': 'you challenged {name}',
  'lobby.ended.expired': 'Nobody came this time.',
  'lobby.ended.replaced': 'You are looking for somebody on another device now.',
  'lobby.ended.signed-out': 'You were signed out, so we stopped looking.',
  'lobby.ended.lost': 'The search was interrupted: try again.',
} as const satisfies Record<string, string>;

export type LobbyText = keyof typeof LOBBY;
export default LOBBY;
