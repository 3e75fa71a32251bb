/** Order at the table, for moderators, in English; the other languages have exactly these keys. */
export const ORDER = {
  'order.title': 'Moderation',
  'order.none': 'This page is for moderators.',
  'order.empty': 'Nothing to look at. Thank you!',
  'order.reports': 'Reports',
  'order.by': 'from {name}',
  'order.about': 'about {name}',
  'order.guest': 'a guest',
  'order.left': 'left {n} rated game this month|left {n} rated games this month',
  'order.look': 'Look at the game',
  'order.why': 'Reason',
  'order.why.help': 'It is saved in the log with your action.',
  'order.dismiss': 'Nothing to do',
  'order.mute': 'Mute the seat',
  'order.remove': 'Remove the line',
  'order.suspend': 'Suspend {name}',
  'order.rename': 'Rename {name}',
  'order.new': 'New name',
  'order.done': 'Done.',
  'order.person': 'Find by name',
  'order.name': 'Name',
  'order.unsuspend': 'Lift the suspension',
  'order.log': 'Log',
  'order.log.none': 'Nothing yet.',
  'order.ask': 'Choose what to do',
  'order.play': 'How does {name} play?',
  'order.play.help':
    'Compared with their opponents, as the computer sees it. Strong players agree with it too: this proves nothing by itself.',
  'order.play.none': 'No rated games with people yet.',
  'order.play.seen': '{n} of {of} games looked at',
  'order.play.others': 'The others',
  'order.play.best': '{best}% (± {margin}) of {n} open turns as good as the computer’s;',
  'order.play.given': 'each turn gave away {given}% of a win, in {seconds} s.',
  'order.play.beside': 'as good: {own}%, others {others}%',
} as const satisfies Record<string, string>;

export type OrderText = keyof typeof ORDER;
export default ORDER;
