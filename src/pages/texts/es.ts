import type { Texts } from './en.js';

export const es: Texts = {
  invitation: {
    subject: '{{clientName}} te invita a {{familyName}}',
    greeting: 'Hola, {{name}}:',
    mailText:
      '{{clientName}} te invita a unirte a la familia «{{familyName}}». Abre este enlace para elegir una contraseña y empezar:',
    mailButton: 'Aceptar la invitación',
    mailEnd:
      'El enlace funciona una sola vez, durante 7 días. Si no sabes quién te invita, ignora este mensaje.',
    sms: '{{clientName}} te invita a la familia «{{familyName}}». Elige una contraseña aquí (7 días): {{link}}',
    title: 'Únete a {{familyName}}',
    lead: '{{clientName}} te invita a la familia «{{familyName}}». Elige una contraseña y ya está.',
    name: 'Tu nombre',
    password: 'Elige una contraseña',
    passwordRule:
      'Al menos 8 caracteres. Todo vale, salvo contraseñas comunes y tu propio nombre o dirección.',
    showPassword: 'Mostrar la contraseña',
    submit: 'Unirme a la familia',
  },
  confirmation: {
    subject: 'Confirma tu dirección',
    greeting: 'Hola, {{name}}:',
    mailText:
      '{{clientName}} ha añadido esta dirección a tu cuenta. Abre este enlace para confirmar que es tuya:',
    mailButton: 'Confirmar la dirección',
    mailEnd: 'El enlace funciona una sola vez, durante 7 días. Si esta no es tu cuenta, ignora este mensaje.',
    sms: '{{clientName}} ha añadido este número a tu cuenta. Confírmalo aquí (7 días): {{link}}',
    title: 'Confirma tu dirección',
    lead: '{{clientName}} ha añadido {{value}} a tu cuenta. Confirma que es tuyo.',
    submit: 'Sí, es mío',
    doneTitle: 'Confirmado',
    doneLead: '{{value}} ya pertenece a tu cuenta. Puedes cerrar esta página.',
  },
  link: {
    overTitle: 'Este enlace ya no vale',
    overLead:
      'Han pasado sus 7 días, o un enlace más nuevo lo ha sustituido. Podemos enviar uno nuevo a la misma dirección.',
    resend: 'Enviar un enlace nuevo',
    usedTitle: 'Ya estás dentro',
    usedLead: 'Este enlace ya ha hecho su trabajo. Desde ahora, entra con tu contraseña.',
    resentTitle: 'En camino',
    resentLead:
      'Un enlace nuevo va de camino a la misma dirección que el primero. Los anteriores ya no funcionan.',
    tooSoonTitle: 'Un momento',
    tooSoonLead:
      'Acabamos de enviar un enlace. Búscalo, también en el correo no deseado, o inténtalo en unos minutos.',
    unknownTitle: 'Este enlace no funciona',
    unknownLead: 'No está completo, o se ha retirado. Usa el último enlace que recibiste.',
  },
  welcome: {
    title: 'Te damos la bienvenida, {{name}}',
    lead: 'Tu cuenta está lista y has iniciado sesión.',
    next: 'Abre tu aplicación familiar y entra con {{value}} y la contraseña que acabas de elegir.',
  },
  signIn: {
    title: 'Iniciar sesión',
    lead: 'Consulta tu cuenta y las aplicaciones que has conectado.',
    leadFor:
      'para continuar a {{clientName}}. Tu contraseña se queda con nosotros: {{clientName}} nunca la ve.',
    identifier: 'Correo electrónico, número de teléfono o usuario',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    cancel: 'Cancelar y volver a {{clientName}}',
    wrong: 'El identificador o la contraseña no son correctos. Revísalos e inténtalo de nuevo.',
    tooMany: 'Demasiados intentos fallidos. Espera {{seconds}} segundos e inténtalo de nuevo.',
    busy: 'Ahora mismo hay mucha actividad. Inténtalo de nuevo en un momento.',
  },
  consent: {
    title: '¿Conectar {{clientName}}?',
    signedInAs: 'Has iniciado sesión como {{accountName}}',
    asks: '{{clientName}} te pide permiso para:',
    lasts: 'El permiso vale hasta que lo retires, en «Tu cuenta» → «Aplicaciones conectadas».',
    allow: 'Permitir',
    deny: 'No permitir',
    switch: 'Usar otra cuenta',
    foot: 'Volverás a {{destination}}',
  },
  scope: {
    profile: 'ver tu nombre',
    email: 'ver tu correo electrónico',
    openid: 'conocer tu número de cuenta, por el que te reconoce',
    identity: 'saber que eres tú, siempre que vuelvas',
    account: 'ver tu nombre, tus correos y números de teléfono, y las familias a las que perteneces',
  },
  connect: {
    title: '¿Conectar tu cuenta de {{clientName}}?',
    knownAs: 'En {{clientName}} eres',
    means:
      'Una vez conectada, quien inicie sesión en {{clientName}} con este nombre entrará aquí como si fueras tú.',
    warning:
      'Continúa solo si has venido tú mismo desde {{clientName}} y este nombre es el tuyo. Si alguien te envió este enlace, no conectes nada.',
    yes: 'Conectar',
    no: 'No conectar',
    connectedTitle: 'Cuenta conectada',
    connectedLead: 'A partir de ahora {{clientName}} puede iniciar tu sesión. Vuelve allí y continúa.',
    declinedTitle: 'Cuenta no conectada',
    declinedLead: 'No se ha cambiado nada. Puedes cerrar esta página.',
    takenTitle: 'Conectada con otra cuenta',
    takenLead:
      'Tu cuenta de {{clientName}} está conectada con otra cuenta aquí. Inicia sesión a través de {{clientName}} para llegar a ella.',
    overTitle: 'Empieza de nuevo, por favor',
    overLead:
      'Este enlace funciona una sola vez y durante diez minutos. Vuelve a la aplicación de la que viniste y empieza allí de nuevo.',
  },
  challenge: {
    overTitle: 'Empieza de nuevo, por favor',
    overLead:
      'Este inicio de sesión ha terminado: duró más de diez minutos o empezó en otro navegador. Vuelve a la aplicación de la que venías y empieza allí de nuevo.',
    refusedTitle: 'Esta aplicación no puede iniciar tu sesión',
    refusedLead:
      'Te ha enviado aquí con una petición que no podemos responder. No se ha compartido nada. Avisa a los responsables de la aplicación.',
    forDevelopers: 'Para sus desarrolladores:',
  },
  account: {
    title: 'Tu cuenta',
    hello: 'Hola, {{name}}',
    you: 'Tú',
    validated: 'confirmado',
    family: 'Miembro de {{family}}',
    apps: 'Aplicaciones conectadas',
    noApps:
      'No hay ninguna aplicación conectada. Las que permitas aparecerán aquí, y aquí podrás terminarlas.',
    since: 'Conectada desde el {{date}}',
    disconnect: 'Desconectar',
    disconnectLabel: 'Desconectar {{app}}',
    signIns: 'Dónde tienes la sesión iniciada',
    thisBrowser: 'Este navegador',
    browser: 'Otro navegador',
    signedInSince: 'desde el {{date}} UTC',
    end: 'Cerrar sesión',
    endLabel: 'Cerrar sesión: {{what}}',
    endOthers: 'Cerrar sesión en todo lo demás',
    changePassword: 'Cambiar contraseña',
    currentPassword: 'Contraseña actual',
    newPassword: 'Contraseña nueva',
    passwordChanged: 'Tu contraseña ha cambiado. Los demás navegadores ya no tienen la sesión iniciada.',
    signOut: 'Cerrar sesión',
  },
  signOut: {
    title: '¿Cerrar sesión?',
    lead: 'Este navegador dejará de tener la sesión iniciada. Las aplicaciones conectadas siguen conectadas.',
  },
  signedOut: {
    title: 'Has cerrado la sesión',
    lead: 'Este navegador ya no tiene la sesión iniciada.',
  },
  errors: {
    wrongPassword: 'No es tu contraseña actual.',
    waitABit: 'Demasiados intentos fallidos. Espera un poco e inténtalo de nuevo.',
    nameRequired: 'Di cómo debe llamarte tu familia.',
    nameTooLong: 'Como máximo 255 caracteres.',
    tooShort: 'Usa al menos 8 caracteres.',
    tooLong: 'Usa como máximo 256 caracteres.',
    common: 'Mucha gente usa esta contraseña, así que es fácil de adivinar. Elige otra.',
    own: 'No uses tu nombre o tu dirección como contraseña.',
    busy: 'Ahora mismo estamos ocupados. Inténtalo de nuevo en un momento.',
  },
};
