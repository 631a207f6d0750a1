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
  errors: {
    nameRequired: 'Di cómo debe llamarte tu familia.',
    nameTooLong: 'Como máximo 255 caracteres.',
    tooShort: 'Usa al menos 8 caracteres.',
    tooLong: 'Usa como máximo 256 caracteres.',
    common: 'Mucha gente usa esta contraseña, así que es fácil de adivinar. Elige otra.',
    own: 'No uses tu nombre o tu dirección como contraseña.',
    busy: 'Ahora mismo estamos ocupados. Inténtalo de nuevo en un momento.',
  },
};
