/** The texts about people and their accounts in English; the other languages have exactly these keys. */
export const PEOPLE = {
  'me.title': 'Your name',
  'me.why': 'A name keeps your games together, on every device. No password, no e-mail.',
  'me.guest': 'You can keep playing without one.',
  'me.name': 'Name',
  'me.name.help': '2 to 20 letters, digits, - _ .',
  'me.bot': 'This is a bot: a program plays',
  'me.bot.help': 'Everybody can see this, and it cannot be changed.',
  'me.register': 'Take this name',
  'me.have': 'Already have a name?',
  'me.signIn': 'Sign in with your passkey',
  'me.lost': 'Lost your device?',
  'me.code': 'Recovery code',
  'me.recover': 'Sign in with the code',
  'me.unsupported': 'Passkeys are not available here. They need a secure address (https).',
  'me.cancelled': 'Nothing happened: the passkey was not used.',
  'me.since': 'since {date}',
  'me.isBot': 'bot',
  'me.moderate': 'Moderation',
  'me.signOut': 'Sign out',
  'me.signOut.help': 'This device loses your seats; your other devices keep them.',
  'me.signedOut': 'Signed out.',

  'refusal.bad-name': 'This name cannot be used. Choose another.',
  'refusal.bad-passkey': 'That did not prove who you are. Try again.',
  'refusal.name-taken': 'Somebody has this name, or one that looks like it.',
  'refusal.not-fresh': 'Please confirm with your passkey that it is you.',

  'claim.title': 'Games on this device',
  'claim.text': '{n} game was played here without a name.|{n} games were played here without a name.',
  'claim.do': 'Make them mine',
  'claim.others': '{n} belongs to somebody else.|{n} belong to somebody else.',

  'codes.title': 'Recovery codes',
  'codes.text':
    'Each opens your account once, if you lose your devices. Keep them somewhere safe: they are shown only now.',
  'codes.copy': 'Copy',
  'codes.copied': 'Copied.',
  'codes.kept': 'I have saved them',
  'codes.left': '{n} code left|{n} codes left',
  'codes.new': 'New codes',
  'codes.void': 'The old ones no longer work.',

  'devices.title': 'Devices',
  'devices.this': 'this one',
  'devices.seen': 'last used {when}',
  'devices.end': 'Sign out {name}',
  'devices.ended': 'Signed out. It has lost your seats.',
  'devices.unnamed': 'a device',
  'passkeys.title': 'Passkeys',
  'passkeys.add': 'Add a passkey',
  'passkeys.added': 'Passkey added.',
  'passkeys.remove': 'Remove {name}',
  'passkeys.removed': 'Passkey removed.',
  'tokens.title': 'For scripts',
  'tokens.text': 'A token lets a program act for you.',
  'tokens.label': 'What is it for?',
  'tokens.read': 'see my games',
  'tokens.play': 'play',
  'tokens.make': 'Create a token',
  'tokens.once': 'This is shown only now:',
  'tokens.end': 'Revoke {name}',

  'privacy.title': 'What we store about you',
  'privacy.1':
    'Your name, the public half of your passkeys, and when your devices were last here. No password, no e-mail, no address.',
  'privacy.2':
    'Your games and what you said at the table; for rated games the results, your ratings and the luck of the cards.',
  'privacy.3':
    'One cookie, to recognise you. Nothing is asked of or told to anybody else, unless you turn on notifications: then your browser’s push service delivers them, encrypted, and we store its address for your device.',
  'privacy.4': 'Your network address is used for limits while you are here, and is not stored.',
  'privacy.5':
    'Studies and puzzles you tried; whom you follow, block and challenge; what was reported, and rated games that you left.',
  'data.get': 'Download my data',
  'delete.title': 'Delete my account',
  'delete.text':
    'Your games stay, under an anonymous name. Everything else is deleted for good, and from backups when they expire. If moderators decided something about you, their log keeps it.',
  'delete.name': 'Type your name to continue',
  'delete.do': 'Delete for good',
  'delete.done': 'Your account is deleted.',
} as const satisfies Record<string, string>;

export type PeopleText = keyof typeof PEOPLE;
export default PEOPLE;
