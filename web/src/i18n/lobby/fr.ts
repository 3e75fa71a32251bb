import type { LobbyText } from './en';

const texts: Readonly<Record<LobbyText, string>> = {
  'lobby.title': 'Salon',
  'lobby.own': 'Tu cherches quelqu’un',
  'lobby.looking': 'On cherche quelqu’un…',
  'lobby.cancel': 'Arrêter',
  'lobby.seeks': 'En attente d’une partie',
  'lobby.none': 'Personne ne cherche en ce moment. Choisis un jeu ci-dessous : on te trouvera.',
  'lobby.asking': 'Un instant…',
  'lobby.open': 'Tables ouvertes',
  'lobby.start': 'Trouver quelqu’un pour',
  'lobby.sit': 'Jouer',
  'lobby.rated': 'classée',
  'lobby.friendly': 'amicale',
  'lobby.noClock': 'sans pendule',
  'lobby.days': '{n} jour par coup|{n} jours par coup',
  'lobby.players': 'à {n}',
  'lobby.found': 'Trouvé ! La partie commence.',
  'lobby.offer': 'Jouer contre {name} en attendant ?',
  'lobby.offer.text': 'On cherche toujours. Tu peux quitter cette partie à tout moment.',
  'lobby.offer.do': 'Jouer',
  'challenge.title': 'Défis',
  'challenge.accept': 'Accepter',
  'challenge.decline': 'Non merci',
  'challenge.withdraw': 'Retirer',
  'challenge.to': 'tu défies {name}',
  'lobby.ended.expired': 'Personne n’est venu cette fois.',
  'lobby.ended.replaced': 'Tu cherches maintenant sur un autre appareil.',
  'lobby.ended.signed-out': 'Tu n’es plus en ligne sous ton nom, la recherche s’arrête.',
  'lobby.ended.lost': 'La recherche a été interrompue : essaie encore.',
};

export default texts;
