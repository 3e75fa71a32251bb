import type { LobbyText } from './en';

const texts: Readonly<Record<LobbyText, string>> = {
  'lobby.title': 'Lobby',
  'lobby.own': 'Du suchst jemanden',
  'lobby.looking': 'Wir suchen jemanden …',
  'lobby.cancel': 'Abbrechen',
  'lobby.seeks': 'Warten auf jemanden',
  'lobby.none': 'Gerade sucht niemand. Wähl unten ein Spiel: Dann wirst du gefunden.',
  'lobby.asking': 'Einen Moment …',
  'lobby.open': 'Offene Tische',
  'lobby.start': 'Jemanden finden für',
  'lobby.sit': 'Mitspielen',
  'lobby.rated': 'gewertet',
  'lobby.friendly': 'freundschaftlich',
  'lobby.noClock': 'ohne Uhr',
  'lobby.days': '{n} Tag pro Zug|{n} Tage pro Zug',
  'lobby.players': 'zu {n}',
  'lobby.found': 'Gefunden! Das Spiel beginnt.',
  'lobby.offer': 'Inzwischen gegen {name}?',
  'lobby.offer.text': 'Wir suchen weiter. Die Partie kannst du jederzeit verlassen.',
  'lobby.offer.do': 'Spielen',
  'challenge.title': 'Herausforderungen',
  'challenge.accept': 'Annehmen',
  'challenge.decline': 'Nein, danke',
  'challenge.withdraw': 'Zurückziehen',
  'challenge.to': 'du forderst {name} heraus',
  'lobby.ended.expired': 'Diesmal kam niemand.',
  'lobby.ended.replaced': 'Du suchst jetzt auf einem anderen Gerät.',
  'lobby.ended.signed-out': 'Du wurdest abgemeldet, darum suchen wir nicht weiter.',
  'lobby.ended.lost': 'Die Suche wurde unterbrochen: Versuch es noch einmal.',
};

export default texts;
