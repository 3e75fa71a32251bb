import type { PeopleText } from './en';

const texts: Readonly<Record<PeopleText, string>> = {
  'me.title': 'Tu nombre',
  'me.why': 'Un nombre reúne tus partidas en todos tus dispositivos. Sin contraseña, sin correo.',
  'me.guest': 'Puedes seguir jugando sin él.',
  'me.name': 'Nombre',
  'me.name.help': 'De 2 a 20 letras, cifras, - _ .',
  'me.bot': 'Es un bot: juega un programa',
  'me.bot.help': 'Todos lo ven, y así se queda.',
  'me.register': 'Tomar este nombre',
  'me.have': '¿Ya tienes un nombre?',
  'me.signIn': 'Entrar con tu llave de acceso',
  'me.lost': '¿Perdiste tu dispositivo?',
  'me.code': 'Código de recuperación',
  'me.recover': 'Entrar con el código',
  'me.unsupported': 'Este navegador no conoce llaves de acceso aquí. Hace falta una dirección segura (https).',
  'me.cancelled': 'No pasó nada: la llave de acceso no se usó.',
  'me.since': 'desde el {date}',
  'me.isBot': 'bot',
  'me.moderate': 'Orden en la mesa',
  'me.signOut': 'Salir',
  'me.signOut.help': 'Este dispositivo pierde tus asientos; los demás los conservan.',
  'me.signedOut': 'Has salido.',

  'refusal.bad-name': 'Este nombre no es posible: elige otro.',
  'refusal.bad-passkey': 'Eso no demostró quién eres. Inténtalo otra vez.',
  'refusal.name-taken': 'Alguien tiene este nombre, o uno que se le parece.',
  'refusal.not-fresh': 'Demuestra otra vez quién eres, con tu llave de acceso.',

  'claim.title': 'Partidas en este dispositivo',
  'claim.text': '{n} partida se jugó aquí sin nombre.|{n} partidas se jugaron aquí sin nombre.',
  'claim.do': 'Hacerlas mías',
  'claim.others': '{n} es de otra persona.|{n} son de otra persona.',

  'codes.title': 'Códigos de recuperación',
  'codes.text':
    'Cada uno abre tu cuenta una vez si pierdes tus dispositivos. Guárdalos en otro sitio: solo se muestran ahora.',
  'codes.copy': 'Copiar',
  'codes.copied': 'Copiado.',
  'codes.kept': 'Los he guardado',
  'codes.left': 'queda {n} código|quedan {n} códigos',
  'codes.new': 'Códigos nuevos',
  'codes.void': 'Los viejos ya no valen.',

  'devices.title': 'Dispositivos',
  'devices.this': 'este',
  'devices.seen': 'aquí {when}',
  'devices.end': 'Salir de {name}',
  'devices.ended': 'Fuera. Ha perdido tus asientos.',
  'devices.unnamed': 'un dispositivo',
  'passkeys.title': 'Llaves de acceso',
  'passkeys.add': 'Añadir una llave de acceso',
  'passkeys.added': 'Llave de acceso añadida.',
  'passkeys.remove': 'Quitar {name}',
  'passkeys.removed': 'Llave de acceso quitada.',
  'tokens.title': 'Para programas',
  'tokens.text': 'Con una ficha, un programa actúa por ti.',
  'tokens.label': '¿Para qué es?',
  'tokens.read': 'ver mis partidas',
  'tokens.play': 'jugar',
  'tokens.make': 'Crear una ficha',
  'tokens.once': 'Solo se muestra ahora:',
  'tokens.end': 'Terminar {name}',

  'privacy.title': 'Qué se guarda de ti',
  'privacy.1':
    'Tu nombre, la mitad pública de tus llaves de acceso y cuándo estuvieron aquí tus dispositivos. Ni contraseña, ni correo, ni dirección.',
  'privacy.2':
    'Tus partidas y lo que dijiste en la mesa; de las puntuadas, los resultados, tus puntuaciones y lo que dieron las cartas.',
  'privacy.3':
    'Una cookie, para reconocerte. A nadie más se le pregunta ni se le dice nada, salvo que pidas mensajes: entonces los lleva cifrados el servicio push de tu navegador, y guardamos su dirección para tu dispositivo.',
  'privacy.4': 'Tu dirección de red sirve para los límites mientras estás aquí, y no se guarda.',
  'privacy.5':
    'Tus estudios y los problemas intentados; a quién sigues, bloqueas y retas; lo que se denunció, y las partidas puntuadas que dejaste.',
  'data.get': 'Descargar mis datos',
  'delete.title': 'Borrar mi cuenta',
  'delete.text':
    'Tus partidas se quedan, con un nombre que no dice nada. Todo lo demás desaparece para siempre; de las copias, cuando caducan. Lo que los moderadores decidieron sobre ti queda en su registro.',
  'delete.name': 'Escribe tu nombre para continuar',
  'delete.do': 'Borrar para siempre',
  'delete.done': 'Tu cuenta está borrada.',
};
export default texts;
