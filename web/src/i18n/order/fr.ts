import type { OrderText } from './en';

const texts: Readonly<Record<OrderText, string>> = {
  'order.title': 'L’ordre à table',
  'order.none': 'Cette page est réservée aux modérateurs.',
  'order.empty': 'Rien à regarder. Merci !',
  'order.reports': 'Signalements',
  'order.by': 'de {name}',
  'order.about': 'sur {name}',
  'order.guest': 'un invité',
  'order.left': 'a quitté {n} partie classée ce mois-ci|a quitté {n} parties classées ce mois-ci',
  'order.look': 'Regarder la partie',
  'order.why': 'Raison',
  'order.why.help': 'Elle est gardée avec ce que tu fais.',
  'order.dismiss': 'Rien à faire',
  'order.mute': 'Rendre la place muette',
  'order.remove': 'Retirer la ligne',
  'order.suspend': 'Suspendre {name}',
  'order.rename': 'Renommer {name}',
  'order.new': 'Nouveau nom',
  'order.done': 'C’est fait.',
  'order.person': 'Quelqu’un par son nom',
  'order.name': 'Nom',
  'order.unsuspend': 'Laisser revenir',
  'order.log': 'Ce qui a été fait',
  'order.log.none': 'Rien n’a été fait jusqu’ici.',
  'order.ask': 'Choisis quoi faire',
};
export default texts;
