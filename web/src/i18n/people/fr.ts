import type { PeopleText } from './en';

const texts: Readonly<Record<PeopleText, string>> = {
  'me.title': 'Ton nom',
  'me.why': 'Un nom réunit tes parties, sur tous tes appareils. Ni mot de passe, ni e-mail.',
  'me.guest': 'Tu peux continuer à jouer sans.',
  'me.name': 'Nom',
  'me.name.help': '2 à 20 lettres, chiffres, - _ .',
  'me.bot': 'C’est un bot : un programme joue',
  'me.bot.help': 'Tout le monde le voit, et cela reste ainsi.',
  'me.register': 'Prendre ce nom',
  'me.have': 'Tu as déjà un nom ?',
  'me.signIn': 'Se connecter avec la clé d’accès',
  'me.lost': 'Appareil perdu ?',
  'me.code': 'Code de secours',
  'me.recover': 'Se connecter avec le code',
  'me.unsupported': 'Ce navigateur ne connaît pas les clés d’accès ici. Il faut une adresse sûre (https).',
  'me.cancelled': 'Rien ne s’est passé : la clé d’accès n’a pas servi.',
  'me.since': 'depuis le {date}',
  'me.isBot': 'bot',
  'me.moderate': 'L’ordre à table',
  'me.signOut': 'Se déconnecter',
  'me.signOut.help': 'Cet appareil perd tes places ; tes autres appareils les gardent.',
  'me.signedOut': 'Déconnecté.',

  'refusal.bad-name': 'Ce nom n’est pas possible : choisis-en un autre.',
  'refusal.bad-passkey': 'Cela n’a pas montré qui tu es. Réessaie.',
  'refusal.name-taken': 'Quelqu’un a ce nom, ou un nom qui lui ressemble.',
  'refusal.not-fresh': 'Montre encore une fois qui tu es, avec ta clé d’accès.',

  'claim.title': 'Parties sur cet appareil',
  'claim.text': '{n} partie a été jouée ici sans nom.|{n} parties ont été jouées ici sans nom.',
  'claim.do': 'Les faire miennes',
  'claim.others': '{n} est à quelqu’un d’autre.|{n} sont à quelqu’un d’autre.',

  'codes.title': 'Codes de secours',
  'codes.text':
    'Chacun ouvre ton compte une fois, si tu perds tes appareils. Garde-les ailleurs : ils ne sont montrés que maintenant.',
  'codes.copy': 'Copier',
  'codes.copied': 'Copié.',
  'codes.kept': 'Je les ai gardés',
  'codes.left': 'encore {n} code|encore {n} codes',
  'codes.new': 'Nouveaux codes',
  'codes.void': 'Les anciens ne valent plus.',

  'devices.title': 'Appareils',
  'devices.this': 'celui-ci',
  'devices.seen': 'vu {when}',
  'devices.end': 'Se déconnecter de {name}',
  'devices.ended': 'Déconnecté. Il a perdu tes places.',
  'devices.unnamed': 'un appareil',
  'passkeys.title': 'Clés d’accès',
  'passkeys.add': 'Ajouter une clé d’accès',
  'passkeys.added': 'Clé d’accès ajoutée.',
  'passkeys.remove': 'Retirer {name}',
  'passkeys.removed': 'Clé d’accès retirée.',
  'tokens.title': 'Pour les scripts',
  'tokens.text': 'Un jeton laisse un programme agir pour toi.',
  'tokens.label': 'Pour quoi faire ?',
  'tokens.read': 'voir mes parties',
  'tokens.play': 'jouer',
  'tokens.make': 'Créer un jeton',
  'tokens.once': 'Montré seulement maintenant :',
  'tokens.end': 'Terminer {name}',

  'privacy.title': 'Ce qui est gardé de toi',
  'privacy.1':
    'Ton nom, la moitié publique de tes clés d’accès et la dernière visite de tes appareils. Ni mot de passe, ni e-mail, ni adresse.',
  'privacy.2':
    'Tes parties et ce que tu as dit à table\u202f; pour les parties classées, les résultats, tes classements et ce que les cartes ont apporté.',
  'privacy.3':
    'Un cookie, pour te reconnaître. Personne d’autre n’est jamais interrogé ni informé, sauf si tu demandes des messages\u00a0: le service push de ton navigateur les transmet alors chiffrés, et nous gardons son adresse pour ton appareil.',
  'privacy.4': 'Ton adresse réseau sert aux limites tant que tu es là, et n’est pas enregistrée.',
  'privacy.5':
    'Tes études et les problèmes essayés\u202f; qui tu suis, bloques et défies\u202f; ce qui a été signalé, et les parties classées que tu as quittées.',
  'data.get': 'Télécharger mes données',
  'delete.title': 'Supprimer mon compte',
  'delete.text':
    'Tes parties restent, sous un nom qui ne dit rien. Tout le reste disparaît pour de bon\u202f; des sauvegardes quand elles expirent. Ce que les modérateurs ont décidé à ton sujet reste dans leur journal.',
  'delete.name': 'Écris ton nom pour continuer',
  'delete.do': 'Supprimer pour de bon',
  'delete.done': 'Ton compte est supprimé.',
};
export default texts;
