import type { PeopleText } from './en';

const texts: Readonly<Record<PeopleText, string>> = {
  'me.title': 'Votre nom',
  'me.why': 'Un nom réunit vos parties, sur tous vos appareils. Ni mot de passe, ni e-mail.',
  'me.guest': 'Vous pouvez continuer à jouer sans.',
  'me.name': 'Nom',
  'me.name.help': '2 à 20 lettres, chiffres, - _ .',
  'me.bot': 'C’est un bot : un programme joue',
  'me.bot.help': 'Tout le monde le voit, et cela reste ainsi.',
  'me.register': 'Prendre ce nom',
  'me.have': 'Vous avez déjà un nom ?',
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
  'me.signOut.help': 'Cet appareil perd vos places ; vos autres appareils les gardent.',
  'me.signedOut': 'Déconnecté.',

  'refusal.bad-name': 'Ce nom n’est pas possible : choisissez-en un autre.',
  'refusal.bad-passkey': 'Cela n’a pas montré qui vous êtes. Réessayez.',
  'refusal.name-taken': 'Quelqu’un a ce nom, ou un nom qui lui ressemble.',
  'refusal.not-fresh': 'Montrez encore une fois qui vous êtes, avec votre clé d’accès.',

  'claim.title': 'Parties sur cet appareil',
  'claim.text': '{n} partie a été jouée ici sans nom.|{n} parties ont été jouées ici sans nom.',
  'claim.do': 'Les faire miennes',
  'claim.others': '{n} est à quelqu’un d’autre.|{n} sont à quelqu’un d’autre.',

  'codes.title': 'Codes de secours',
  'codes.text':
    'Chacun ouvre votre compte une fois, si vous perdez vos appareils. Gardez-les ailleurs : ils ne sont montrés que maintenant.',
  'codes.copy': 'Copier',
  'codes.copied': 'Copié.',
  'codes.kept': 'Je les ai gardés',
  'codes.left': 'encore {n} code|encore {n} codes',
  'codes.new': 'Nouveaux codes',
  'codes.void': 'Les anciens ne valent plus.',

  'devices.title': 'Appareils',
  'devices.this': 'celui-ci',
  'devices.seen': 'vu {when}',
  'devices.end': 'Déconnecter {name}',
  'devices.ended': 'Déconnecté. Il a perdu vos places.',
  'devices.unnamed': 'un appareil',
  'passkeys.title': 'Clés d’accès',
  'passkeys.add': 'Ajouter une clé d’accès',
  'passkeys.added': 'Clé d’accès ajoutée.',
  'passkeys.remove': 'Retirer {name}',
  'passkeys.removed': 'Clé d’accès retirée.',
  'tokens.title': 'Pour les scripts',
  'tokens.text': 'Un jeton laisse un programme agir pour vous.',
  'tokens.label': 'Pour quoi faire ?',
  'tokens.read': 'voir mes parties',
  'tokens.play': 'jouer',
  'tokens.make': 'Créer un jeton',
  'tokens.once': 'Montré seulement maintenant :',
  'tokens.end': 'Terminer {name}',

  'privacy.title': 'Ce qui est gardé de vous',
  'privacy.1':
    'Votre nom, la moitié publique de vos clés d’accès et la dernière visite de vos appareils. Ni mot de passe, ni e-mail, ni adresse.',
  'privacy.2':
    'Vos parties et ce que vous avez dit à table ; pour les parties classées, les résultats, vos classements et ce que les cartes ont apporté.',
  'privacy.3':
    'Un cookie, pour vous reconnaître. Personne d’autre n’est jamais interrogé ni informé, sauf si vous demandez des messages : le service push de votre navigateur les transmet alors chiffrés, et nous gardons son adresse pour votre appareil.',
  'privacy.4': 'Votre adresse réseau sert aux limites tant que vous êtes là, et n’est pas enregistrée.',
  'privacy.5':
    'Vos études et les problèmes essayés ; qui vous suivez, bloquez et défiez ; ce qui a été signalé, et les parties classées que vous avez quittées.',
  'data.get': 'Télécharger mes données',
  'delete.title': 'Supprimer mon compte',
  'delete.text':
    'Vos parties restent, sous un nom qui ne dit rien. Tout le reste disparaît pour de bon ; des sauvegardes quand elles expirent. Ce que les modérateurs ont décidé à votre sujet reste dans leur journal.',
  'delete.name': 'Écrivez votre nom pour continuer',
  'delete.do': 'Supprimer pour de bon',
  'delete.done': 'Votre compte est supprimé.',
};
export default texts;
