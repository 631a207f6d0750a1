import type { Texts } from './en.js';

export const fr: Texts = {
  invitation: {
    subject: '{{clientName}} vous invite dans {{familyName}}',
    greeting: 'Bonjour {{name}},',
    mailText:
      '{{clientName}} vous invite à rejoindre la famille « {{familyName}} ». Ouvrez ce lien pour choisir un mot de passe et commencer :',
    mailButton: 'Accepter l’invitation',
    mailEnd:
      'Le lien fonctionne une seule fois, pendant 7 jours. Si vous ne savez pas qui vous invite, ignorez ce message.',
    sms: '{{clientName}} vous invite dans la famille « {{familyName}} ». Choisissez un mot de passe ici (7 jours) : {{link}}',
    title: 'Rejoindre {{familyName}}',
    lead: '{{clientName}} vous invite dans la famille « {{familyName}} ». Choisissez un mot de passe, et vous y êtes.',
    name: 'Votre nom',
    password: 'Choisissez un mot de passe',
    passwordRule:
      'Au moins 8 caractères. Tout est permis, sauf les mots de passe courants et vos propres nom ou adresse.',
    showPassword: 'Afficher le mot de passe',
    submit: 'Rejoindre la famille',
  },
  confirmation: {
    subject: 'Confirmez votre adresse',
    greeting: 'Bonjour {{name}},',
    mailText:
      '{{clientName}} a ajouté cette adresse à votre compte. Ouvrez ce lien pour confirmer qu’elle est à vous :',
    mailButton: 'Confirmer l’adresse',
    mailEnd:
      'Le lien fonctionne une seule fois, pendant 7 jours. Si ce compte n’est pas le vôtre, ignorez ce message.',
    sms: '{{clientName}} a ajouté ce numéro à votre compte. Confirmez-le ici (7 jours) : {{link}}',
    title: 'Confirmez votre adresse',
    lead: '{{clientName}} a ajouté {{value}} à votre compte. Confirmez que c’est bien à vous.',
    submit: 'Oui, c’est à moi',
    doneTitle: 'Confirmé',
    doneLead: '{{value}} fait maintenant partie de votre compte. Vous pouvez fermer cette page.',
  },
  link: {
    overTitle: 'Ce lien n’est plus valable',
    overLead:
      'Ses 7 jours sont passés, ou un lien plus récent l’a remplacé. Nous pouvons en envoyer un nouveau à la même adresse.',
    resend: 'Envoyer un nouveau lien',
    usedTitle: 'Vous y êtes déjà',
    usedLead: 'Ce lien a fait son travail. Connectez-vous désormais avec votre mot de passe.',
    resentTitle: 'C’est parti',
    resentLead:
      'Un nouveau lien est en route vers la même adresse que le premier. Les anciens ne fonctionnent plus.',
    tooSoonTitle: 'Un instant',
    tooSoonLead:
      'Un lien vient d’être envoyé. Cherchez-le, aussi dans les indésirables, ou réessayez dans quelques minutes.',
    unknownTitle: 'Ce lien ne fonctionne pas',
    unknownLead: 'Il est incomplet, ou il a été retiré. Utilisez le dernier lien que vous avez reçu.',
  },
  welcome: {
    title: 'Bienvenue, {{name}}',
    lead: 'Votre compte est prêt et vous êtes connecté.',
    next: 'Ouvrez votre application familiale et connectez-vous avec {{value}} et le mot de passe que vous venez de choisir.',
  },
  errors: {
    nameRequired: 'Dites comment votre famille doit vous appeler.',
    nameTooLong: '255 caractères au plus.',
    tooShort: 'Utilisez au moins 8 caractères.',
    tooLong: 'Utilisez 256 caractères au plus.',
    common:
      'Beaucoup de gens utilisent ce mot de passe, il est donc facile à deviner. Choisissez-en un autre.',
    own: 'N’utilisez pas votre nom ou votre adresse comme mot de passe.',
    busy: 'Il y a beaucoup de monde en ce moment. Réessayez dans un instant.',
  },
};
