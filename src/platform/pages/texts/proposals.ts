/** Requests of a client to an account (D156, D159), in each language: the message about a family, and the pages. */
export const proposals = {
  en: {
    membership: {
      subject: '{{clientName}} asks you to join {{familyName}}',
      greeting: 'Hello {{name}},',
      mailText:
        '{{clientName}} asks you to join the family "{{familyName}}" with your account here. Open this link, sign in and decide:',
      mailButton: 'Review and decide',
      mailEnd:
        'The link works once and for 7 days. If you do not know who asks, ignore this message: nothing will happen.',
      sms: '{{clientName}} asks you to join the family "{{familyName}}". Sign in and decide here (7 days): {{link}}',
    },
    proposal: {
      signIn:
        '{{clientName}} has sent a request about your account here. Sign in to review it and decide. {{clientName}} never sees your password.',
      decline: 'No, thanks',
      addressTitle: 'Add {{value}} to your account?',
      addressMeans:
        '{{clientName}} asks for it. Once it is added you can sign in with it, and whoever reads the messages that go there can choose a new password for your account.',
      addressWarning:
        'Add it only if {{value}} is yours and nobody else’s. If somebody sent you this link, do not add it.',
      addressYes: 'Add',
      addressNo: 'Do not add',
      familyTitle: 'Join {{familyName}}?',
      familyMeans: '{{clientName}} asks you to become a member of this family.',
      familyWarning: 'Join only if you know these people. Nothing changes until you do.',
      familyYes: 'Join the family',
      familyNo: 'Do not join',
      familyDoneTitle: 'You have joined',
      familyDoneLead: 'You are a member of {{familyName}} now. You can close this page.',
      familyTakenTitle: 'This family already has a founder',
      familyTakenLead:
        'You were asked to join {{familyName}} as its founder, and somebody else has become its founder in the meantime. Tell the people who asked you.',
      declinedTitle: 'Declined',
      declinedLead: 'Nothing was changed. You can close this page.',
      overTitle: 'This link is no longer valid',
      overLead:
        'It has been used, has expired, or was withdrawn. If you still want it, tell the people who asked you.',
    },
  },
  fr: {
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
  },
  de: {
    membership: {
      subject: '{{clientName}} fragt, ob Sie {{familyName}} beitreten',
      greeting: 'Hallo {{name}},',
      mailText:
        '{{clientName}} fragt, ob Sie mit Ihrem Konto der Familie „{{familyName}}“ beitreten. Öffnen Sie diesen Link, melden Sie sich an und entscheiden Sie:',
      mailButton: 'Ansehen und entscheiden',
      mailEnd:
        'Der Link gilt einmal und 7 Tage lang. Wenn Sie nicht wissen, wer da fragt, beachten Sie diese Nachricht nicht weiter: Es geschieht nichts.',
      sms: '{{clientName}} fragt, ob Sie der Familie „{{familyName}}“ beitreten. Anmelden und entscheiden (7 Tage): {{link}}',
    },
    proposal: {
      signIn:
        '{{clientName}} möchte etwas von Ihrem Konto hier. Melden Sie sich an, um zu sehen, was es ist, und entscheiden Sie. {{clientName}} bekommt Ihr Passwort nie zu sehen.',
      decline: 'Nein, danke',
      addressTitle: '{{value}} Ihrem Konto hinzufügen?',
      addressMeans:
        '{{clientName}} bittet darum. Danach können Sie sich damit anmelden, und wer die Nachrichten liest, die dorthin gehen, kann ein neues Passwort für Ihr Konto wählen.',
      addressWarning:
        'Fügen Sie {{value}} nur hinzu, wenn das Ihnen allein gehört. Hat Ihnen jemand diesen Link geschickt, dann nicht.',
      addressYes: 'Hinzufügen',
      addressNo: 'Nicht hinzufügen',
      familyTitle: '{{familyName}} beitreten?',
      familyMeans: '{{clientName}} fragt, ob Sie Mitglied dieser Familie werden.',
      familyWarning: 'Treten Sie nur bei, wenn Sie diese Leute kennen. Bis dahin ändert sich nichts.',
      familyYes: 'Der Familie beitreten',
      familyNo: 'Nicht beitreten',
      familyDoneTitle: 'Sie sind dabei',
      familyDoneLead: 'Sie gehören jetzt zu {{familyName}}. Sie können diese Seite schließen.',
      familyTakenTitle: 'Sie hat schon jemanden, der sie gegründet hat',
      familyTakenLead:
        'Sie sollten {{familyName}} als Gründer beitreten, und das ist inzwischen jemand anders. Sagen Sie es denen, die Sie gefragt haben.',
      declinedTitle: 'Abgelehnt',
      declinedLead: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
      overTitle: 'Dieser Link gilt nicht mehr',
      overLead:
        'Er wurde benutzt, seine 7 Tage sind vorbei, oder er wurde zurückgezogen. Wenn Sie es noch möchten, sagen Sie es denen, die Sie gefragt haben.',
    },
  },
  es: {
    membership: {
      subject: '{{clientName}} te propone unirte a {{familyName}}',
      greeting: 'Hola, {{name}}:',
      mailText:
        '{{clientName}} te propone unirte a la familia «{{familyName}}» con tu cuenta. Abre este enlace, inicia sesión y decide:',
      mailButton: 'Ver y decidir',
      mailEnd:
        'El enlace funciona una sola vez, durante 7 días. Si no sabes quién te lo propone, ignora este mensaje: no pasará nada.',
      sms: '{{clientName}} te propone unirte a la familia «{{familyName}}». Inicia sesión y decide aquí (7 días): {{link}}',
    },
    proposal: {
      signIn:
        '{{clientName}} pide algo a tu cuenta. Inicia sesión para ver qué es y decide. {{clientName}} nunca ve tu contraseña.',
      decline: 'No, gracias',
      addressTitle: '¿Añadir {{value}} a tu cuenta?',
      addressMeans:
        '{{clientName}} lo pide. Una vez añadido podrás iniciar sesión con ello, y quien lea los mensajes que llegan allí podrá elegir una contraseña nueva para tu cuenta.',
      addressWarning:
        'Añádelo solo si {{value}} es tuyo y de nadie más. Si alguien te envió este enlace, no lo hagas.',
      addressYes: 'Añadir',
      addressNo: 'No añadir',
      familyTitle: '¿Unirte a {{familyName}}?',
      familyMeans: '{{clientName}} te propone ser miembro de esta familia.',
      familyWarning: 'Únete solo si conoces a estas personas. Hasta entonces no cambia nada.',
      familyYes: 'Unirme a la familia',
      familyNo: 'No unirme',
      familyDoneTitle: 'Ya estás dentro',
      familyDoneLead: 'Ahora eres miembro de {{familyName}}. Puedes cerrar esta página.',
      familyTakenTitle: 'Ya tiene fundador',
      familyTakenLead:
        'Te propusieron unirte a {{familyName}} como fundador, y ya lo es otra persona. Díselo a quienes te lo propusieron.',
      declinedTitle: 'Rechazado',
      declinedLead: 'No se ha cambiado nada. Puedes cerrar esta página.',
      overTitle: 'Este enlace ya no vale',
      overLead:
        'Se ha usado, han pasado sus 7 días o se ha retirado. Si aún lo quieres, díselo a quienes te lo propusieron.',
    },
  },
};
