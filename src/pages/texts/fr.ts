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
  signIn: {
    title: 'Se connecter',
    lead: 'Consultez votre compte et les applications que vous avez connectées.',
    leadFor:
      'pour continuer vers {{clientName}}. Votre mot de passe reste chez nous : {{clientName}} ne le voit jamais.',
    identifier: 'Adresse e-mail, numéro de téléphone ou identifiant',
    password: 'Mot de passe',
    submit: 'Se connecter',
    cancel: 'Annuler et revenir à {{clientName}}',
    wrong: 'L’identifiant ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    tooMany: 'Trop d’essais infructueux. Attendez {{seconds}} secondes, puis réessayez.',
    busy: 'Nous sommes très sollicités. Réessayez dans un instant.',
  },
  consent: {
    title: 'Connecter {{clientName}} ?',
    signedInAs: 'Vous êtes connecté en tant que {{accountName}}',
    asks: '{{clientName}} vous demande l’autorisation de :',
    lasts:
      'L’autorisation vaut jusqu’à ce que vous la retiriez, sous « Votre compte » → « Applications connectées ».',
    allow: 'Autoriser',
    deny: 'Ne pas autoriser',
    switch: 'Utiliser un autre compte',
    foot: 'Vous reviendrez à {{destination}}',
  },
  scope: {
    profile: 'voir votre nom',
    email: 'voir votre adresse e-mail',
    openid: 'connaître votre numéro de compte, auquel elle vous reconnaît',
    identity: 'savoir que c’est vous, chaque fois que vous revenez',
    account:
      'voir votre nom, vos adresses e-mail et numéros de téléphone, et les familles dont vous êtes membre',
  },
  connect: {
    title: 'Associer votre compte {{clientName}} ?',
    knownAs: 'Chez {{clientName}}, vous êtes',
    means:
      'Une fois le compte associé, toute personne qui se connecte chez {{clientName}} sous ce nom est connectée ici à votre place.',
    warning:
      'Continuez seulement si vous venez vous-même de {{clientName}} et si ce nom est le vôtre. Si quelqu’un vous a envoyé ce lien, n’associez rien.',
    yes: 'Associer',
    no: 'Ne pas associer',
    connectedTitle: 'Compte associé',
    connectedLead: 'Désormais, {{clientName}} peut vous connecter. Retournez-y et continuez.',
    declinedTitle: 'Compte non associé',
    declinedLead: 'Rien n’a été modifié. Vous pouvez fermer cette page.',
    takenTitle: 'Associé à un autre compte',
    takenLead:
      'Votre compte {{clientName}} est associé à un autre compte ici. Connectez-vous par {{clientName}} pour y accéder.',
    overTitle: 'Veuillez recommencer',
    overLead:
      'Ce lien fonctionne une seule fois et pendant dix minutes. Retournez à l’application d’où vous venez et recommencez.',
  },
  challenge: {
    overTitle: 'Recommencez, s’il vous plaît',
    overLead:
      'Cette connexion est terminée : elle a duré plus de dix minutes, ou elle a commencé dans un autre navigateur. Revenez à l’application d’où vous venez et recommencez.',
    refusedTitle: 'Cette application ne peut pas vous connecter',
    refusedLead:
      'Elle vous a envoyé ici avec une demande à laquelle nous ne pouvons pas répondre. Rien n’a été transmis. Prévenez les responsables de l’application.',
    forDevelopers: 'Pour ses développeurs :',
  },
  account: {
    title: 'Votre compte',
    hello: 'Bonjour, {{name}}',
    you: 'Vous',
    validated: 'confirmé',
    family: 'Membre de {{family}}',
    apps: 'Applications connectées',
    noApps:
      'Aucune application n’est connectée. Celles que vous autorisez apparaissent ici, et vous pouvez y mettre fin ici.',
    since: 'Connectée depuis le {{date}}',
    disconnect: 'Déconnecter',
    disconnectLabel: 'Déconnecter {{app}}',
    signIns: 'Où vous êtes connecté',
    thisBrowser: 'Ce navigateur',
    browser: 'Un autre navigateur',
    signedInSince: 'depuis le {{date}} UTC',
    end: 'Déconnecter',
    endLabel: 'Déconnecter : {{what}}',
    endOthers: 'Déconnecter tout le reste',
    changePassword: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    passwordChanged: 'Votre mot de passe est changé. Les autres navigateurs sont déconnectés.',
    signOut: 'Se déconnecter',
  },
  signOut: {
    title: 'Se déconnecter ?',
    lead: 'Ce navigateur ne sera plus connecté. Les applications connectées le restent.',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    lead: 'Ce navigateur n’est plus connecté.',
  },
  errors: {
    wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
    waitABit: 'Trop d’essais infructueux. Attendez un peu, puis réessayez.',
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
