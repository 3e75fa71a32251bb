import type { OrderText } from './en';

const texts: Readonly<Record<OrderText, string>> = {
  'order.title': 'Ordnung am Tisch',
  'order.none': 'Diese Seite ist für Moderatoren.',
  'order.empty': 'Nichts zu tun. Danke!',
  'order.reports': 'Meldungen',
  'order.by': 'von {name}',
  'order.about': 'über {name}',
  'order.guest': 'ein Gast',
  'order.left': 'hat diesen Monat {n} gewertete Partie verlassen|hat diesen Monat {n} gewertete Partien verlassen',
  'order.look': 'Partie ansehen',
  'order.why': 'Grund',
  'order.why.help': 'Er wird mit dem aufgehoben, was du tust.',
  'order.dismiss': 'Nichts zu tun',
  'order.mute': 'Platz stumm schalten',
  'order.remove': 'Zeile entfernen',
  'order.suspend': '{name} sperren',
  'order.rename': '{name} umbenennen',
  'order.new': 'Neuer Name',
  'order.done': 'Erledigt.',
  'order.person': 'Jemand mit Namen',
  'order.name': 'Name',
  'order.unsuspend': 'Wieder zulassen',
  'order.log': 'Was getan wurde',
  'order.log.none': 'Bisher wurde nichts getan.',
  'order.ask': 'Wähle, was geschehen soll',
};
export default texts;
