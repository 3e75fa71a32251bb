import type { PeopleText } from './en';

const texts: Readonly<Record<PeopleText, string>> = {
  'me.title': 'Dein Name',
  'me.why': 'Ein Name hält deine Partien zusammen, auf jedem Gerät. Kein Passwort, keine E-Mail.',
  'me.guest': 'Du kannst auch ohne weiterspielen.',
  'me.name': 'Name',
  'me.name.help': '2 bis 20 Buchstaben, Ziffern, - _ .',
  'me.bot': 'Das ist ein Bot: Ein Programm spielt',
  'me.bot.help': 'Alle sehen es, und es bleibt so.',
  'me.register': 'Diesen Namen nehmen',
  'me.have': 'Du hast schon einen Namen?',
  'me.signIn': 'Mit Passkey anmelden',
  'me.lost': 'Gerät verloren?',
  'me.code': 'Wiederherstellungscode',
  'me.recover': 'Mit dem Code anmelden',
  'me.unsupported': 'Dieser Browser kann hier keine Passkeys. Sie brauchen eine sichere Adresse (https).',
  'me.cancelled': 'Nichts geschehen: Der Passkey wurde nicht benutzt.',
  'me.since': 'seit {date}',
  'me.isBot': 'Bot',
  'me.moderate': 'Ordnung am Tisch',
  'me.signOut': 'Abmelden',
  'me.signOut.help': 'Dieses Gerät verliert deine Plätze; deine anderen Geräte behalten sie.',
  'me.signedOut': 'Abgemeldet.',

  'refusal.bad-name': 'Dieser Name geht nicht: Wähle einen anderen.',
  'refusal.bad-passkey': 'Das hat nicht gezeigt, wer du bist. Versuch es noch einmal.',
  'refusal.name-taken': 'Jemand hat diesen Namen oder einen, der so aussieht.',
  'refusal.not-fresh': 'Zeig noch einmal mit deinem Passkey, wer du bist.',

  'claim.title': 'Partien auf diesem Gerät',
  'claim.text': '{n} Partie wurde hier ohne Namen gespielt.|{n} Partien wurden hier ohne Namen gespielt.',
  'claim.do': 'Zu meinen machen',
  'claim.others': '{n} gehört jemand anderem.|{n} gehören jemand anderem.',

  'codes.title': 'Wiederherstellungscodes',
  'codes.text':
    'Jeder öffnet dein Konto einmal, wenn du deine Geräte verlierst. Bewahre sie woanders auf: Sie werden nur jetzt gezeigt.',
  'codes.copy': 'Kopieren',
  'codes.copied': 'Kopiert.',
  'codes.kept': 'Ich habe sie aufbewahrt',
  'codes.left': 'noch {n} Code|noch {n} Codes',
  'codes.new': 'Neue Codes',
  'codes.void': 'Die alten gelten nicht mehr.',

  'devices.title': 'Geräte',
  'devices.this': 'dieses',
  'devices.seen': 'zuletzt hier {when}',
  'devices.end': '{name} abmelden',
  'devices.ended': 'Abgemeldet. Es hat deine Plätze verloren.',
  'devices.unnamed': 'ein Gerät',
  'passkeys.title': 'Passkeys',
  'passkeys.add': 'Passkey hinzufügen',
  'passkeys.added': 'Passkey hinzugefügt.',
  'passkeys.remove': '{name} entfernen',
  'passkeys.removed': 'Passkey entfernt.',
  'tokens.title': 'Für Skripte',
  'tokens.text': 'Mit einem Token handelt ein Programm für dich.',
  'tokens.label': 'Wofür ist es?',
  'tokens.read': 'meine Partien sehen',
  'tokens.play': 'spielen',
  'tokens.make': 'Token machen',
  'tokens.once': 'Das wird nur jetzt gezeigt:',
  'tokens.end': '{name} beenden',

  'privacy.title': 'Was von dir gespeichert ist',
  'privacy.1':
    'Dein Name, die öffentliche Hälfte deiner Passkeys und wann deine Geräte zuletzt hier waren. Kein Passwort, keine E-Mail, keine Anschrift.',
  'privacy.2':
    'Deine Partien und was du am Tisch gesagt hast; von gewerteten die Ergebnisse, deine Wertungen und was die Karten brachten.',
  'privacy.3':
    'Ein Cookie, um dich zu erkennen. Niemand sonst wird je gefragt oder erfährt etwas, außer du möchtest Nachrichten: Dann überbringt sie der Push-Dienst deines Browsers verschlüsselt, und wir speichern seine Adresse für dein Gerät.',
  'privacy.4': 'Deine Netzadresse dient den Grenzen, solange du hier bist, und wird nicht gespeichert.',
  'privacy.5':
    'Studien und versuchte Aufgaben; wem du folgst, wen du blockierst und herausforderst; was gemeldet wurde, und gewertete Partien, die du verlassen hast.',
  'data.get': 'Meine Daten herunterladen',
  'delete.title': 'Mein Konto löschen',
  'delete.text':
    'Deine Partien bleiben, unter einem Namen, der nichts verrät. Alles andere verschwindet für immer; aus Sicherungen, wenn sie ablaufen. Was Moderatoren über dich entschieden haben, bleibt in ihrem Protokoll.',
  'delete.name': 'Schreib deinen Namen, um fortzufahren',
  'delete.do': 'Endgültig löschen',
  'delete.done': 'Dein Konto ist gelöscht.',
};
export default texts;
