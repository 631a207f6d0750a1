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
    lead: '{{clientName}} vous invite dans la famille « {{familyName}} ». Choisissez un mot de passe pour la rejoindre. Le compte est pour {{value}}.',
    name: 'Votre nom',
    password: 'Choisissez un mot de passe',
    passwordRule:
      'Au moins 8 caractères. Tout est permis, sauf les mots de passe courants, votre nom et votre adresse.',
    showPassword: 'Afficher le mot de passe',
    beside:
      'Vous avez d’autres invitations à cette adresse. Choisissez les familles que vous voulez aussi rejoindre.',
    besideFamily: '{{familyName}}, invitation de {{clientName}}',
    submit: 'Rejoindre la famille',
  },
  loneInvitation: {
    subject: 'Votre compte chez {{clientName}}',
    mailText:
      'Un compte a été créé pour vous chez {{clientName}}. Ouvrez ce lien pour choisir un mot de passe et commencer :',
    sms: 'Un compte a été créé pour vous chez {{clientName}}. Choisissez un mot de passe ici (7 jours) : {{link}}',
    title: 'Bienvenue chez {{clientName}}',
    lead: 'Un compte a été créé pour vous. Choisissez un mot de passe pour l’utiliser. Le compte est pour {{value}}.',
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
    takenTitle: 'Cette adresse appartient à un autre compte',
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
    lead: 'Pour le compte de {{name}}',
    ends: 'Tous les navigateurs et appareils qui utilisaient l’ancien mot de passe sont déconnectés. Les applications connectées le restent. Les mots de passe d’appareil sont aussi supprimés.',
    submit: 'Enregistrer et se connecter',
    overTitle: 'Ce lien n’est plus valable',
    overLead:
      'Il a été utilisé, a expiré ou a été remplacé par un lien plus récent. S’il vous faut encore un nouveau mot de passe, demandez un autre lien.',
    again: 'Demander un nouveau lien',
  },
  forgotten: {
    title: 'Mot de passe oublié ?',
    lead: 'Dites-nous qui vous êtes, et nous vous envoyons un lien pour en choisir un nouveau.',
    submit: 'Envoyer le lien',
    back: 'Retour à la connexion',
    sentTitle: 'Consultez vos messages',
    sentLead:
      'S’il y a un compte, un lien est en route vers son adresse e-mail ou son téléphone. Regardez aussi dans les indésirables ; vous pourrez en demander un autre dans cinq minutes. Si rien n’arrive, demandez à la personne qui vous a invité.',
  },
  recovery: {
    subject: 'Retrouver l’accès à votre compte',
    greeting: 'Bonjour {{name}},',
    mailText:
      'Quelqu’un a demandé à retrouver l’accès à votre compte sans son second facteur. Rien n’est encore changé : ouvrez ce lien pour voir à partir de quand le second facteur pourra être retiré, ou pour arrêter la procédure.',
    mailButton: 'Voir ou arrêter la procédure',
    mailEnd:
      'Si ce n’était pas vous, ouvrez le lien, arrêtez la procédure maintenant, puis choisissez un nouveau mot de passe. Si c’était vous, gardez ce message : le même lien fonctionne après l’attente.',
    sms: 'Quelqu’un veut entrer dans votre compte sans second facteur. Si ce n’est pas vous, arrêtez tout : {{link}}',
    title: 'Second facteur perdu ?',
    lead: 'Si vous n’avez ni codes à usage unique, ni code de récupération, ni clé d’accès, nous envoyons un lien à chaque adresse confirmée de votre compte.',
    signInFirst:
      'Connectez-vous d’abord avec votre mot de passe. La page qui demande votre second facteur mène ici.',
    waitHint:
      'Pour votre sécurité, il faut attendre avant que le second facteur puisse être retiré. D’ici là, toute personne qui reçoit le lien peut arrêter la procédure.',
    ask: 'Envoyer les liens',
    sentTitle: 'Consultez vos messages',
    sentLead:
      'Les liens sont en route vers les adresses confirmées de votre compte. Vous pourrez les redemander dans cinq minutes ; le délai continue de courir.',
    waitTitle: 'Il faut encore attendre un peu',
    waitLead:
      'Le second facteur du compte de {{name}} peut être retiré à partir du {{date}}, par ce même lien.',
    readyTitle: 'Retirer le second facteur ?',
    readyLead:
      'L’attente est finie. Ensuite, le mot de passe suffira pour ouvrir le compte de {{name}} ; configurez bientôt un nouveau second facteur.',
    remove: 'Retirer le second facteur',
    stopHint: 'Si vous n’avez rien demandé, ou si vous avez retrouvé vos codes, arrêtez la procédure.',
    stop: 'Arrêter',
    stoppedTitle: 'Procédure arrêtée',
    stoppedLead:
      'Le second facteur reste tel qu’il était. Si vous n’avez rien demandé, connectez-vous et choisissez un nouveau mot de passe.',
    doneTitle: 'Le second facteur est retiré',
    doneLead: 'Connectez-vous avec votre mot de passe, puis configurez un nouveau second facteur.',
    overTitle: 'Ce lien n’est plus valable',
    overLead:
      'Il a été utilisé ou arrêté, a expiré ou a été remplacé par un lien plus récent. Rien n’a été changé.',
    spent:
      'En 90 jours, un lien n’arrête cela qu’une fois, et c’était le {{date}}. Pour l’arrêter maintenant, connectez-vous et présentez votre second facteur.',
    spentSignIn: 'Se connecter et l’arrêter',
    ownTitle: 'Quelqu’un dit que le second facteur est perdu',
    ownLead:
      'À partir du {{date}}, il peut être supprimé par un lien envoyé à vos adresses. Si vous ne l’avez pas demandé, arrêtez cela, puis choisissez un nouveau mot de passe.',
  },
  notice: {
    greeting: 'Bonjour {{name}},',
    end: 'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un d’autre est peut-être dans votre compte : ouvrez {{site}}, choisissez-y « Mot de passe oublié ? », vérifiez votre compte et prévenez les responsables de ce service.',
    passwordChanged: {
      subject: 'Votre mot de passe a été changé',
      text: 'Le mot de passe de votre compte sur {{site}} a été changé le {{at}}.',
      sms: 'Votre mot de passe sur {{site}} a été changé le {{at}}. Si ce n’était pas vous, choisissez-en tout de suite un nouveau.',
    },
    secondFactorAdded: {
      subject: 'Votre compte a un second facteur',
      text: 'Un second facteur a été configuré pour votre compte sur {{site}} le {{at}}. Désormais, la connexion demande aussi un code de l’application d’authentification.',
      sms: 'Un second facteur a été configuré pour votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, prévenez les responsables.',
    },
    secondFactorRemoved: {
      subject: 'Votre second facteur a été supprimé',
      text: 'Le second facteur de votre compte sur {{site}} a été supprimé le {{at}}. Désormais, le mot de passe suffit pour l’ouvrir.',
      sms: 'Le second facteur de votre compte sur {{site}} a été supprimé le {{at}}. Si ce n’était pas vous, choisissez-y tout de suite un nouveau mot de passe.',
    },
    recoveryCodesMade: {
      subject: 'Vous avez de nouveaux codes de secours',
      text: 'De nouveaux codes de secours ont été créés pour votre compte sur {{site}} le {{at}}. Les précédents ne fonctionnent plus.',
      sms: 'De nouveaux codes de secours ont été créés pour votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, choisissez-y tout de suite un nouveau mot de passe.',
    },
    recoveryCodeUsed: {
      subject: 'Un code de secours a été utilisé',
      text: 'Quelqu’un s’est connecté à votre compte sur {{site}} le {{at}} avec le mot de passe et un code de secours. Ce code ne fonctionne plus.',
      sms: 'Un code de secours de votre compte sur {{site}} a été utilisé le {{at}}. Si ce n’était pas vous, choisissez-y tout de suite un nouveau mot de passe.',
    },
    identifierProposed: {
      subject: 'Un partenaire veut ajouter une adresse à votre compte',
      text: '{{clientName}} a demandé le {{at}} d’ajouter {{value}} à votre compte sur {{site}}. Cela n’a aucun effet tant que personne n’a ouvert le lien envoyé à cette adresse, ne s’est connecté à votre compte et ne l’a confirmée.',
      end: 'Si {{value}} est à vous, ouvrez ce lien. Sinon, ne la confirmez pour personne et prévenez les responsables de ce service.',
      sms: '{{clientName}} a demandé le {{at}} d’ajouter {{value}} à votre compte sur {{site}}. Ne confirmez que si c’est à vous.',
    },
    identifierAdded: {
      subject: 'Une adresse a été ajoutée à votre compte',
      text: '{{value}} a été ajouté à votre compte sur {{site}} le {{at}}. On peut désormais l’utiliser pour se connecter.',
      sms: '{{value}} a été ajouté à votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, changez-y vite le mot de passe.',
    },
    identifierRemoved: {
      subject: 'Une adresse a été retirée de votre compte',
      text: '{{value}} a été retiré de votre compte sur {{site}} le {{at}}. On ne peut plus l’utiliser pour se connecter.',
      sms: '{{value}} a été retiré de votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, changez-y vite le mot de passe.',
    },
    signInDisowned: {
      subject: 'Quelque chose a été arrêté dans votre compte',
      text: 'Une connexion à votre compte sur {{site}} a été signalée comme non reconnue le {{at}}. Elle est terminée, et ce qui y a été ajouté ne peut plus servir.',
      end: 'Si ce n’était pas vous, choisissez maintenant un nouveau mot de passe sur {{site}}.',
      sms: 'Une connexion à votre compte sur {{site}} a été signalée comme non reconnue le {{at}} ; ce qui y a été ajouté ne peut plus servir. Si ce n’était pas vous, choisissez-y maintenant un nouveau mot de passe.',
    },
    passkeyAdded: {
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      text: 'La clé d’accès « {{value}} » a été ajoutée à votre compte sur {{site}} le {{at}}. Elle permet désormais de se connecter.',
      sms: 'La clé d’accès « {{value}} » a été ajoutée à votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, supprimez-la tout de suite.',
    },
    passkeyRemoved: {
      subject: 'Une clé d’accès a été supprimée de votre compte',
      text: 'La clé d’accès « {{value}} » a été supprimée de votre compte sur {{site}} le {{at}}. Elle ne permet plus de se connecter.',
      sms: 'La clé d’accès « {{value}} » a été supprimée de votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, choisissez-y un nouveau mot de passe.',
    },
    passkeyCloned: {
      subject: 'Une de vos clés d’accès a peut-être été copiée',
      text: 'Quelqu’un a utilisé sur {{site}}, le {{at}}, une clé d’accès qui ressemble à une copie de « {{value}} ». Elle a été refusée.',
      end: 'Supprimez cette clé d’accès de votre compte sur {{site}} et ajoutez-en une nouvelle. Si vous ne savez pas comment elle a pu être copiée, choisissez aussi un nouveau mot de passe.',
      sms: 'Quelqu’un a utilisé une copie de votre clé d’accès « {{value}} » sur {{site}} le {{at}}. Elle a été refusée. Supprimez-y cette clé.',
    },
    partnerConnected: {
      subject: 'Un partenaire peut vous connecter à votre compte',
      text: 'Votre compte sur {{site}} a été connecté avec {{value}} le {{at}}. Toute personne qui s’y connecte sous votre nom est aussi connectée ici.',
      sms: 'Votre compte sur {{site}} a été connecté avec {{value}} le {{at}}. Si ce n’était pas vous, prévenez les responsables.',
    },
    partnerDisconnected: {
      subject: 'Un partenaire ne peut plus vous connecter à votre compte',
      text: 'Votre compte sur {{site}} a été délié de {{value}} le {{at}}. Se connecter là-bas ne vous connecte plus ici.',
      sms: 'Votre compte sur {{site}} a été délié de {{value}} le {{at}}. Si ce n’était pas vous, prévenez les responsables.',
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
      end: 'Vous recevez ce message parce que vous l’avez fondée ou parce qu’elle vous a été transmise. Si ce n’est pas vous qui l’avez transmise, choisissez maintenant un nouveau mot de passe sur {{site}}.',
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
    newBrowser: {
      subject: 'Connexion depuis un nouveau navigateur',
      text: 'Quelqu’un s’est connecté à votre compte sur {{site}} le {{at}}, depuis un navigateur jamais utilisé avec ce compte : {{browser}}, réseau {{network}}.',
      end: 'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un peut se connecter à votre place : ouvrez {{site}}, choisissez-y « Mot de passe oublié ? », ce qui déconnecte tous les navigateurs, et prévenez les responsables de ce service.',
      sms: 'Nouveau navigateur dans votre compte sur {{site}} le {{at}} : {{browser}}, {{network}}. Si ce n’était pas vous, choisissez-y un nouveau mot de passe.',
      unknown: 'inconnu',
    },
    devicePasswordAdded: {
      subject: 'Un mot de passe d’appareil a été créé pour votre compte',
      text: 'Un mot de passe d’appareil « {{value}} » a été créé pour votre compte sur {{site}} le {{at}}. Il connecte une application sans votre second facteur.',
      sms: 'Un mot de passe d’appareil « {{value}} » a été créé pour votre compte sur {{site}} le {{at}}. Si ce n’était pas vous, changez le vôtre.',
    },
    devicePasswordRemoved: {
      subject: 'Un mot de passe d’appareil a été supprimé',
      text: 'Le mot de passe d’appareil « {{value}} » de votre compte sur {{site}} a été supprimé le {{at}}, avec ce qu’il avait connecté.',
      sms: 'Le mot de passe d’appareil « {{value}} » de votre compte sur {{site}} a été supprimé le {{at}}.',
    },
    devicePasswordNeeded: {
      subject: 'Une application n’a pas pu vous connecter',
      text: 'Une application a envoyé le mot de passe de votre compte sur {{site}} le {{at}}. Il était juste, mais votre compte a un second facteur que cette application ne peut pas demander : il a été refusé.',
      end: 'Si c’est la vôtre, connectez-vous sur {{site}}, créez sous « Connexion » un mot de passe d’appareil pour elle et saisissez-le là-bas. Sinon, quelqu’un connaît votre mot de passe : choisissez-en tout de suite un nouveau.',
      sms: 'Une application a envoyé votre mot de passe sur {{site}} le {{at}} : refusé. Créez-y un mot de passe d’appareil, ou changez le vôtre.',
    },
    recoveryStopped: {
      subject: 'Votre second facteur reste',
      text: 'Quelqu’un voulait retrouver l’accès à votre compte sur {{site}} sans son second facteur. Cela a été arrêté le {{at}}.',
      sms: 'L’accès à votre compte sur {{site}} sans second facteur a été arrêté le {{at}}.',
    },
    recoveryDone: {
      subject: 'Le second facteur de votre compte a été retiré',
      text: 'Le second facteur de votre compte sur {{site}} a été retiré le {{at}}, par un lien après l’attente. Le mot de passe suffit maintenant pour l’ouvrir.',
      sms: 'Le second facteur de votre compte sur {{site}} a été retiré le {{at}}. Si ce n’était pas vous, changez vite de mot de passe.',
    },
    handOverStopped: {
      subject: 'Votre famille reste la vôtre',
      text: 'La famille « {{value}} » sur {{site}} devait être transmise. Cela a été arrêté le {{at}}.',
      sms: 'La transmission de la famille « {{value}} » sur {{site}} a été arrêtée le {{at}}.',
    },
    more: 'Et d’autres du même type : {{count}}.',
    summary:
      '{{count}} autres avis sur votre compte sur {{site}} depuis le {{at}}. Connectez-vous pour voir ce qui a changé.',
    stopEnd:
      'Si c’était vous, il n’y a rien à faire. Sinon, ouvrez le lien ci-dessous et confirmez : le navigateur d’où cela a été fait sera déconnecté et ce qu’il a ajouté sera bloqué. Le lien expire dans 14 jours.',
    additionStopped: {
      subject: 'Une modification de votre compte a été arrêtée',
      text: 'Une personne qui lit les messages de l’une de vos adresses a arrêté le {{at}} une modification de votre compte sur {{site}}. Le navigateur concerné est déconnecté et ce qu’il avait ajouté ne fonctionne plus.',
      sms: 'Une modification de votre compte sur {{site}} a été arrêtée le {{at}}. Si ce n’était pas vous, changez-y vite le mot de passe.',
    },
    recoveryAsked: {
      subject: 'Demande d’accès à votre compte sans second facteur',
      text: 'Quelqu’un a demandé le {{at}} à accéder à votre compte sur {{site}} sans le second facteur. Celui-ci peut être retiré après un délai. D’autres adresses de votre compte ont reçu un lien qui arrête cette demande.',
      sms: 'Accès à votre compte sur {{site}} sans second facteur demandé le {{at}}. Si ce n’était pas vous, changez-y vite le mot de passe.',
    },
    accountHeld: {
      subject: 'Votre compte est suspendu',
      text: 'Le {{at}}, l’assistance a suspendu votre compte sur {{site}}, car une autre personne l’utilise peut-être. Tous les navigateurs et applications sont déconnectés, et personne ne peut se connecter pendant trois jours au plus.',
      end: 'Si vous l’avez demandé, attendez l’assistance. Sinon, contactez-la : quelqu’un se fait peut-être passer pour vous.',
      sms: 'Votre compte sur {{site}} est suspendu depuis le {{at}}. Si vous ne l’avez pas demandé, contactez l’assistance.',
    },
    accountSecured: {
      subject: 'Votre compte a été sécurisé',
      text: 'Le {{at}}, un administrateur a sécurisé votre compte sur {{site}}, car une autre personne l’a peut-être utilisé. Le mot de passe, les mots de passe d’appareil et toutes les connexions ne valent plus. Un lien à usage unique vous permet de choisir un nouveau mot de passe.',
      end: 'Si vous l’avez demandé, utilisez le lien que l’administrateur vous envoie ou vous remet. Sinon, contactez l’assistance : quelqu’un se fait peut-être passer pour vous.',
      sms: 'Votre compte sur {{site}} a été sécurisé le {{at}}. Si vous ne l’avez pas demandé, contactez l’assistance.',
    },
  },
  link: {
    expiredTitle: 'Ce lien n’est plus valable',
    expiredLead: 'Il a expiré au bout de 7 jours. Nous pouvons en envoyer un nouveau à la même adresse.',
    resend: 'Envoyer un nouveau lien',
    usedTitle: 'Vous avez déjà rejoint la famille',
    usedLead: 'Ce lien a déjà été utilisé. Connectez-vous désormais avec votre mot de passe.',
    resentTitle: 'Lien envoyé',
    resentLead:
      'Un nouveau lien est en route vers la même adresse que le premier. Les anciens ne fonctionnent plus.',
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
    passkey: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous avec votre mot de passe.',
    tooMany_one: 'Trop d’essais infructueux. Attendez {{count}} seconde, puis réessayez.',
    tooMany_many: 'Trop d’essais infructueux. Attendez {{count}} de secondes, puis réessayez.',
    tooMany_other: 'Trop d’essais infructueux. Attendez {{count}} secondes, puis réessayez.',
    busy: 'Nous sommes très sollicités. Réessayez dans un instant.',
    otherAccount: 'Vous êtes connecté, mais il s’agit d’un autre compte. Connectez-vous à celui-là.',
    leaving: 'Ce compte va être supprimé, comme vous l’avez demandé.',
  },
  proof: {
    title: 'Confirmez que c’est bien vous',
    lead: 'Vous êtes connecté en tant que {{accountName}}. Avant de continuer, veuillez confirmer encore une fois que c’est bien vous.',
    submit: 'Confirmer',
    back: 'Retour à votre compte',
  },
  passkeys: {
    title: 'Clés d’accès',
    one: 'Clé d’accès',
    lead: 'Connectez-vous avec votre empreinte, votre visage ou le verrouillage de votre appareil, sans mot de passe. Une clé d’accès ne fonctionne que sur ce site, personne ne peut donc vous la soutirer.',
    signIn: 'Se connecter avec une clé d’accès',
    or: 'ou',
    signInWithoutScript:
      'Une clé d’accès a besoin de JavaScript, qui est désactivé dans ce navigateur. Connectez-vous avec votre mot de passe.',
    addWithoutScript:
      'Une clé d’accès a besoin de JavaScript, qui est désactivé dans ce navigateur. Votre mot de passe fonctionne comme avant.',
    impossible:
      'Ce navigateur ne peut pas utiliser de clés d’accès. Votre mot de passe fonctionne comme avant.',
    cancelled:
      'Aucune clé d’accès n’a été choisie, ou cela a pris trop de temps. Réessayez, ou connectez-vous avec votre mot de passe.',
    failed:
      'La clé d’accès n’a pas pu être utilisée ici. Réessayez, ou connectez-vous avec votre mot de passe.',
    notMade: 'Aucune clé d’accès n’a été créée, ou cela a pris trop de temps. Réessayez quand vous voulez.',
    exists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    add: 'Ajouter une clé d’accès',
    offerTitle: 'Vous connecter sans mot de passe la prochaine fois ?',
    later: 'Pas maintenant',
    name: 'Nom',
    nameHint: 'Vous la reconnaîtrez à ce nom, par exemple l’appareil ou le gestionnaire de mots de passe.',
    synced: 'sur tous vos appareils',
    rename: 'Renommer',
    renameLabel: 'Renommer {{value}}',
    onOneDevice: 'sur un seul appareil',
    added: 'ajoutée',
    unused: 'pas encore utilisée',
    elsewhere: 'Elle a été créée pour {{host}} et ne fonctionne pas ici.',
    signInAgain: 'Pour modifier vos clés d’accès, montrez encore une fois que c’est bien vous.',
    last: 'Cette clé d’accès reste, car rien d’autre ne vous permettrait de vous connecter.',
    problem: {
      refused: 'La clé d’accès n’a pas été acceptée. Veuillez réessayer.',
      taken: 'Cette clé d’accès est déjà connue ici.',
      full: 'Vous avez autant de clés d’accès qu’un compte peut en avoir. Supprimez-en d’abord une.',
    },
  },
  secondStep: {
    title: 'Encore une étape',
    lead: 'Saisissez le code qu’affiche votre application d’authentification.',
    leadPasskey: 'Montrez avec votre clé d’accès que c’est bien vous.',
    leadBoth:
      'Utilisez votre clé d’accès, ou saisissez le code qu’affiche votre application d’authentification.',
    usePasskey: 'Utiliser votre clé d’accès',
    withoutScript: 'Une clé d’accès a besoin de JavaScript, qui est désactivé dans ce navigateur.',
    impossible: 'Ce navigateur ne peut pas utiliser de clés d’accès. Prenez-en un qui a la vôtre.',
    cancelled:
      'Aucune clé d’accès n’a été choisie, ou cela a pris trop de temps. Réessayez, ou utilisez un autre moyen.',
    failed: 'La clé d’accès n’a pas pu être utilisée ici. Réessayez, ou utilisez un autre moyen.',
    without: 'Continuer sans',
    code: 'Code à usage unique',
    codeHint: 'Six chiffres ; il y a un nouveau code toutes les 30 secondes.',
    trust: 'Faire confiance à ce navigateur pendant 30 jours',
    trustHint: 'Aucun code n’y est alors demandé. Seulement là où personne d’autre ne l’utilise.',
    lost: 'Vous n’avez pas votre application sous la main ?',
    recovery: 'Code de secours',
    recoveryHint:
      'L’un des dix codes affichés quand vous avez configuré le second facteur. Chacun sert une fois.',
    other: 'Se connecter avec un autre compte',
    overTitle: 'Veuillez vous reconnecter',
    overLead:
      'Rien n’attend de code dans ce navigateur : cela a pris plus de dix minutes, ou c’est déjà fait.',
  },
  factors: {
    title: 'Second facteur',
    off: 'Désactivé : votre mot de passe seul ouvre votre compte.',
    on: 'Activé depuis le {{date}} : la connexion demande aussi un code de votre application d’authentification.',
    manage: 'Gérer le second facteur',
    setUp: 'Configurer un second facteur',
    lead: 'Avec un second facteur, un mot de passe volé ne suffit pas : la connexion demande aussi un code d’une application sur votre téléphone ou votre ordinateur.',
    begin: 'Configurer les codes à usage unique',
    scan: 'Scannez cette image avec votre application d’authentification, ou saisissez-y la clé.',
    picture: 'QR code contenant la clé',
    key: 'Clé',
    confirmLead: 'Saisissez ensuite le code qu’elle affiche.',
    setupCode: 'Code de configuration',
    setupCodeHint:
      'Vous l’avez reçu avec votre rôle dans l’administration. Il sert une seule fois et expire au bout d’un jour. Un administrateur peut en créer un nouveau.',
    confirm: 'Confirmer et activer',
    codesTitle: 'Vos codes de secours',
    codesLead:
      'Chacun vous connecte une fois quand vous n’avez pas votre application sous la main. Notez-les ou imprimez-les maintenant, et gardez-les là où vous seul les trouvez : ils ne seront plus affichés.',
    codesDone: 'Je les ai conservés',
    left: 'Codes de secours restants : {{left}}',
    renew: 'Créer de nouveaux codes de secours',
    renewHint: 'Ceux que vous avez ne fonctionneront plus.',
    unreadable:
      'Les codes de votre application ne peuvent pas être vérifiés pour le moment. Les codes de secours fonctionnent. Prévenez les responsables de ce service.',
    trusted: 'Navigateurs de confiance',
    trustedNone: 'Aucun : chaque navigateur demande un code.',
    until: 'jusqu’au {{date}}',
    untrust: 'Ne plus faire confiance',
    untrustLabel: 'Ne plus faire confiance : {{what}}',
    remove: 'Supprimer le second facteur',
    removeHint:
      'Votre mot de passe seul ouvrira alors votre compte. Vos codes de secours et vos navigateurs de confiance prennent fin aussi.',
    removed: 'Le second facteur est supprimé.',
  },
  consent: {
    title: 'Connecter {{clientName}} ?',
    signedInAs: 'Vous êtes connecté en tant que {{accountName}}',
    asks: '{{clientName}} vous demande l’autorisation de :',
    lasts: 'L’autorisation vaut jusqu’à ce que vous la retiriez, sous « Votre compte » → « Applications ».',
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
    none: 'Vous n’êtes encore dans aucune famille. La personne qui en gère une peut vous inviter.',
    members: 'Membres',
    you: 'vous',
    since: 'depuis le {{date}}',
    until: 'jusqu’au {{date}}',
    invitedBy: 'sur invitation de {{name}}',
    roleLabel: 'Rôle',
    role: {
      member: 'Membre',
      administrator: 'Administrateur',
      founder: 'Fondateur',
    },
    pending: 'Invitations en attente',
    withdraw: 'Annuler',
    withdrawLabel: 'Annuler l’invitation de {{value}}',
    withdrawn: 'L’invitation est annulée. Son lien ne fonctionne plus.',
    invite: 'Inviter quelqu’un',
    inviteName: 'Nom de la personne',
    inviteHint: 'Nous y envoyons une invitation. Une personne sans compte en obtient un en l’acceptant.',
    inviteSubmit: 'Envoyer l’invitation',
    invited: 'Une invitation est en route vers {{value}}.',
    picture: 'Photo de famille',
    pictureFile: 'Image',
    pictureHint: '5 Mo au plus. Le lieu et la date de prise de vue sont retirés.',
    pictureSave: 'Enregistrer l’image',
    pictureSaved: 'L’image est enregistrée.',
    handOver: 'Transmettre la famille',
    handOverHint:
      'Un autre membre devient le fondateur, et vous restez administrateur. Lui seul pourra revenir en arrière.',
    handOverTo: 'À qui',
    choose: 'Choisir un membre',
    handedOver: 'La famille est transmise. Vous en êtes maintenant administrateur.',
    leave: 'Quitter la famille',
    leaveHint:
      'Vous ne verrez plus ce que les applications montrent aux seuls membres. Quelqu’un de la famille peut vous réinviter.',
    handOverWait:
      'Sans un second facteur que vous avez depuis 30 jours, cela prend trois jours : nous écrivons à toutes vos adresses, et vous pouvez l’arrêter.',
    handOverWaits:
      '{{name}} prendra la famille en charge le {{date}}. Nous avons écrit à toutes vos adresses.',
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
      '{{clientName}} a une demande concernant votre compte. Connectez-vous pour voir sa demande et décider. {{clientName}} ne voit jamais votre mot de passe.',
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
    familyDoneTitle: 'Bienvenue dans la famille',
    familyDoneLead: 'Vous êtes maintenant membre de {{familyName}}. Vous pouvez fermer cette page.',
    familyTakenTitle: 'Cette famille a déjà un fondateur',
    familyTakenLead:
      'On vous a proposé de rejoindre {{familyName}} comme fondateur, et quelqu’un d’autre l’est désormais. Dites-le à la personne qui vous l’a proposé.',
    declinedTitle: 'Refusé',
    declinedLead: 'Rien n’a été modifié. Vous pouvez fermer cette page.',
    overTitle: 'Ce lien n’est plus valable',
    overLead:
      'Il a été utilisé, a expiré ou a été retiré. Si vous le souhaitez toujours, dites-le à la personne qui vous l’a demandé.',
  },
  device: {
    title: 'Connecter un appareil',
    lead: 'Saisissez le code que votre téléviseur ou autre appareil affiche.',
    code: 'Code de l’appareil',
    submit: 'Continuer',
    signIn: 'pour connecter votre appareil. Vous saisirez ensuite son code.',
    askTitle: 'Connecter {{clientName}} sur votre appareil ?',
    compare: 'Votre appareil doit afficher ce code :',
    warning:
      'Si quelqu’un d’autre vous a donné ce code, annulez : votre compte s’ouvrirait sur son appareil.',
    allowedTitle: 'Votre appareil est connecté',
    allowedLead:
      '{{clientName}} y continue de lui-même dans quelques secondes. Vous pouvez fermer cette page.',
    deniedTitle: 'Rien n’a été connecté',
    deniedLead:
      'L’appareil ne reçoit rien. Si vous n’attendiez pas son code, quelqu’un a peut-être essayé d’entrer dans votre compte.',
  },
  challenge: {
    overTitle: 'Recommencez, s’il vous plaît',
    overLead:
      'Cette connexion a expiré : elle a duré plus de dix minutes, ou elle a commencé dans un autre navigateur. Revenez à l’application d’où vous venez et recommencez.',
    refusedTitle: 'Cette application ne peut pas vous connecter',
    refusedLead:
      'Elle vous a envoyé ici avec une demande à laquelle nous ne pouvons pas répondre. Rien n’a été transmis. Prévenez les responsables de l’application.',
    tooManyTitle: 'Un instant, s’il vous plaît',
    tooManyLead:
      'De nombreuses connexions viennent d’être commencées depuis votre réseau. Attendez un peu, puis revenez à l’application d’où vous venez et réessayez.',
    forDevelopers: 'Pour ses développeurs :',
  },
  provider: {
    or: 'ou',
    continueWith: 'Continuer avec {{name}}',
    nameless: 'L’autre site',
    unknownLead:
      'Aucun compte ici n’est encore lié à ce compte {{name}}. Connectez-vous d’abord avec votre propre mot de passe ; vous pourrez ensuite les lier. {{name}} ne voit jamais votre mot de passe.',
    connectedTitle: 'Compte lié',
    connectedLead: 'Vous pouvez désormais vous connecter ici avec {{clientName}}.',
    elsewhereTitle: 'Lié à un autre compte',
    elsewhereLead: 'Ce compte est déjà lié ici à un autre compte. Connectez-vous avec lui pour y accéder.',
    overTitle: 'Veuillez recommencer',
    overLead:
      'Cette connexion vaut une fois, pendant dix minutes, et seulement dans le navigateur qui l’a commencée. Rien n’a été modifié.',
    cancelledTitle: 'Non connecté',
    cancelledLead: 'La connexion chez {{name}} a été annulée. Rien n’a été modifié.',
    failedTitle: '{{name}} n’a pas pu vous connecter',
    failedLead:
      'Sa réponse n’était pas celle attendue, personne n’a donc été connecté. Réessayez ou utilisez votre mot de passe.',
    unavailableTitle: '{{name}} ne répond pas',
    unavailableLead: 'Réessayez dans un instant ou utilisez votre mot de passe.',
    blockedTitle: 'Ce compte ne peut pas se connecter',
    blockedLead:
      'Le compte lié à {{name}} est désactivé, ou sa suppression a été demandée. Pour le garder, connectez-vous avec son mot de passe.',
    takenTitle: 'Vous avez déjà un compte',
    takenLead:
      'Avec {{name}}, nous vous connaissons sous un autre compte. L’invitation reste ouverte : acceptez-la avec un mot de passe ou faites inviter cet autre compte.',
    notAcceptedTitle: 'L’invitation n’est plus valable',
    notAcceptedLead:
      'Elle a déjà été acceptée, a expiré ou ne concerne plus de famille. Ouvrez de nouveau son lien pour voir ce que vous pouvez faire.',
    tooManyTitle: 'Trop de connexions à la fois',
    tooManyLead:
      'De nombreuses connexions ont été commencées depuis votre réseau. Attendez un instant, puis réessayez.',
    notYouTitle: 'C’était quelqu’un d’autre',
    notYouLead:
      'Le compte chez {{name}} n’est pas associé au compte avec lequel vous êtes connecté ici : rien n’a été confirmé. Connectez-vous là-bas avec le vôtre, ou confirmez d’une autre façon.',
    onward: 'Continuer',
    elsewhereHeading: 'Se connecter ailleurs',
    elsewhereHint: 'Toute personne qui s’y connecte en votre nom est aussi connectée ici.',
    isConnected: 'lié',
    connect: 'Lier',
    connectLabel: 'Lier {{name}}',
    disconnectTitle: 'Délier {{name}} ?',
    disconnectLead:
      'Vous ne pourrez plus vous connecter ici avec {{name}}. Votre compte là-bas reste tel quel.',
    noPassword: 'Vous n’avez pas de mot de passe ? Choisissez-en d’abord un.',
  },
  account: {
    title: 'Votre compte',
    hello: 'Bonjour, {{name}}',
    you: 'Avec quoi vous vous connectez',
    validated: 'confirmé',
    apps: 'Applications connectées',
    noApps:
      'Aucune application n’est connectée. Celles que vous autorisez apparaissent ici, et vous pouvez les y déconnecter.',
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
    add: 'Envoyer le lien',
    addressSent:
      'Un lien est en route vers {{value}}. Si rien n’arrive, il se peut qu’un autre compte l’ait déjà.',
    remove: 'Retirer',
    removeLabel: 'Retirer {{value}}',
    removeTitle: 'Retirer {{value}} ?',
    removeLead: 'Vous ne pourrez plus vous connecter avec, et aucun message n’y sera plus envoyé.',
    keep: 'Annuler',
    choosePassword: 'Choisir un mot de passe',
    noPassword:
      'Votre compte n’a pas de mot de passe. Les applications qui ne peuvent pas ouvrir de page en ont besoin.',
    changePassword: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    passwordReason: 'Pourquoi le changez-vous ?',
    passwordKnown: 'Quelqu’un d’autre connaît peut-être l’ancien',
    passwordKnownHint:
      'Déconnecte aussi les appareils et applications qui l’ont utilisé et supprime vos mots de passe d’appareil.',
    passwordAnother: 'J’en veux simplement un nouveau',
    passwordAnotherHint:
      'Les appareils et applications restent connectés. Les autres navigateurs sont déconnectés.',
    passwordChanged: 'Votre mot de passe est changé. Les autres navigateurs sont déconnectés.',
    passwordReplaced:
      'Votre mot de passe est changé. Les autres navigateurs sont déconnectés, ainsi que les appareils et applications qui utilisaient l’ancien. Les mots de passe d’appareil sont supprimés.',
    signOut: 'Se déconnecter',
    agent: '{{browser}} sur {{system}}',
    network: 'réseau {{network}}',
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
    suspended: {
      title: 'Hors service',
      lead: 'Lorsque votre compte a été protégé, ceci a été mis hors service, car l’ajout était récent. Remettez en service ce qui est à vous. Ce qui reste ici sera supprimé.',
      waits:
        'Configurez d’abord un second facteur avec votre code de configuration. Vous pourrez ensuite réutiliser cette clé d’accès.',
      identifier: 'Adresse ou compte ailleurs',
      passkey: 'Clé d’accès',
      until: 'suppression le',
      restore: 'Réutiliser',
      restoreLabel: 'Réutiliser : {{value}}',
    },
    disown: {
      title: 'Vous ne reconnaissez pas cette connexion ?',
      ends: 'Elle prend fin, et avec elle chaque navigateur, appareil et application qui y a été connecté ou autorisé, ses mots de passe d’appareil et ses invitations. Les navigateurs de confiance et l’administration sont déconnectés aussi.',
      suspends:
        'Les adresses et les clés d’accès qui y ont été ajoutées ces 30 derniers jours sont mises hors service. Si elles sont à vous, vous pouvez les remettre en service sur la page suivante. Choisissez-y aussi un nouveau mot de passe.',
      submit: 'Je ne la reconnais pas',
    },
    history: {
      title: 'Historique des connexions',
      lead: 'Ce qui a été fait avec votre mot de passe et vos connexions. Si vous ne reconnaissez pas quelque chose, changez de mot de passe et déconnectez ce que vous ne connaissez pas.',
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
      secondFactor: 'Code accepté',
      codeRefused: 'Code incorrect',
      passkeyRefused: 'Clé d’accès refusée',
      factorAdded: 'Second facteur configuré',
      factorRemoved: 'Second facteur supprimé',
      recoveryCodesMade: 'Nouveaux codes de secours créés',
      browserTrusted: 'Navigateur de confiance ajouté',
      passwordReset: 'Nouveau mot de passe choisi par un lien',
      passkey: 'Connexion avec une clé d’accès',
      signInDisowned: 'Connexion non reconnue',
      wayRestored: 'Remis en service',
      passkeyAdded: 'Clé d’accès ajoutée',
      passkeyRemoved: 'Clé d’accès supprimée',
      additionStopped: 'Modification arrêtée par un lien',
    },
    removeBack:
      'Nous y envoyons un dernier message. Si vous n’avez pas confirmé à l’instant avec votre second facteur, un lien permet d’y remettre l’adresse une fois, pendant 14 jours.',
    stillYours: {
      title: 'Est-ce toujours à vous ?',
      lead: 'Vous ne l’avez pas utilisé depuis un an. Une ancienne adresse ou un ancien numéro peut ouvrir votre compte à quelqu’un d’autre.',
      yes: 'Oui, toujours à moi',
      label: 'Oui, toujours à moi : {{value}}',
    },
  },
  tooMuch: {
    title: 'Trop de demandes',
    lead: 'Votre compte a envoyé de nombreuses demandes en peu de temps : celle-ci est restée sans effet. Attendez quelques minutes, puis réessayez.',
    waysTitle: 'Trop de moyens de connexion ajoutés',
    waysLead:
      'Votre compte accepte dix nouveaux éléments par jour (adresses, clés d’accès, mots de passe d’appareil, connexions ou codes), et celui-ci était de trop. Rien n’a été ajouté ; réessayez dans quelques heures. Vous pouvez supprimer à tout moment ce que vous ne connaissez pas.',
  },
  devicePasswords: {
    title: 'Mots de passe d’appareil',
    lead: 'Certaines applications ne peuvent pas demander de second facteur. Donnez à une telle application son propre mot de passe, qui n’ouvre rien d’autre.',
    made: 'Voici le mot de passe pour l’application. Saisissez-le là-bas à la place du vôtre.',
    once: 'Il n’est montré que cette fois. Si vous le perdez, supprimez-le et créez-en un autre. Majuscules, espaces et tirets ne comptent pas.',
    yours: 'Vos mots de passe d’appareil',
    none: 'Vous n’en avez pas.',
    legacy: 'Applications anciennes qui ne disent pas leur nom',
    created: 'créé',
    unused: 'jamais utilisé',
    end: 'Supprimer',
    endLabel: 'Supprimer : {{value}}',
    new: 'Créer un mot de passe d’appareil',
    name: 'Nom',
    nameHint: 'Pour le reconnaître plus tard, par exemple « Tablette de la cuisine ».',
    client: 'Pour quelle application',
    submit: 'Créer le mot de passe',
    back: 'Retour à la connexion',
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
      recovery:
        'Vous recevez ce message parce que quelqu’un a demandé à retrouver l’accès à un compte avec cette adresse sur {{site}}.',
      notice:
        'Vous recevez ce message parce que votre compte sur {{site}} a cette adresse. Tout changement de votre façon de vous connecter est annoncé à chacune de ses adresses : cela ne peut pas être désactivé.',
      handOver:
        'Vous recevez ce message parce que quelqu’un a demandé à transmettre une famille d’un compte ayant cette adresse sur {{site}}.',
    },
  },
  errors: {
    identifierRequired: 'Indiquez votre e-mail, votre téléphone ou votre nom d’utilisateur.',
    addressInvalid:
      'Ce n’est ni une adresse e-mail ni un numéro de téléphone. Donnez un numéro avec son pays, par exemple +33 …',
    alreadyYours: 'Cela fait déjà partie de votre compte.',
    sentAlready:
      'Un lien vient d’y être envoyé, ou vous en avez demandé beaucoup aujourd’hui. Consultez vos messages, ou réessayez plus tard.',
    chooseFromList: 'Choisissez une option de la liste.',
    lastIdentifier: 'Il vous faut au moins une adresse pour vous connecter. Ajoutez-en d’abord une autre.',
    lastWayIn:
      'Plus rien d’autre ne vous connecterait. Choisissez d’abord un mot de passe, ou ajoutez une clé d’accès.',
    recoveryNotHere:
      'Aucun lien ne peut être envoyé pour ce compte : il n’a pas de second facteur, pas d’adresse confirmée, ou il a un rôle dans l’administration. Demandez aux personnes qui gèrent ce service.',
    wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
    passkeyRefused: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou utilisez un autre moyen.',
    codeWrong: 'Ce code est incorrect ou a déjà servi. Attendez le suivant, puis réessayez.',
    setupCodeWrong:
      'Le code de configuration est incorrect, expiré, remplacé ou déjà utilisé. Demandez-en un nouveau à un administrateur.',
    codesUnreadable:
      'Les codes de votre application ne peuvent pas être vérifiés pour le moment. Utilisez un code de secours et prévenez les responsables de ce service.',
    setupOver: 'Cela a pris trop de temps, ou a commencé ailleurs. Veuillez recommencer.',
    alreadyProtected: 'Un second facteur a été configuré entre-temps.',
    noSuchCode:
      'Aucun appareil n’attend ce code. Comparez-le avec l’appareil, qui en affiche peut-être un nouveau.',
    waitABit: 'Trop d’essais infructueux. Attendez un peu, puis réessayez.',
    tooMany: 'Votre réseau vient d’envoyer un grand nombre de demandes. Attendez un peu, puis réessayez.',
    nameRequired: 'Indiquez votre nom.',
    nameTooLong: '255 caractères au plus.',
    tooShort: 'Utilisez au moins 8 caractères.',
    tooLong: 'Utilisez 256 caractères au plus.',
    common:
      'Beaucoup de gens utilisent ce mot de passe, il est donc facile à deviner. Choisissez-en un autre.',
    own: 'N’utilisez pas votre nom ou votre adresse comme mot de passe.',
    word: 'Ce mot de passe est surtout fait du nom de ce service. Ajoutez au moins 8 autres caractères.',
    breached:
      'Ce mot de passe a été volé quelque part et des criminels le connaissent. Choisissez-en un autre, et changez-le partout où vous l’utilisez.',
    busy: 'Nous sommes très sollicités en ce moment. Réessayez dans un instant.',
    outcomeUnknown:
      'La connexion a été perdue avant que nous sachions si c’est enregistré. Vérifiez, et réessayez si ce n’est pas le cas.',
    founderStays: 'Vous en êtes le fondateur ou la fondatrice : transmettez la famille avant de la quitter.',
    pictureMissing: 'Choisissez une image.',
    pictureInvalid: 'Nous ne pouvons pas lire cette image. Choisissez un JPEG, PNG, WebP ou GIF.',
    pictureTooLarge: 'L’image est trop grande. Choisissez-en une de 5 Mo au plus.',
    pictureWaiting: 'Votre dernière image est encore en préparation. Attendez un instant, puis réessayez.',
    notAllowed: 'Seuls le fondateur et les administrateurs de la famille peuvent le faire.',
    founderHandsOver:
      'Vous êtes fondateur d’une famille qui a d’autres membres : transmettez-la d’abord, dans Familles.',
    hasRole: 'Ce compte administre le service. Un administrateur doit d’abord lui retirer son rôle.',
    passwordReasonRequired: 'Choisissez l’une des deux réponses.',
    deviceNameRequired: 'Donnez-lui un nom.',
    tooManyDevicePasswords: 'Vous avez déjà 50 mots de passe d’appareil. Supprimez-en d’abord un.',
    factorTooYoung:
      'Seul un second facteur que vous avez depuis 30 jours arrête cela. Un nouveau mot de passe l’arrête aussi : choisissez-en un maintenant.',
  },
  handOver: {
    subject: 'Votre famille doit être transmise',
    greeting: 'Bonjour {{name}},',
    mailText:
      'Quelqu’un a demandé dans votre compte à transmettre la famille « {{familyName}} » à un autre membre. Rien n’est encore changé : cela se fera dans trois jours. Ouvrez ce lien pour le voir ou pour l’arrêter.',
    mailButton: 'Voir ou arrêter',
    mailEnd:
      'Si ce n’était pas vous, ouvrez le lien et arrêtez cela maintenant, puis choisissez un nouveau mot de passe. Si c’était vous, il n’y a rien à faire.',
    sms: 'Votre famille « {{familyName}} » sera transmise dans trois jours. Si ce n’était pas vous, arrêtez cela maintenant : {{link}}',
    title: 'La famille doit être transmise',
    lead: '{{name}} prendra la famille « {{familyName}} » en charge le {{date}}.',
    stopHint: 'Si vous ne l’avez pas demandé, ou si vous avez changé d’avis, arrêtez cela.',
    stoppedTitle: 'C’est arrêté',
    stoppedLead:
      'La famille reste comme elle était. Si vous ne l’avez pas demandé, connectez-vous et choisissez un nouveau mot de passe.',
    overTitle: 'Ce lien n’est plus valable',
    overLead: 'La famille a été transmise, cela a été arrêté, ou un lien plus récent a remplacé celui-ci.',
  },
  notMe: {
    button: 'Ce n’était pas moi',
    title: 'Ce n’était pas vous ?',
    identifierAdded: '{{value}} a été ajouté à votre compte le {{at}}.',
    identifierRemoved: '{{value}} a été retiré de votre compte le {{at}}.',
    passkeyAdded: 'La clé d’accès « {{value}} » a été ajoutée à votre compte le {{at}}.',
    partnerConnected: 'Votre compte a été relié à {{value}} le {{at}}.',
    devicePasswordAdded: 'Le mot de passe d’appareil « {{value}} » a été créé pour votre compte le {{at}}.',
    secondFactorAdded: 'Un second facteur a été configuré pour votre compte le {{at}}.',
    hint: 'Cela déconnecte le navigateur concerné et bloque ce qu’il a ajouté. Votre mot de passe ne change pas.',
    putBackHint:
      'Cela remet {{value}} dans votre compte, déconnecte le navigateur qui l’a retiré et bloque ce qu’il a ajouté. Cela ne fonctionne qu’une fois.',
    factorHint:
      'Cela déconnecte le navigateur concerné et bloque ce qu’il a ajouté d’autre. Le second facteur reste : vous pourrez demander son retrait à la page suivante.',
    wasMe: 'Si c’était vous, fermez simplement cette page.',
    doneTitle: 'C’est arrêté',
    doneLead: 'Le navigateur concerné est déconnecté, et ce qu’il a ajouté ne fonctionne plus.',
    putBack: '{{value}} fait de nouveau partie de votre compte.',
    taken: '{{value}} n’a pas pu être remis : un autre compte l’utilise maintenant.',
    factorStays: 'Le second facteur est toujours en place. Si vous ne l’avez pas, demandez son retrait :',
    passwordLead:
      'Quelqu’un connaît peut-être votre mot de passe. Choisissez-en un nouveau pour lui fermer l’accès.',
    password: 'Choisir un nouveau mot de passe',
    overLead:
      'Il fonctionne une fois et pendant 14 jours, tant que votre adresse appartient au compte. Il ne peut pas arrêter ce qui a été confirmé par le second facteur. Rien n’a été modifié.',
  },
};
