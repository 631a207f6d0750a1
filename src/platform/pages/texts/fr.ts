import type { Texts } from './plural.js';

export const fr: Texts = {
  languages: 'Langue de cette page',
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
  loneInvitation: {
    subject: 'Votre compte chez {{clientName}}',
    mailText:
      'Un compte a été créé pour vous chez {{clientName}}. Ouvrez ce lien pour choisir un mot de passe et commencer :',
    sms: 'Un compte a été créé pour vous chez {{clientName}}. Choisissez un mot de passe ici (7 jours) : {{link}}',
    title: 'Bienvenue chez {{clientName}}',
    lead: 'Un compte a été créé pour vous. Choisissez un mot de passe pour l’utiliser.',
    submit: 'Enregistrer et se connecter',
  },
  confirmation: {
    subject: 'Confirmez votre adresse',
    greeting: 'Bonjour,',
    mailText:
      '{{clientName}} veut ajouter cette adresse à un compte ici. Si c’est votre compte, ouvrez ce lien, connectez-vous et confirmez que l’adresse est à vous :',
    mailButton: 'Confirmer l’adresse',
    mailEnd:
      'Le lien fonctionne une seule fois, pendant 7 jours. Si ce compte n’est pas le vôtre, ignorez ce message : il ne se passera rien.',
    sms: '{{clientName}} veut ajouter ce numéro à votre compte. Connectez-vous et confirmez ici (7 jours) : {{link}}',
    title: 'Confirmez votre adresse',
    submit: 'Oui, c’est à moi',
    doneTitle: 'Confirmé',
    doneLead: '{{value}} fait maintenant partie de votre compte. Vous pouvez fermer cette page.',
  },
  addition: {
    subject: 'Cette adresse est-elle à vous ?',
    greeting: 'Bonjour,',
    mailText:
      'Quelqu’un veut ajouter cette adresse à un compte ici. Si c’est vous, ouvrez ce lien pour la confirmer :',
    mailButton: 'Confirmer l’adresse',
    mailEnd:
      'Le lien fonctionne une seule fois, pendant 7 jours. Si ce n’est pas vous, ignorez ce message : il ne se passera rien.',
    sms: 'Ajouter ce numéro à votre compte (7 jours) : {{link}} Si ce n’est pas vous, ignorez ce message.',
    lead: '{{value}} va faire partie du compte de {{name}}. Ne confirmez que si ce compte est le vôtre.',
    takenTitle: 'Elle appartient à un autre compte',
    takenLead:
      '{{value}} appartient désormais à un autre compte. Retirez-la d’abord là-bas, puis ajoutez-la de nouveau.',
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe',
    greeting: 'Bonjour {{name}},',
    mailText: 'Vous avez demandé un nouveau mot de passe. Ouvrez ce lien pour en choisir un :',
    mailButton: 'Choisir un nouveau mot de passe',
    mailEnd:
      'Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.',
    sms: 'Choisissez un nouveau mot de passe ici (1 heure) : {{link}} Si vous n’avez rien demandé, ignorez ce message.',
    title: 'Choisir un nouveau mot de passe',
    lead: 'Pour le compte de {{name}}.',
    ends: 'Tous les navigateurs et appareils qui utilisaient l’ancien mot de passe sont déconnectés. Les applications connectées le restent.',
    submit: 'Enregistrer et se connecter',
    overTitle: 'Ce lien n’est plus valable',
    overLead:
      'Il a été utilisé, son heure est passée, ou un lien plus récent l’a remplacé. S’il vous faut encore un nouveau mot de passe, demandez un autre lien.',
    again: 'Demander un nouveau lien',
  },
  forgotten: {
    title: 'Mot de passe oublié ?',
    lead: 'Dites-nous qui vous êtes, et nous vous envoyons un lien pour en choisir un nouveau.',
    submit: 'Envoyer le lien',
    back: 'Retour à la connexion',
    sentTitle: 'Cherchez notre message',
    sentLead:
      'S’il y a un compte, un lien est en route vers son adresse e-mail ou son téléphone. Regardez aussi dans les indésirables ; vous pourrez redemander dans cinq minutes. Si rien n’arrive, demandez à ceux qui vous ont invité.',
  },
  notice: {
    greeting: 'Bonjour {{name}},',
    end: 'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un d’autre est peut-être dans votre compte : ouvrez {{site}}, choisissez-y « Mot de passe oublié ? », vérifiez votre compte et prévenez les responsables de ce service.',
    passwordChanged: {
      subject: 'Votre mot de passe a été changé',
      text: 'Le mot de passe de votre compte sur {{site}} a été changé le {{at}}.',
      sms: 'Votre mot de passe sur {{site}} a été changé le {{at}}. Si ce n’était pas vous, choisissez-y tout de suite un nouveau.',
    },
    identifierProposed: {
      subject: 'Un partenaire veut ajouter une adresse à votre compte',
      text: '{{clientName}} a demandé le {{at}} d’ajouter {{value}} à votre compte sur {{site}}. Elle ne compte pour rien tant que personne n’ouvre le lien envoyé là-bas, ne se connecte à votre compte et ne la confirme.',
      end: 'Si {{value}} est à vous, ouvrez ce lien. Sinon, ne la confirmez pour personne et prévenez les responsables de ce service.',
      sms: '{{clientName}} a demandé le {{at}} d’ajouter {{value}} à votre compte sur {{site}}. Ne confirmez que si c’est à vous.',
    },
    identifierAdded: {
      subject: 'Votre compte a une adresse de plus',
      text: '{{value}} a été ajouté à votre compte sur {{site}} le {{at}}. On peut désormais se connecter avec.',
      sms: '{{value}} a été ajouté à votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, changez-y vite le mot de passe.',
    },
    identifierRemoved: {
      subject: 'Votre compte a une adresse de moins',
      text: '{{value}} a été retiré de votre compte sur {{site}} le {{at}}. On ne peut plus se connecter avec.',
      sms: '{{value}} a été retiré de votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, changez-y vite le mot de passe.',
    },
    partnerConnected: {
      subject: 'Un partenaire peut ouvrir votre compte',
      text: 'Votre compte sur {{site}} a été connecté avec {{value}} le {{at}}. Qui est connecté là-bas sous votre nom entre ici.',
      sms: 'Votre compte sur {{site}} a été connecté avec {{value}} le {{at}}. Si ce n’était pas vous, prévenez les responsables.',
    },
    familyLeft: {
      subject: 'Quelqu’un a quitté votre famille',
      text: '{{clientName}} a quitté la famille « {{value}} » sur {{site}} le {{at}}.',
      end: 'Vous recevez ce message parce que vous avez fondé la famille ou parce que vous l’avez quittée. Si ce n’était pas vous, choisissez maintenant un nouveau mot de passe sur {{site}}.',
      sms: '{{clientName}} a quitté la famille « {{value}} » sur {{site}} le {{at}}.',
    },
    familyHandedOver: {
      subject: 'Votre famille a été transmise',
      text: 'La famille « {{value}} » sur {{site}} a été transmise à {{clientName}} le {{at}}.',
      end: 'Vous recevez ce message parce que vous l’avez fondée ou parce qu’elle vous est transmise. Si ce n’est pas vous qui l’avez transmise, choisissez maintenant un nouveau mot de passe sur {{site}}.',
      sms: 'La famille « {{value}} » sur {{site}} a été transmise à {{clientName}} le {{at}}.',
    },
    deletionAsked: {
      subject: 'Votre compte sera supprimé',
      text: 'Le {{at}}, quelqu’un a demandé la suppression de votre compte sur {{site}}. Tout est déconnecté, et le compte sera supprimé dans sept jours.',
      end: 'Si vous voulez le garder, ou si ce n’était pas vous, ouvrez {{site}} pendant ces sept jours, connectez-vous et choisissez de garder le compte.',
      sms: 'Votre compte sur {{site}} sera supprimé dans sept jours, comme demandé le {{at}}. Connectez-vous pour le garder.',
    },
    deletionUndone: {
      subject: 'Votre compte est conservé',
      text: 'Votre compte sur {{site}} allait être supprimé. Il a été conservé le {{at}} et fonctionne comme avant.',
      sms: 'Votre compte sur {{site}} a été conservé le {{at}} : il n’est pas supprimé.',
    },
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
    tooManyTitle: 'Un instant, s’il vous plaît',
    tooManyLead: 'Votre réseau vient d’envoyer un grand nombre de demandes. Attendez un peu, puis réessayez.',
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
    identifier: 'E-mail, téléphone ou nom d’utilisateur',
    password: 'Mot de passe',
    forgotten: 'Mot de passe oublié ?',
    submit: 'Se connecter',
    cancel: 'Annuler et revenir à {{clientName}}',
    wrong:
      'L’e-mail, le téléphone ou le nom d’utilisateur, ou le mot de passe, est incorrect. Vérifiez les deux et réessayez.',
    tooMany_one: 'Trop d’essais infructueux. Attendez {{count}} seconde, puis réessayez.',
    tooMany_many: 'Trop d’essais infructueux. Attendez {{count}} de secondes, puis réessayez.',
    tooMany_other: 'Trop d’essais infructueux. Attendez {{count}} secondes, puis réessayez.',
    busy: 'Nous sommes très sollicités. Réessayez dans un instant.',
    otherAccount: 'Vous êtes connecté, mais il s’agit d’un autre compte. Connectez-vous à celui-là.',
    leaving: 'Ce compte va être supprimé, comme vous l’avez demandé.',
  },
  consent: {
    title: 'Connecter {{clientName}} ?',
    signedInAs: 'Vous êtes connecté en tant que {{accountName}}',
    asks: '{{clientName}} vous demande l’autorisation de :',
    lasts:
      'L’autorisation vaut jusqu’à ce que vous la retiriez, sous « Votre compte » → « Applications connectées ».',
    allow: 'Autoriser',
    deny: 'Annuler',
    switch: 'Ce n’est pas vous ?',
    foot: 'Vous reviendrez à {{destination}}',
    not: 'Elle ne reçoit pas votre mot de passe et ne peut rien changer dans votre compte.',
  },
  given: {
    identity: 'vous reconnaître quand vous revenez',
    name: 'voir votre nom',
    email: 'voir votre adresse e-mail',
    emails: 'voir vos adresses e-mail',
    phones: 'voir vos numéros de téléphone',
    families: 'voir les familles dont vous êtes membre',
  },
  families: {
    none: 'Vous n’êtes encore dans aucune famille. La personne qui en tient une peut vous inviter.',
    members: 'Membres',
    you: 'vous',
    since: 'depuis le {{date}}',
    until: 'jusqu’au {{date}}',
    invitedBy: 'sur invitation de {{name}}',
    roleLabel: 'Rôle',
    role: {
      member: 'Membre',
      administrator: 'Administration',
      founder: 'Fondation',
    },
    pending: 'Invitations en attente',
    withdraw: 'Annuler',
    withdrawLabel: 'Annuler l’invitation de {{value}}',
    withdrawn: 'L’invitation est annulée. Son lien ne fonctionne plus.',
    invite: 'Inviter quelqu’un',
    inviteName: 'Nom de la personne',
    inviteHint: 'Nous y envoyons une invitation. Qui n’a pas encore de compte en reçoit un en acceptant.',
    inviteSubmit: 'Envoyer l’invitation',
    invited: 'Une invitation est en route vers {{value}}.',
    picture: 'Photo de famille',
    pictureFile: 'Image',
    pictureHint: '5 Mo au plus. Le lieu et la date de prise de vue sont retirés.',
    pictureSave: 'Enregistrer l’image',
    pictureSaved: 'L’image est enregistrée.',
    handOver: 'Transmettre la famille',
    handOverHint:
      'Un autre membre prend la tête, et vous restez dans l’administration. Seule cette personne peut revenir en arrière.',
    handOverTo: 'À qui',
    choose: 'Choisir un membre',
    handedOver: 'La famille est transmise. Vous en êtes maintenant administrateur.',
    leave: 'Quitter la famille',
    leaveHint:
      'Vous ne verrez plus ce que les applications montrent aux seuls membres. Quelqu’un de la famille peut vous réinviter.',
  },
  data: {
    download: 'Télécharger vos données',
    downloadHint:
      'Tout ce qui est conservé ici à votre sujet, en JSON, avec les images de vos familles, dans un fichier ZIP. Il ne contient ni mot de passe, ni jeton, ni autre secret.',
    downloadSubmit: 'Télécharger',
    delete: 'Supprimer votre compte',
    deleteHint:
      'Vous êtes déconnecté partout aussitôt, et les applications perdent leur accès. Pendant sept jours, vous pouvez vous connecter et garder le compte. Ensuite, tout est supprimé pour de bon.',
    deleteSubmit: 'Supprimer mon compte',
    askedTitle: 'Votre compte sera supprimé',
    askedLead:
      'Vous êtes déconnecté partout. Le compte sera supprimé le {{date}}. D’ici là, vous pouvez vous connecter et le garder.',
    undoTitle: 'Garder votre compte ?',
    undoLead:
      'Il sera supprimé le {{date}}, comme vous l’avez demandé. Si vous le gardez, tout redevient comme avant ; vous vous reconnectez dans les applications.',
    undoSubmit: 'Garder mon compte',
    overTitle: 'Le délai est passé',
    overLead: 'Reconnectez-vous pour garder le compte.',
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
  membership: {
    subject: '{{clientName}} vous propose de rejoindre {{familyName}}',
    greeting: 'Bonjour {{name}},',
    mailText:
      '{{clientName}} vous propose de rejoindre la famille « {{familyName}} » avec votre compte. Ouvrez ce lien, connectez-vous et décidez :',
    mailButton: 'Voir et décider',
    mailEnd:
      'Le lien fonctionne une seule fois, pendant 7 jours. Si vous ne savez pas qui vous écrit, ignorez ce message : il ne se passera rien.',
    sms: '{{clientName}} vous propose de rejoindre la famille « {{familyName}} ». Connectez-vous et décidez ici (7 jours) : {{link}}',
  },
  proposal: {
    signIn:
      '{{clientName}} demande quelque chose à votre compte. Connectez-vous pour voir quoi, et décidez. {{clientName}} ne voit jamais votre mot de passe.',
    decline: 'Non merci',
    addressTitle: 'Ajouter {{value}} à votre compte ?',
    addressMeans:
      '{{clientName}} le demande. Une fois l’adresse ajoutée, vous pouvez vous connecter avec, et toute personne qui lit les messages qui y arrivent peut choisir un nouveau mot de passe pour votre compte.',
    addressWarning:
      'Ne l’ajoutez que si {{value}} est à vous seul. Si quelqu’un vous a envoyé ce lien, n’en faites rien.',
    addressYes: 'Ajouter',
    addressNo: 'Ne pas ajouter',
    familyTitle: 'Rejoindre {{familyName}} ?',
    familyMeans: '{{clientName}} vous propose de devenir membre de cette famille.',
    familyWarning: 'Ne la rejoignez que si vous connaissez ces personnes. Rien ne change avant.',
    familyYes: 'Rejoindre la famille',
    familyNo: 'Ne pas la rejoindre',
    familyDoneTitle: 'Vous y êtes',
    familyDoneLead: 'Vous êtes maintenant membre de {{familyName}}. Vous pouvez fermer cette page.',
    familyTakenTitle: 'Elle a déjà un fondateur',
    familyTakenLead:
      'On vous a proposé de rejoindre {{familyName}} comme fondateur, et quelqu’un d’autre l’est désormais. Dites-le à ceux qui vous l’ont proposé.',
    declinedTitle: 'Refusé',
    declinedLead: 'Rien n’a été modifié. Vous pouvez fermer cette page.',
    overTitle: 'Ce lien n’est plus valable',
    overLead:
      'Il a servi, ses 7 jours sont passés, ou il a été retiré. Si vous y tenez encore, dites-le à ceux qui vous l’ont demandé.',
  },
  challenge: {
    overTitle: 'Recommencez, s’il vous plaît',
    overLead:
      'Cette connexion est terminée : elle a duré plus de dix minutes, ou elle a commencé dans un autre navigateur. Revenez à l’application d’où vous venez et recommencez.',
    refusedTitle: 'Cette application ne peut pas vous connecter',
    refusedLead:
      'Elle vous a envoyé ici avec une demande à laquelle nous ne pouvons pas répondre. Rien n’a été transmis. Prévenez les responsables de l’application.',
    tooManyTitle: 'Un instant, s’il vous plaît',
    tooManyLead:
      'De nombreuses connexions viennent d’être commencées depuis votre réseau. Attendez un peu, puis revenez à l’application d’où vous venez et réessayez.',
    forDevelopers: 'Pour ses développeurs :',
  },
  account: {
    title: 'Votre compte',
    hello: 'Bonjour, {{name}}',
    you: 'Avec quoi vous vous connectez',
    validated: 'confirmé',
    apps: 'Applications connectées',
    noApps:
      'Aucune application n’est connectée. Celles que vous autorisez apparaissent ici, et vous pouvez y mettre fin ici.',
    since: 'Connectée depuis le {{date}}',
    disconnect: 'Déconnecter',
    disconnectLabel: 'Déconnecter {{app}}',
    signIns: 'Où vous êtes connecté',
    thisBrowser: 'Ce navigateur',
    browser: 'Un navigateur',
    end: 'Déconnecter',
    endLabel: 'Déconnecter : {{what}}',
    endOthers: 'Déconnecter tout le reste',
    profile: 'Votre profil',
    country: 'Pays',
    noCountry: 'Non indiqué',
    language: 'Langue de nos messages',
    languageHint: 'Pour les e-mails et les SMS. La langue des pages se choisit en bas de chacune.',
    save: 'Enregistrer le profil',
    saved: 'Votre profil est enregistré.',
    waiting: 'à confirmer',
    addAddress: 'Ajouter une adresse e-mail ou un numéro de téléphone',
    address: 'Adresse e-mail ou numéro de téléphone',
    addressHint: 'Nous y envoyons un lien. Une fois ouvert, vous pourrez vous connecter avec.',
    proof: 'Votre mot de passe, pour être sûrs que c’est vous',
    add: 'Envoyer le lien',
    addressSent:
      'Un lien est en route vers {{value}}. Si rien n’arrive, il se peut qu’un autre compte l’ait déjà.',
    remove: 'Retirer',
    removeLabel: 'Retirer {{value}}',
    removeTitle: 'Retirer {{value}} ?',
    removeLead: 'Vous ne pourrez plus vous connecter avec, et aucun message n’y sera plus envoyé.',
    keep: 'Annuler',
    changePassword: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    passwordChanged: 'Votre mot de passe est changé. Les autres navigateurs sont déconnectés.',
    signOut: 'Se déconnecter',
    agent: '{{browser}} sur {{system}}',
    lastUsed: 'utilisé',
    firstSeen: 'connecté',
    tabs: {
      profile: 'Profil',
      signIn: 'Connexion',
      devices: 'Appareils',
      apps: 'Applications',
      families: 'Familles',
      data: 'Vos données',
    },
    history: {
      title: 'Historique des connexions',
      lead: 'Ce qui a été fait avec votre mot de passe et vos connexions. Si quelque chose vous est inconnu, changez de mot de passe et déconnectez ce que vous ne connaissez pas.',
      none: 'Rien n’est encore enregistré.',
      back: 'Retour à vos appareils',
      older: 'Plus anciens',
      password: 'Mot de passe accepté',
      refused: 'Mot de passe incorrect',
      signedIn: 'Connexion',
      signedOut: 'Déconnexion',
      browsersEnded: 'Navigateurs déconnectés',
      devicesEnded: 'Appareils déconnectés',
      passwordChanged: 'Mot de passe changé',
      passwordReset: 'Nouveau mot de passe choisi par un lien',
    },
  },
  signOut: {
    title: 'Se déconnecter ?',
    lead: 'Ce navigateur ne sera plus connecté. Les applications connectées le restent.',
  },
  formPost: {
    title: 'Retour à l’application',
    lead: 'Vous continuez vers l’application qui vous a envoyé ici.',
    submit: 'Continuer',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    lead: 'Ce navigateur n’est plus connecté.',
  },
  brand: {
    terms: 'Conditions',
    privacy: 'Confidentialité',
    support: 'Aide',
    server: 'Vous vous connectez avec {{serverName}}.',
  },
  mail: {
    address: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
    foot: 'Envoyé par {{serverName}}, {{site}}',
    why: {
      invitation:
        'Vous recevez ce message parce que {{clientName}} a donné cette adresse pour vous inviter sur {{site}}.',
      confirmation:
        'Vous recevez ce message parce que {{clientName}} a donné cette adresse pour un compte sur {{site}}.',
      addition:
        'Vous recevez ce message parce que quelqu’un a saisi cette adresse dans un compte sur {{site}}.',
      reset:
        'Vous recevez ce message parce qu’un nouveau mot de passe a été demandé sur {{site}} pour le compte qui a cette adresse.',
      membership:
        'Vous recevez ce message parce que {{clientName}} demande quelque chose à votre compte sur {{site}}, qui a cette adresse.',
      notice:
        'Vous recevez ce message parce que votre compte sur {{site}} a cette adresse. Tout changement de votre façon de vous connecter est annoncé à chacune de ses adresses : cela ne peut pas être désactivé.',
    },
  },
  errors: {
    identifierRequired: 'Indiquez votre e-mail, votre téléphone ou votre nom d’utilisateur.',
    addressInvalid:
      'Ce n’est ni une adresse e-mail ni un numéro de téléphone. Donnez un numéro avec son pays, par exemple +33 …',
    alreadyYours: 'Cela fait déjà partie de votre compte.',
    sentAlready:
      'Un lien vient d’y être envoyé, ou vous en avez demandé beaucoup aujourd’hui. Cherchez-le, ou réessayez plus tard.',
    chooseFromList: 'Choisissez dans la liste.',
    lastIdentifier: 'Vous ne pourriez plus vous connecter : ajoutez d’abord une autre adresse.',
    wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
    waitABit: 'Trop d’essais infructueux. Attendez un peu, puis réessayez.',
    tooMany: 'Votre réseau vient d’envoyer un grand nombre de demandes. Attendez un peu, puis réessayez.',
    nameRequired: 'Indiquez votre nom.',
    nameTooLong: '255 caractères au plus.',
    tooShort: 'Utilisez au moins 8 caractères.',
    tooLong: 'Utilisez 256 caractères au plus.',
    common:
      'Beaucoup de gens utilisent ce mot de passe, il est donc facile à deviner. Choisissez-en un autre.',
    own: 'N’utilisez pas votre nom ou votre adresse comme mot de passe.',
    word: 'N’utilisez pas surtout le nom de ce service. Ajoutez au moins 8 autres caractères.',
    breached:
      'Ce mot de passe a été volé quelque part et des criminels le connaissent. Choisissez-en un autre, et changez-le partout où vous l’utilisez.',
    busy: 'Il y a beaucoup de monde en ce moment. Réessayez dans un instant.',
    outcomeUnknown:
      'La connexion a été perdue avant que nous sachions si c’est enregistré. Vérifiez, et réessayez si ce n’est pas le cas.',
    founderStays: 'Vous en êtes le fondateur ou la fondatrice : transmettez la famille avant de la quitter.',
    pictureMissing: 'Choisissez une image.',
    pictureInvalid: 'Nous ne pouvons pas lire cette image. Choisissez un JPEG, PNG, WebP ou GIF.',
    pictureTooLarge: 'L’image est trop grande. Choisissez-en une de 5 Mo au plus.',
    notAllowed: 'Seuls le fondateur et les administrateurs de la famille le peuvent.',
    founderHandsOver:
      'Vous êtes fondateur d’une famille qui a d’autres membres : transmettez-la d’abord, sous Familles.',
    hasRole: 'Ce compte administre le service. Un administrateur doit d’abord lui retirer son rôle.',
  },
};
