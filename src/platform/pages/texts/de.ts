import type { Texts } from './plural.js';

export const de: Texts = {
  languages: 'Sprache dieser Seite',
  invitation: {
    subject: 'Sie sind in eine Familie eingeladen',
    greeting: 'Hallo,',
    mailText:
      '{{clientName}} lädt Sie in die Familie „{{familyName}}“ ein. Öffnen Sie diesen Link, um ein Passwort zu wählen und zu beginnen:',
    mailButton: 'Einladung annehmen',
    mailEnd:
      'Der Link gilt einmal und 7 Tage lang. Wenn Sie nicht wissen, wer Sie einlädt, beachten Sie diese Nachricht nicht weiter.',
    sms: '{{clientName}} lädt Sie in die Familie "{{familyName}}" ein (7 Tage): {{link}}',
    title: 'Willkommen bei {{familyName}}',
    lead: '{{clientName}} lädt Sie in die Familie „{{familyName}}“ ein. Wählen Sie ein Passwort, um beizutreten. Das Konto ist für {{value}}.',
    name: 'Ihr Name',
    password: 'Passwort wählen',
    passwordRule:
      'Mindestens 8 Zeichen. Alles ist erlaubt, außer häufigen Passwörtern und Ihrem Namen oder Ihrer Adresse.',
    showPassword: 'Passwort anzeigen',
    beside:
      'Sie haben an dieser Adresse weitere Einladungen. Wählen Sie die Familien, denen Sie auch beitreten möchten.',
    besideFamily: '{{familyName}}, eingeladen von {{clientName}}',
    submit: 'Der Familie beitreten',
  },
  unnamedInvitation: {
    mailText:
      '{{clientName}} lädt Sie in eine Familie ein. Öffnen Sie diesen Link, um ein Passwort zu wählen und zu beginnen:',
    sms: '{{clientName}} lädt Sie in eine Familie ein. Passwort wählen (7 Tage): {{link}}',
  },
  loneInvitation: {
    subject: 'Ihr Konto bei {{clientName}}',
    mailText:
      'Für Sie wurde ein Konto bei {{clientName}} angelegt. Öffnen Sie diesen Link, um ein Passwort zu wählen und zu beginnen:',
    sms: 'Für Sie gibt es ein Konto bei {{clientName}}. Passwort wählen (7 Tage): {{link}}',
    title: 'Willkommen bei {{clientName}}',
    lead: 'Für Sie wurde ein Konto angelegt. Wählen Sie ein Passwort, um es zu nutzen. Das Konto ist für {{value}}.',
    submit: 'Speichern und anmelden',
  },
  confirmation: {
    subject: 'Bestätigen Sie Ihre Adresse',
    greeting: 'Hallo,',
    mailText:
      '{{clientName}} möchte diese Adresse einem Konto hier hinzufügen. Wenn es Ihr Konto ist, öffnen Sie diesen Link, melden Sie sich an und bestätigen Sie, dass die Adresse Ihnen gehört:',
    mailButton: 'Adresse bestätigen',
    mailEnd:
      'Der Link gilt einmal und 7 Tage lang. Wenn es nicht Ihr Konto ist, beachten Sie diese Nachricht nicht weiter: Es geschieht nichts.',
    sms: '{{clientName}} will diese Nummer Ihrem Konto hinzufügen. Bestätigen (7 Tage): {{link}}',
    title: 'Bestätigen Sie Ihre Adresse',
    submit: 'Ja, das ist meine',
    doneTitle: 'Bestätigt',
    doneLead: '{{value}} gehört jetzt zu Ihrem Konto. Sie können diese Seite schließen.',
  },
  addition: {
    subject: 'Ist das Ihre Adresse?',
    greeting: 'Hallo,',
    mailText:
      'Jemand möchte diese Adresse einem Konto hier hinzufügen. Wenn Sie das sind, öffnen Sie diesen Link, um sie zu bestätigen:',
    mailButton: 'Adresse bestätigen',
    mailEnd:
      'Der Link gilt einmal und 7 Tage lang. Wenn Sie das nicht waren, beachten Sie diese Nachricht nicht weiter: Es geschieht nichts.',
    sms: 'Diese Nummer Ihrem Konto hinzufügen (7 Tage): {{link}} Nicht Sie? Ignorieren.',
    lead: '{{value}} soll zum Konto von {{name}} gehören. Bestätigen Sie nur, wenn das Ihr Konto ist.',
    takenTitle: 'Diese Adresse gehört zu einem anderen Konto',
    takenLead:
      '{{value}} gehört inzwischen zu einem anderen Konto. Entfernen Sie sie erst dort und fügen Sie sie dann neu hinzu.',
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    greeting: 'Hallo {{name}},',
    mailText: 'Sie haben ein neues Passwort angefordert. Öffnen Sie diesen Link, um eines zu wählen:',
    mailButton: 'Neues Passwort wählen',
    mailEnd:
      'Der Link gilt einmal und eine Stunde lang. Wenn Sie das nicht waren, beachten Sie diese Nachricht nicht weiter: Ihr Passwort bleibt, wie es ist.',
    sms: 'Neues Passwort wählen (1 Stunde): {{link}} Nicht Sie? Ignorieren Sie dies.',
    title: 'Neues Passwort wählen',
    lead: 'Für das Konto von {{name}}',
    ends: 'Jeder Browser und jedes Gerät mit dem alten Passwort wird abgemeldet. Verbundene Apps bleiben verbunden. Auch Gerätepasswörter gelten dann nicht mehr.',
    submit: 'Speichern und anmelden',
    overTitle: 'Dieser Link gilt nicht mehr',
    overLead:
      'Er wurde schon benutzt, ist abgelaufen oder wurde durch einen neueren ersetzt. Wenn Sie noch ein neues Passwort brauchen, fordern Sie einen weiteren Link an.',
    again: 'Neuen Link anfordern',
  },
  forgotten: {
    title: 'Passwort vergessen?',
    lead: 'Sagen Sie uns, wer Sie sind, und wir senden Ihnen einen Link, um ein neues zu wählen.',
    submit: 'Link senden',
    back: 'Zurück zur Anmeldung',
    sentTitle: 'Sehen Sie in Ihren Nachrichten nach',
    sentLead:
      'Wenn es ein Konto gibt, ist ein Link unterwegs an seine E-Mail-Adresse oder sein Telefon. Sehen Sie auch im Spam-Ordner nach; in fünf Minuten können Sie ihn erneut anfordern. Wenn nichts kommt, fragen Sie die Person, die Sie eingeladen hat.',
  },
  recovery: {
    subject: 'Zurück in Ihr Konto',
    greeting: 'Hallo {{name}},',
    mailText:
      'Jemand möchte ohne den zweiten Faktor wieder in Ihr Konto kommen. Noch ist nichts geändert: Öffnen Sie diesen Link, um zu sehen, ab wann der zweite Faktor entfernt werden kann, oder um das zu stoppen.',
    mailButton: 'Ansehen oder stoppen',
    mailEnd:
      'Wenn Sie das nicht waren, öffnen Sie den Link, stoppen Sie den Vorgang und wählen Sie ein neues Passwort. Wenn Sie es waren, bewahren Sie diese Nachricht auf: Derselbe Link gilt nach der Wartezeit.',
    sms: 'Jemand will ohne zweiten Faktor in Ihr Konto. Nicht Sie? Jetzt stoppen: {{link}}',
    title: 'Zweiten Faktor verloren?',
    lead: 'Wenn Sie weder Einmalcodes noch einen Wiederherstellungscode noch einen Passkey haben, senden wir einen Link an jede bestätigte Adresse Ihres Kontos.',
    signInFirst:
      'Melden Sie sich zuerst mit Ihrem Passwort an. Die Seite, die nach Ihrem zweiten Faktor fragt, führt hierher.',
    waitHint:
      'Zu Ihrer Sicherheit kann der zweite Faktor erst nach einer Wartezeit entfernt werden. Bis dahin kann jeder den Vorgang stoppen, der den Link bekommt.',
    ask: 'Links senden',
    sentTitle: 'Sehen Sie in Ihren Nachrichten nach',
    sentLead:
      'Links sind unterwegs an die bestätigten Adressen Ihres Kontos. In fünf Minuten können Sie sie erneut anfordern; die Wartezeit läuft weiter.',
    waitTitle: 'Sie müssen noch etwas warten',
    waitLead:
      'Der zweite Faktor des Kontos von {{name}} kann ab {{date}} entfernt werden, mit diesem selben Link.',
    readyTitle: 'Zweiten Faktor entfernen?',
    readyLead:
      'Die Wartezeit ist vorbei. Danach öffnet das Passwort allein das Konto von {{name}}; richten Sie bald einen neuen zweiten Faktor ein.',
    remove: 'Zweiten Faktor entfernen',
    stopHint: 'Wenn Sie das nicht waren oder Ihre Codes wiedergefunden haben, stoppen Sie den Vorgang.',
    stop: 'Stoppen',
    stoppedTitle: 'Der Vorgang ist gestoppt',
    stoppedLead:
      'Der zweite Faktor bleibt, wie er war. Wenn Sie das nicht waren, melden Sie sich an und wählen Sie ein neues Passwort.',
    doneTitle: 'Der zweite Faktor ist entfernt',
    doneLead: 'Melden Sie sich mit Ihrem Passwort an und richten Sie einen neuen zweiten Faktor ein.',
    overTitle: 'Dieser Link gilt nicht mehr',
    overLead:
      'Er wurde benutzt oder gestoppt, ist abgelaufen oder wurde durch einen neueren ersetzt. Nichts wurde geändert.',
    spent:
      'Innerhalb von 90 Tagen stoppt ein Link das einmal, und das war am {{date}}. Um es jetzt zu stoppen, melden Sie sich an und zeigen Sie Ihren zweiten Faktor.',
    spentSignIn: 'Anmelden und stoppen',
    ownTitle: 'Jemand sagt, der zweite Faktor sei verloren',
    ownLead:
      'Ab {{date}} kann er mit einem Link entfernt werden, der an Ihre Adressen ging. Wenn Sie das nicht waren, stoppen Sie es und wählen Sie dann ein neues Passwort.',
  },
  notice: {
    greeting: 'Hallo {{name}},',
    end: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, ist vielleicht jemand anders in Ihrem Konto: Öffnen Sie {{site}}, wählen Sie dort „Passwort vergessen?“, sehen Sie Ihr Konto durch und sagen Sie den Betreibern dieses Dienstes Bescheid.',
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      text: 'Das Passwort Ihres Kontos bei {{site}} wurde am {{at}} geändert.',
      sms: '{{site}}, {{at}}: Ihr Passwort wurde geändert. Nicht Sie? Neues Passwort wählen.',
    },
    secondFactorAdded: {
      subject: 'Ihr Konto hat einen zweiten Faktor',
      text: 'Für Ihr Konto bei {{site}} wurde am {{at}} ein zweiter Faktor eingerichtet. Ab jetzt gehört zum Anmelden auch ein Code aus der Authenticator-App.',
      sms: '{{site}}, {{at}}: Zweiter Faktor eingerichtet. Nicht Sie? Fragen Sie den Support.',
    },
    secondFactorRemoved: {
      subject: 'Ihr zweiter Faktor wurde entfernt',
      text: 'Der zweite Faktor Ihres Kontos bei {{site}} wurde am {{at}} entfernt. Ab jetzt öffnet es das Passwort allein.',
      sms: '{{site}}, {{at}}: Zweiter Faktor entfernt. Nicht Sie? Neues Passwort wählen.',
    },
    recoveryCodesMade: {
      subject: 'Sie haben neue Wiederherstellungscodes',
      text: 'Für Ihr Konto bei {{site}} wurden am {{at}} neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
      sms: '{{site}}, {{at}}: Neue Wiederherstellungscodes erstellt. Nicht Sie? Neues Passwort wählen.',
    },
    recoveryCodeUsed: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      text: 'Jemand hat sich am {{at}} mit dem Passwort und einem Wiederherstellungscode bei Ihrem Konto bei {{site}} angemeldet. Dieser Code gilt nicht mehr.',
      sms: '{{site}}, {{at}}: Wiederherstellungscode benutzt. Nicht Sie? Neues Passwort wählen.',
    },
    identifierProposed: {
      subject: 'Ein Partner möchte Ihrem Konto eine Adresse hinzufügen',
      text: '{{clientName}} hat am {{at}} darum gebeten, {{value}} Ihrem Konto bei {{site}} hinzuzufügen. Das gilt erst, wenn jemand den Link öffnet, der dorthin ging, sich an Ihrem Konto anmeldet und es bestätigt.',
      end: 'Wenn {{value}} Ihnen gehört, öffnen Sie diesen Link. Wenn nicht, bestätigen Sie es für niemanden und sagen Sie den Betreibern dieses Dienstes Bescheid.',
      sms: '{{site}}, {{at}}: {{clientName}} will {{value}} Ihrem Konto hinzufügen. Bestätigen, wenn es Ihres ist.',
    },
    identifierAdded: {
      subject: 'Ihrem Konto wurde eine Adresse hinzugefügt',
      text: '{{value}} wurde Ihrem Konto bei {{site}} am {{at}} hinzugefügt. Von nun an kann man sich damit anmelden.',
      sms: '{{site}}, {{at}}: {{value}} wurde Ihrem Konto hinzugefügt. Nicht Sie? Neues Passwort wählen.',
    },
    identifierRemoved: {
      subject: 'Aus Ihrem Konto wurde eine Adresse entfernt',
      text: '{{value}} wurde am {{at}} aus Ihrem Konto bei {{site}} entfernt. Man kann sich damit nicht mehr anmelden.',
      sms: '{{site}}, {{at}}: {{value}} aus Ihrem Konto entfernt. Nicht Sie? Neues Passwort wählen.',
    },
    signInDisowned: {
      subject: 'In Ihrem Konto wurde etwas gestoppt',
      text: 'Eine Anmeldung an Ihrem Konto bei {{site}} wurde am {{at}} als nicht erkannt gemeldet. Sie ist beendet, und was dabei hinzugefügt wurde, kann nicht benutzt werden.',
      end: 'Wenn Sie das nicht waren, legen Sie bei {{site}} jetzt ein neues Passwort fest.',
      sms: '{{site}}, {{at}}: Anmeldung gemeldet und beendet. Nicht Sie? Neues Passwort wählen.',
    },
    passkeyAdded: {
      subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      text: 'Der Passkey „{{value}}“ wurde am {{at}} Ihrem Konto bei {{site}} hinzugefügt. Ab jetzt kann man sich damit anmelden.',
      sms: '{{site}}, {{at}}: Passkey "{{value}}" hinzugefügt. Nicht Sie? Dort entfernen.',
    },
    passkeyRemoved: {
      subject: 'Von Ihrem Konto wurde ein Passkey entfernt',
      text: 'Der Passkey „{{value}}“ wurde am {{at}} von Ihrem Konto bei {{site}} entfernt. Man kann sich damit nicht mehr anmelden.',
      sms: '{{site}}, {{at}}: Passkey "{{value}}" entfernt. Nicht Sie? Neues Passwort wählen.',
    },
    passkeyCloned: {
      subject: 'Ein Passkey von Ihnen wurde vielleicht kopiert',
      text: 'Jemand hat am {{at}} bei {{site}} einen Passkey benutzt, der wie eine Kopie von „{{value}}“ aussieht. Er wurde abgelehnt.',
      end: 'Entfernen Sie diesen Passkey aus Ihrem Konto bei {{site}} und fügen Sie einen neuen hinzu. Wenn Sie nicht wissen, wie er kopiert werden konnte, wählen Sie auch ein neues Passwort.',
      sms: '{{site}}, {{at}}: Kopie Ihres Passkeys "{{value}}" abgelehnt. Entfernen Sie ihn dort.',
    },
    partnerConnected: {
      subject: 'Ein Partner kann Sie jetzt bei Ihrem Konto anmelden',
      text: 'Ihr Konto bei {{site}} wurde am {{at}} mit {{value}} verbunden. Wer sich dort als Sie anmeldet, ist auch hier angemeldet.',
      sms: '{{site}}, {{at}}: Mit {{value}} verbunden. Nicht Sie? Fragen Sie den Support.',
    },
    partnerDisconnected: {
      subject: 'Ein Partner kann Sie nicht mehr bei Ihrem Konto anmelden',
      text: 'Ihr Konto bei {{site}} wurde am {{at}} von {{value}} getrennt. Wer sich dort anmeldet, ist hier nicht mehr angemeldet.',
      sms: '{{site}}, {{at}}: Von {{value}} getrennt. Nicht Sie? Fragen Sie den Support.',
    },
    familyLeft: {
      subject: 'Jemand hat Ihre Familie verlassen',
      text: '{{clientName}} hat die Familie „{{value}}“ bei {{site}} am {{at}} verlassen.',
      end: 'Sie bekommen diese Nachricht, weil Sie die Familie gegründet haben oder weil Sie gegangen sind. Wenn Sie das nicht selbst waren, wählen Sie bei {{site}} jetzt ein neues Passwort.',
      sms: '{{site}}, {{at}}: {{clientName}} hat die Familie "{{value}}" verlassen.',
    },
    familyHandedOver: {
      subject: 'Ihre Familie wurde übergeben',
      text: 'Die Familie „{{value}}“ bei {{site}} wurde am {{at}} an {{clientName}} übergeben.',
      end: 'Sie bekommen diese Nachricht, weil Sie die Familie gegründet haben oder weil sie Ihnen übergeben wurde. Wenn nicht Sie sie übergeben haben, wählen Sie bei {{site}} jetzt ein neues Passwort.',
      sms: '{{site}}, {{at}}: Die Familie "{{value}}" wurde an {{clientName}} übergeben.',
    },
    deletionAsked: {
      subject: 'Ihr Konto wird gelöscht',
      text: 'Am {{at}} wurde darum gebeten, Ihr Konto bei {{site}} zu löschen. Alles ist abgemeldet, und in sieben Tagen wird das Konto gelöscht.',
      end: 'Wenn Sie es behalten wollen oder das nicht waren, öffnen Sie {{site}} in diesen sieben Tagen, melden Sie sich an und behalten Sie das Konto. Wenn Ihr Passwort nicht mehr geht, wählen Sie dort „Passwort vergessen?“.',
      sms: '{{site}}, {{at}}: Ihr Konto wird in sieben Tagen gelöscht, wie verlangt. Anmelden, um es zu behalten.',
    },
    deletionUndone: {
      subject: 'Ihr Konto bleibt bestehen',
      text: 'Ihr Konto bei {{site}} sollte gelöscht werden. Am {{at}} wurde entschieden, es zu behalten; es funktioniert wie zuvor.',
      sms: '{{site}}, {{at}}: Ihr Konto bleibt: Es wird nicht gelöscht.',
    },
    newBrowser: {
      subject: 'Anmeldung mit einem neuen Browser',
      text: 'Am {{at}} hat sich jemand bei Ihrem Konto bei {{site}} angemeldet, mit einem Browser, mit dem es noch nie benutzt wurde: {{browser}}, Netz {{network}}.',
      end: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, kann sich jemand als Sie anmelden: Öffnen Sie {{site}}, wählen Sie dort „Passwort vergessen?“, was jeden Browser abmeldet, und sagen Sie den Betreibern dieses Dienstes Bescheid.',
      sms: '{{site}}, {{at}}: Neuer Browser: {{browser}}, {{network}}. Nicht Sie? Neues Passwort wählen.',
      unknown: 'unbekannt',
    },
    devicePasswordAdded: {
      subject: 'Für Ihr Konto wurde ein Gerätepasswort erstellt',
      text: 'Für Ihr Konto bei {{site}} wurde am {{at}} das Gerätepasswort „{{value}}“ erstellt. Es meldet eine Anwendung ohne Ihren zweiten Faktor an.',
      sms: '{{site}}, {{at}}: Gerätepasswort "{{value}}" erstellt. Nicht Sie? Neues Passwort wählen.',
    },
    devicePasswordRemoved: {
      subject: 'Ein Gerätepasswort wurde widerrufen',
      text: 'Das Gerätepasswort „{{value}}“ Ihres Kontos bei {{site}} wurde am {{at}} widerrufen. Alles, was damit angemeldet war, ist abgemeldet.',
      sms: '{{site}}, {{at}}: Gerätepasswort "{{value}}" widerrufen.',
    },
    devicePasswordNeeded: {
      subject: 'Eine Anwendung konnte Sie nicht anmelden',
      text: 'Eine Anwendung hat am {{at}} das Passwort Ihres Kontos bei {{site}} gesendet. Es war richtig, aber Ihr Konto hat einen zweiten Faktor, nach dem diese Anwendung nicht fragen kann. Deshalb wurde es abgelehnt.',
      end: 'Wenn es Ihre Anwendung ist, melden Sie sich bei {{site}} an, erstellen Sie unter „Anmeldung“ ein Gerätepasswort für sie und geben Sie es dort ein. Wenn nicht, kennt jemand Ihr Passwort: Wählen Sie dort sofort ein neues.',
      sms: '{{site}}, {{at}}: Eine Anwendung sandte Ihr Passwort: abgelehnt. Erstellen Sie ein Gerätepasswort.',
    },
    recoveryStopped: {
      subject: 'Ihr zweiter Faktor bleibt',
      text: 'Jemand wollte ohne den zweiten Faktor wieder in Ihr Konto bei {{site}} kommen. Das wurde am {{at}} gestoppt.',
      sms: '{{site}}, {{at}}: Zugang ohne zweiten Faktor gestoppt.',
    },
    recoveryDone: {
      subject: 'Der zweite Faktor Ihres Kontos wurde entfernt',
      text: 'Der zweite Faktor Ihres Kontos bei {{site}} wurde am {{at}} nach der Wartezeit durch einen Link entfernt. Das Passwort allein öffnet es jetzt.',
      sms: '{{site}}, {{at}}: Zweiter Faktor entfernt. Nicht Sie? Neues Passwort wählen.',
    },
    handOverStopped: {
      subject: 'Ihre Familie bleibt bei Ihnen',
      text: 'Die Familie „{{value}}“ auf {{site}} sollte übergeben werden. Das wurde am {{at}} gestoppt.',
      sms: '{{site}}, {{at}}: Übergabe der Familie "{{value}}" gestoppt.',
    },
    more: 'Und weitere derselben Art: {{count}}.',
    summary: '{{site}}: {{count}} weitere Hinweise seit {{at}}. Melden Sie sich an, um sie zu sehen.',
    stopEnd:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, öffnen Sie den Link unten und bestätigen Sie: Damit wird der Browser abgemeldet, in dem das geschah, und gesperrt, was dort hinzugefügt wurde. Der Link gilt 14 Tage.',
    additionStopped: {
      subject: 'Eine Änderung an Ihrem Konto wurde gestoppt',
      text: 'Jemand, der Nachrichten an eine Ihrer Adressen liest, hat am {{at}} eine Änderung an Ihrem Konto bei {{site}} gestoppt. Der Browser, in dem sie geschah, ist abgemeldet, und was dort hinzugefügt wurde, funktioniert nicht mehr.',
      sms: '{{site}}, {{at}}: Änderung am Konto gestoppt. Nicht Sie? Neues Passwort wählen.',
    },
    recoveryAsked: {
      subject: 'Jemand möchte ohne zweiten Faktor in Ihr Konto',
      text: 'Jemand bat am {{at}} darum, ohne den zweiten Faktor in Ihr Konto bei {{site}} zu kommen. Nach einer Wartezeit kann er entfernt werden. Andere Adressen Ihres Kontos bekamen einen Link, der das stoppt.',
      sms: '{{site}}, {{at}}: Zugang ohne zweiten Faktor verlangt. Nicht Sie? Neues Passwort wählen.',
    },
    accountHeld: {
      subject: 'Ihr Konto ist gesperrt',
      text: 'Der Support hat Ihr Konto bei {{site}} am {{at}} vorläufig gesperrt, weil es vielleicht jemand anderes benutzt. Alle Browser und Apps sind abgemeldet, und höchstens drei Tage lang kann sich niemand anmelden.',
      end: 'Wenn Sie darum gebeten haben, warten Sie auf den Support. Wenn nicht, wenden Sie sich an den Support: Vielleicht gibt sich jemand für Sie aus.',
      sms: '{{site}}, {{at}}: Ihr Konto ist gesperrt. Nicht Sie? Fragen Sie den Support.',
    },
    accountSecured: {
      subject: 'Ihr Konto wurde gesichert',
      text: 'Ein Administrator hat Ihr Konto bei {{site}} am {{at}} gesichert, weil es vielleicht jemand anderes benutzt hat. Das Passwort, die Gerätepasswörter und alle Anmeldungen gelten nicht mehr. Mit einem Einmal-Link wählen Sie ein neues Passwort.',
      end: 'Wenn Sie darum gebeten haben, benutzen Sie den Link, den Sie vom Administrator bekommen. Wenn nicht, wenden Sie sich an den Support: Vielleicht gibt sich jemand für Sie aus.',
      sms: '{{site}}, {{at}}: Ihr Konto wurde gesichert. Nicht Sie? Fragen Sie den Support.',
    },
  },
  link: {
    expiredTitle: 'Dieser Link gilt nicht mehr',
    expiredLead: 'Er ist nach 7 Tagen abgelaufen. Wir können einen neuen an dieselbe Adresse senden.',
    resend: 'Neuen Link senden',
    usedTitle: 'Sie sind schon beigetreten',
    usedLead: 'Dieser Link wurde schon benutzt. Melden Sie sich von nun an mit Ihrem Passwort an.',
    resentTitle: 'Schon unterwegs',
    resentLead:
      'Ein neuer Link ist unterwegs an die Adresse, an die der erste ging. Die früheren gelten nicht mehr.',
    tooManyTitle: 'Einen Moment bitte',
    tooManyLead:
      'Aus Ihrem Netz kamen gerade sehr viele Anfragen. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    unknownTitle: 'Dieser Link funktioniert nicht',
    unknownLead:
      'Er ist unvollständig oder wurde zurückgezogen. Benutzen Sie den neuesten, den Sie bekommen haben.',
  },
  welcome: {
    title: 'Willkommen, {{name}}',
    lead: 'Ihr Konto ist fertig, und Sie sind angemeldet.',
    next: 'Öffnen Sie Ihre Familien-App und melden Sie sich mit {{value}} und dem eben gewählten Passwort an.',
  },
  signIn: {
    title: 'Anmelden',
    lead: 'Sehen Sie Ihr Konto und die Anwendungen, die Sie verbunden haben.',
    leadFor:
      'und weiter zu {{clientName}}. Ihr Passwort bleibt bei uns: {{clientName}} bekommt es nie zu sehen.',
    identifier: 'E-Mail, Telefon oder Login',
    password: 'Passwort',
    forgotten: 'Passwort vergessen?',
    submit: 'Anmelden',
    cancel: 'Abbrechen und zurück zu {{clientName}}',
    wrong:
      'E-Mail, Telefon oder Login oder das Passwort ist falsch. Prüfen Sie beides und versuchen Sie es noch einmal.',
    passkey:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    tooMany_one: 'Zu viele Fehlversuche. Warten Sie {{count}} Sekunde und versuchen Sie es dann noch einmal.',
    tooMany_other:
      'Zu viele Fehlversuche. Warten Sie {{count}} Sekunden und versuchen Sie es dann noch einmal.',
    busy: 'Gerade ist viel los. Bitte versuchen Sie es gleich noch einmal.',
    otherAccount:
      'Sie sind angemeldet, aber hier geht es um ein anderes Konto. Melden Sie sich mit jenem an.',
    leaving: 'Dieses Konto wird bald gelöscht, wie Sie es wollten.',
  },
  proof: {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: 'Sie sind angemeldet als {{accountName}}. Bevor es weitergeht, zeigen Sie bitte noch einmal, dass Sie es sind.',
    submit: 'Bestätigen',
    back: 'Zurück zu Ihrem Konto',
  },
  passkeys: {
    title: 'Ihre Passkeys',
    one: 'Ein Passkey',
    lead: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der Sperre Ihres Geräts an, ohne Passwort. Ein Passkey funktioniert nur auf dieser Website, deshalb kann ihn Ihnen niemand ablisten.',
    signIn: 'Mit einem Passkey anmelden',
    or: 'oder',
    signInWithoutScript:
      'Ein Passkey braucht JavaScript, das in diesem Browser ausgeschaltet ist. Melden Sie sich mit Ihrem Passwort an.',
    addWithoutScript:
      'Ein Passkey braucht JavaScript, das in diesem Browser ausgeschaltet ist. Ihr Passwort gilt weiter.',
    impossible: 'Dieser Browser kann keine Passkeys verwenden. Ihr Passwort gilt weiter.',
    cancelled:
      'Es wurde kein Passkey gewählt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    failed:
      'Der Passkey konnte hier nicht verwendet werden. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    notMade:
      'Es wurde kein Passkey angelegt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal, wann immer Sie möchten.',
    exists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    add: 'Passkey hinzufügen',
    offerTitle: 'Nächstes Mal ohne Passwort anmelden?',
    later: 'Nicht jetzt',
    name: 'Bezeichnung',
    nameHint: 'Daran erkennen Sie ihn wieder: das Gerät oder der Passwortmanager.',
    synced: 'auf allen Ihren Geräten',
    rename: 'Umbenennen',
    renameLabel: '{{value}} umbenennen',
    onOneDevice: 'auf einem Gerät',
    added: 'hinzugefügt',
    unused: 'noch nicht benutzt',
    elsewhere: 'Er wurde für {{host}} angelegt und funktioniert hier nicht.',
    signInAgain: 'Um Ihre Passkeys zu ändern, zeigen Sie noch einmal, dass Sie es sind.',
    last: 'Dieser Passkey bleibt: Sonst könnten Sie sich nicht mehr anmelden.',
    problem: {
      refused: 'Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.',
      taken: 'Dieser Passkey ist hier schon bekannt.',
      full: 'Sie haben so viele Passkeys, wie ein Konto haben kann. Entfernen Sie zuerst einen.',
    },
  },
  secondStep: {
    title: 'Noch ein Schritt',
    lead: 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
    leadPasskey: 'Zeigen Sie mit Ihrem Passkey, dass Sie es sind.',
    leadBoth: 'Verwenden Sie Ihren Passkey, oder geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
    usePasskey: 'Passkey verwenden',
    withoutScript: 'Ein Passkey braucht JavaScript, das in diesem Browser ausgeschaltet ist.',
    impossible: 'Dieser Browser kann keine Passkeys verwenden. Nehmen Sie einen, der Ihren hat.',
    cancelled:
      'Es wurde kein Passkey gewählt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    failed:
      'Der Passkey konnte hier nicht verwendet werden. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    without: 'Ohne ihn fortfahren',
    code: 'Einmalcode',
    codeHint: 'Sechs Ziffern; alle 30 Sekunden gibt es einen neuen Code.',
    trust: 'Diesem Browser 30 Tage lang vertrauen',
    trustHint: 'Er fragt dann nicht nach einem Code. Nur dort, wo ihn sonst niemand benutzt.',
    lost: 'Ihre App ist nicht zur Hand?',
    recovery: 'Wiederherstellungscode',
    recoveryHint:
      'Einer der zehn Codes, die beim Einrichten des zweiten Faktors angezeigt wurden. Jeder gilt einmal.',
    other: 'Als jemand anders anmelden',
    overTitle: 'Bitte melden Sie sich noch einmal an',
    overLead:
      'In diesem Browser wartet nichts auf einen Code: Es hat länger als zehn Minuten gedauert oder ist schon geschehen.',
  },
  factors: {
    title: 'Zweiter Faktor',
    off: 'Aus: Ihr Passwort allein öffnet Ihr Konto.',
    on: 'An seit {{date}}: Zum Anmelden gehört auch ein Code aus Ihrer Authenticator-App.',
    manage: 'Zweiten Faktor verwalten',
    setUp: 'Zweiten Faktor einrichten',
    lead: 'Mit einem zweiten Faktor reicht ein gestohlenes Passwort nicht: Zum Anmelden gehört auch ein Code aus einer App auf Ihrem Telefon oder Computer.',
    begin: 'Einmalcodes einrichten',
    scan: 'Lesen Sie dieses Bild mit Ihrer Authenticator-App ein oder tippen Sie den Schlüssel dort ein.',
    picture: 'QR-Code mit dem Schlüssel',
    key: 'Schlüssel',
    confirmLead: 'Geben Sie dann den Code ein, den sie anzeigt.',
    setupCode: 'Einrichtungscode',
    setupCodeHint:
      'Sie haben ihn mit Ihrer Rolle in der Verwaltung bekommen. Er gilt einmal und einen Tag lang. Wer den Dienst verwaltet, kann einen neuen ausstellen.',
    confirm: 'Bestätigen und einschalten',
    codesTitle: 'Ihre Wiederherstellungscodes',
    codesLead:
      'Jeder von ihnen meldet Sie einmal an, wenn Ihre App nicht zur Hand ist. Schreiben oder drucken Sie sie jetzt und bewahren Sie sie dort auf, wo nur Sie sie finden: Sie werden nicht noch einmal angezeigt.',
    codesDone: 'Ich habe sie aufbewahrt',
    left: 'Verbleibende Wiederherstellungscodes: {{left}}',
    renew: 'Neue Wiederherstellungscodes erstellen',
    renewHint: 'Die bisherigen gelten dann nicht mehr.',
    unreadable:
      'Die Codes Ihrer App können gerade nicht geprüft werden. Wiederherstellungscodes gelten. Sagen Sie den Betreibern dieses Dienstes Bescheid.',
    trusted: 'Vertraute Browser',
    trustedNone: 'Keine: Jeder Browser fragt nach einem Code.',
    until: 'bis {{date}}',
    untrust: 'Nicht mehr vertrauen',
    untrustLabel: 'Nicht mehr vertrauen: {{what}}',
    remove: 'Zweiten Faktor entfernen',
    removeHint:
      'Dann öffnet Ihr Passwort allein Ihr Konto. Auch Ihre Wiederherstellungscodes und vertrauten Browser enden.',
    removed: 'Der zweite Faktor ist entfernt.',
  },
  consent: {
    title: '{{clientName}} verbinden?',
    signedInAs: 'Sie sind angemeldet als {{accountName}}',
    asks: '{{clientName}} bittet um Ihre Erlaubnis:',
    lasts: 'Die Erlaubnis gilt, bis Sie sie unter „Ihr Konto“ → „Verbundene Apps“ zurücknehmen.',
    allow: 'Erlauben',
    deny: 'Abbrechen',
    switch: 'Nicht Sie?',
    foot: 'Danach geht es zurück zu {{destination}}',
    not: 'Ihr Passwort bekommt sie nicht, und ändern kann sie an Ihrem Konto nichts.',
  },
  given: {
    identity: 'Sie wiederzuerkennen, wenn Sie wiederkommen',
    name: 'Ihren Namen zu sehen',
    email: 'Ihre E-Mail-Adresse zu sehen',
    emails: 'Ihre E-Mail-Adressen zu sehen',
    phones: 'Ihre Telefonnummern zu sehen',
    families: 'die Familien zu sehen, zu denen Sie gehören',
  },
  families: {
    none: 'Sie sind noch in keiner Familie. Wer eine verwaltet, kann Sie einladen.',
    members: 'Mitglieder',
    you: 'Sie',
    since: 'seit {{date}}',
    until: 'bis {{date}}',
    invitedBy: 'eingeladen von {{name}}',
    roleLabel: 'Rolle',
    role: {
      member: 'Mitglied',
      administrator: 'Administrator/in',
      founder: 'Gründer/in',
    },
    pending: 'Offene Einladungen',
    withdraw: 'Zurückziehen',
    withdrawLabel: 'Einladung an {{value}} zurückziehen',
    withdrawn: 'Die Einladung ist zurückgezogen. Ihr Link gilt nicht mehr.',
    invite: 'Jemanden einladen',
    inviteName: 'Name der Person',
    inviteHint:
      'Dorthin senden wir eine Einladung. Wer noch kein Konto hat, bekommt eines, wenn er sie annimmt.',
    inviteSubmit: 'Einladung senden',
    invited: 'Eine Einladung an {{value}} ist unterwegs.',
    picture: 'Familienbild',
    pictureFile: 'Bild',
    pictureHint: 'Höchstens 5 MB. Wo und wann es aufgenommen wurde, wird entfernt.',
    pictureSave: 'Bild speichern',
    pictureSaved: 'Das Bild ist gespeichert.',
    handOver: 'Familie übergeben',
    handOverHint:
      'Ein anderes Mitglied übernimmt die Familie, und Sie bleiben Administrator/in. Nur diese Person kann das rückgängig machen.',
    handOverTo: 'An wen',
    choose: 'Mitglied wählen',
    handedOver: 'Die Familie ist übergeben. Sie sind jetzt Administrator/in.',
    leave: 'Familie verlassen',
    leaveHint:
      'Was Apps nur Mitgliedern zeigen, sehen Sie dann nicht mehr. Jemand aus der Familie kann Sie wieder einladen.',
    handOverWait:
      'Ohne einen zweiten Faktor, den Sie seit 30 Tagen haben, dauert das drei Tage: Wir schreiben an alle Ihre Adressen, und Sie können es stoppen.',
    handOverWaits: '{{name}} übernimmt die Familie am {{date}}. Wir haben an alle Ihre Adressen geschrieben.',
  },
  data: {
    download: 'Ihre Daten herunterladen',
    downloadHint:
      'Alles, was hier über Sie gespeichert ist, als JSON, mit den Bildern Ihrer Familien, in einer ZIP-Datei. Passwörter, Tokens und andere Geheimnisse sind nicht darin.',
    downloadSubmit: 'Herunterladen',
    delete: 'Ihr Konto löschen',
    deleteHint:
      'Sie werden sofort überall abgemeldet, und Apps verlieren ihren Zugang. Sieben Tage lang können Sie sich anmelden und das Konto behalten. Danach wird alles endgültig gelöscht.',
    deleteSubmit: 'Mein Konto löschen',
    askedTitle: 'Ihr Konto wird gelöscht',
    askedLead:
      'Sie sind überall abgemeldet. Am {{date}} wird das Konto gelöscht. Bis dahin können Sie sich anmelden und es behalten.',
    undoTitle: 'Ihr Konto behalten?',
    undoLead:
      'Am {{date}} wird es gelöscht, wie Sie es verlangt haben. Behalten Sie es, ist alles wie zuvor; in Apps melden Sie sich neu an.',
    undoSubmit: 'Mein Konto behalten',
    overTitle: 'Das hat zu lange gedauert',
    overLead: 'Melden Sie sich noch einmal an, um das Konto zu behalten.',
  },
  connect: {
    title: '{{clientName}}-Konto verbinden?',
    knownAs: '{{clientName}} kennt Sie als',
    means:
      'Danach ist jeder, der sich bei {{clientName}} unter diesem Namen anmeldet, hier als Sie angemeldet.',
    warning:
      'Fahren Sie nur fort, wenn Sie selbst von {{clientName}} hierher gekommen sind und dieser Name Ihrer ist. Hat Ihnen jemand diesen Link geschickt, dann verbinden Sie nichts.',
    yes: 'Verbinden',
    no: 'Nicht verbinden',
    connectedTitle: 'Verbunden',
    connectedLead:
      'Von jetzt an kann {{clientName}} Sie anmelden. Gehen Sie dorthin zurück und machen Sie weiter.',
    declinedTitle: 'Nicht verbunden',
    declinedLead: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
    takenTitle: 'Mit einem anderen Konto verbunden',
    takenLead:
      'Ihr {{clientName}}-Konto ist hier mit einem anderen Konto verbunden. Melden Sie sich über {{clientName}} an, um dorthin zu kommen.',
    overTitle: 'Bitte beginnen Sie von vorn',
    overLead:
      'Dieser Link gilt einmal und zehn Minuten lang. Gehen Sie zu der Anwendung zurück, von der Sie kamen, und beginnen Sie dort neu.',
  },
  membership: {
    subject: 'Möchten Sie einer Familie beitreten?',
    greeting: 'Hallo {{name}},',
    mailText:
      '{{clientName}} fragt, ob Sie mit Ihrem Konto der Familie „{{familyName}}“ beitreten. Öffnen Sie diesen Link, melden Sie sich an und entscheiden Sie:',
    mailButton: 'Ansehen und entscheiden',
    mailEnd:
      'Der Link gilt einmal und 7 Tage lang. Wenn Sie nicht wissen, wer da fragt, beachten Sie diese Nachricht nicht weiter: Es geschieht nichts.',
    sms: '{{clientName}} fragt: Treten Sie der Familie "{{familyName}}" bei? (7 Tage) {{link}}',
  },
  unnamedMembership: {
    mailText:
      '{{clientName}} fragt, ob Sie mit Ihrem Konto einer Familie beitreten. Öffnen Sie diesen Link, melden Sie sich an und entscheiden Sie:',
    sms: '{{clientName}} fragt, ob Sie einer Familie beitreten. Entscheiden (7 Tage): {{link}}',
  },
  proposal: {
    signIn:
      '{{clientName}} hat eine Bitte zu Ihrem Konto. Melden Sie sich an, um sie zu sehen und zu entscheiden. {{clientName}} bekommt Ihr Passwort nie zu sehen.',
    decline: 'Nein, danke',
    addressTitle: '{{value}} Ihrem Konto hinzufügen?',
    addressMeans:
      '{{clientName}} bittet darum. Danach können Sie sich damit anmelden, und wer die Nachrichten liest, die dorthin gehen, kann ein neues Passwort für Ihr Konto wählen.',
    addressWarning:
      'Fügen Sie {{value}} nur hinzu, wenn das Ihnen allein gehört. Wenn Ihnen jemand diesen Link geschickt hat, fügen Sie nichts hinzu.',
    addressYes: 'Hinzufügen',
    addressNo: 'Nicht hinzufügen',
    familyTitle: '{{familyName}} beitreten?',
    familyMeans: '{{clientName}} fragt, ob Sie Mitglied dieser Familie werden.',
    familyWarning: 'Treten Sie nur bei, wenn Sie diese Leute kennen. Bis dahin ändert sich nichts.',
    familyYes: 'Der Familie beitreten',
    familyNo: 'Nicht beitreten',
    familyDoneTitle: 'Sie sind beigetreten',
    familyDoneLead: 'Sie gehören jetzt zu {{familyName}}. Sie können diese Seite schließen.',
    familyTakenTitle: 'Diese Familie hat schon einen Gründer',
    familyTakenLead:
      'Sie sollten {{familyName}} als Gründer beitreten, und inzwischen ist es jemand anders. Sagen Sie der Person Bescheid, die Sie gefragt hat.',
    declinedTitle: 'Abgelehnt',
    declinedLead: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
    overTitle: 'Dieser Link gilt nicht mehr',
    overLead:
      'Er wurde schon benutzt, ist abgelaufen oder wurde zurückgezogen. Wenn Sie es noch möchten, sagen Sie der Person Bescheid, die Sie gefragt hat.',
  },
  device: {
    title: 'Ein Gerät verbinden',
    lead: 'Geben Sie den Code ein, den Ihr Fernseher oder anderes Gerät anzeigt.',
    code: 'Code des Geräts',
    submit: 'Weiter',
    signIn: 'um Ihr Gerät zu verbinden. Danach geben Sie seinen Code ein.',
    askTitle: '{{clientName}} auf Ihrem Gerät verbinden?',
    compare: 'Ihr Gerät muss diesen Code anzeigen:',
    warning:
      'Wenn Sie den Code von jemand anderem haben, brechen Sie ab: Ihr Konto würde sich auf dessen Gerät öffnen.',
    allowedTitle: 'Ihr Gerät ist verbunden',
    allowedLead:
      '{{clientName}} macht dort in wenigen Sekunden von selbst weiter. Sie können diese Seite schließen.',
    deniedTitle: 'Nichts wurde verbunden',
    deniedLead:
      'Das Gerät bekommt nichts. Wenn Sie seinen Code nicht erwartet haben, hat vielleicht jemand versucht, in Ihr Konto zu kommen.',
  },
  challenge: {
    overTitle: 'Bitte beginnen Sie von vorn',
    overLead:
      'Diese Anmeldung ist abgelaufen: Sie hat länger als zehn Minuten gedauert oder in einem anderen Browser begonnen. Gehen Sie zurück zu der Anwendung, von der Sie kamen, und beginnen Sie dort neu.',
    refusedTitle: 'Diese Anwendung kann Sie nicht anmelden',
    refusedLead:
      'Sie hat Sie mit einer Anfrage hierher geschickt, die wir nicht beantworten können. Es wurde nichts weitergegeben. Sagen Sie den Betreibern der Anwendung Bescheid.',
    tooManyTitle: 'Einen Moment bitte',
    tooManyLead:
      'Aus Ihrem Netz wurden gerade sehr viele Anmeldungen begonnen. Warten Sie ein wenig, gehen Sie dann zurück zu der Anwendung, von der Sie kamen, und versuchen Sie es noch einmal.',
    forDevelopers: 'Für ihre Entwickler:',
  },
  provider: {
    or: 'oder',
    continueWith: 'Weiter mit {{name}}',
    nameless: 'Die andere Website',
    unknownLead:
      'Mit diesem Konto bei {{name}} ist hier noch kein Konto verbunden. Melden Sie sich zuerst mit Ihrem eigenen Passwort an; dann können Sie beide verbinden. {{name}} sieht Ihr Passwort nie.',
    connectedTitle: 'Verbunden',
    connectedLead: 'Ab jetzt können Sie sich hier mit {{clientName}} anmelden.',
    elsewhereTitle: 'Mit einem anderen Konto verbunden',
    elsewhereLead:
      'Das Konto dort ist hier schon mit einem anderen Konto verbunden. Melden Sie sich damit an, um dieses zu öffnen.',
    overTitle: 'Bitte beginnen Sie von vorn',
    overLead:
      'Diese Anmeldung gilt einmal, zehn Minuten lang und nur in dem Browser, der sie begonnen hat. Nichts wurde geändert.',
    cancelledTitle: 'Nicht angemeldet',
    cancelledLead: 'Die Anmeldung bei {{name}} wurde abgebrochen. Nichts wurde geändert.',
    failedTitle: '{{name}} konnte Sie nicht anmelden',
    failedLead:
      'Die Antwort war ungültig; niemand wurde angemeldet. Versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
    unavailableTitle: '{{name}} antwortet nicht',
    unavailableLead: 'Versuchen Sie es gleich noch einmal oder verwenden Sie Ihr Passwort.',
    blockedTitle: 'Dieses Konto kann sich nicht anmelden',
    blockedLead:
      'Das Konto, das mit {{name}} verbunden ist, ist gesperrt, oder seine Löschung wurde verlangt. Um es zu behalten, melden Sie sich mit seinem Passwort an.',
    takenTitle: 'Sie haben schon ein Konto',
    takenLead:
      'Durch {{name}} kennen wir Sie unter einem anderen Konto. Die Einladung gilt weiter: Nehmen Sie sie mit einem Passwort an, oder lassen Sie jenes Konto einladen.',
    notAcceptedTitle: 'Die Einladung gilt nicht mehr',
    notAcceptedLead:
      'Sie wurde schon angenommen, ist abgelaufen oder gilt für keine Familie mehr. Öffnen Sie ihren Link noch einmal, um zu sehen, was Sie tun können.',
    tooManyTitle: 'Zu viele Anmeldungen auf einmal',
    tooManyLead:
      'Aus Ihrem Netz wurden viele Anmeldungen begonnen. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    notYouTitle: 'Das war jemand anderes',
    notYouLead:
      'Das Konto bei {{name}} ist nicht mit dem Konto verbunden, mit dem Sie hier angemeldet sind. Bestätigt wurde nichts. Melden Sie sich dort als Sie selbst an, oder bestätigen Sie auf einem anderen Weg.',
    onward: 'Weiter',
    elsewhereHeading: 'Anderswo anmelden',
    elsewhereHint: 'Wer sich dort als Sie anmeldet, ist auch hier angemeldet.',
    isConnected: 'verbunden',
    connect: 'Verbinden',
    connectLabel: 'Mit {{name}} verbinden',
    disconnectTitle: '{{name}} trennen?',
    disconnectLead:
      'Sie können sich hier dann nicht mehr mit {{name}} anmelden. Ihr Konto dort bleibt, wie es ist.',
    noPassword: 'Sie haben kein Passwort? Legen Sie zuerst eines fest.',
  },
  account: {
    title: 'Ihr Konto',
    hello: 'Hallo, {{name}}',
    you: 'Womit Sie sich anmelden',
    validated: 'bestätigt',
    apps: 'Verbundene Apps',
    noApps:
      'Keine Anwendung ist verbunden. Anwendungen, denen Sie es erlauben, erscheinen hier, und hier können Sie sie trennen.',
    since: 'Verbunden seit {{date}}',
    disconnect: 'Trennen',
    disconnectLabel: '{{app}} trennen',
    signIns: 'Wo Sie angemeldet sind',
    thisBrowser: 'Dieser Browser',
    browser: 'Ein Browser',
    end: 'Abmelden',
    endLabel: 'Abmelden: {{what}}',
    endOthers: 'Überall sonst abmelden',
    profile: 'Ihr Profil',
    country: 'Land',
    noCountry: 'Keine Angabe',
    language: 'Sprache unserer Nachrichten',
    languageHint: 'Für E-Mails und SMS. Die Sprache der Seiten wählen Sie an deren Ende.',
    timeZone: 'Zeitzone',
    timeZoneAutomatic: 'Automatisch ({{zone}} in Nachrichten)',
    timeZoneHint: 'Für Uhrzeiten in Nachrichten und auf diesen Seiten.',
    save: 'Profil speichern',
    saved: 'Ihr Profil ist gespeichert.',
    waiting: 'noch nicht bestätigt',
    addAddress: 'E-Mail-Adresse oder Telefonnummer hinzufügen',
    address: 'E-Mail-Adresse oder Telefonnummer',
    addressHint: 'Wir senden einen Link dorthin. Haben Sie ihn geöffnet, können Sie sich damit anmelden.',
    add: 'Link senden',
    addressSent:
      'Ein Link ist unterwegs an {{value}}. Wenn nichts kommt, gehört sie vielleicht zu einem anderen Konto.',
    remove: 'Entfernen',
    removeLabel: '{{value}} entfernen',
    removeTitle: '{{value}} entfernen?',
    removeLead: 'Sie können sich dann nicht mehr damit anmelden, und keine Nachricht geht mehr dorthin.',
    keep: 'Abbrechen',
    choosePassword: 'Passwort festlegen',
    noPassword: 'Ihr Konto hat kein Passwort. Anwendungen, die keine Seite öffnen können, brauchen eines.',
    changePassword: 'Passwort ändern',
    currentPassword: 'Aktuelles Passwort',
    newPassword: 'Neues Passwort',
    passwordReason: 'Warum ändern Sie es?',
    passwordKnown: 'Jemand anderes kennt vielleicht das alte Passwort',
    passwordKnownHint:
      'Meldet auch Geräte und Apps ab, die es benutzt haben, und löscht Ihre Gerätepasswörter.',
    passwordAnother: 'Ich möchte nur ein neues',
    passwordAnotherHint: 'Geräte und Apps bleiben angemeldet. Andere Browser werden abgemeldet.',
    passwordChanged: 'Ihr Passwort ist geändert. Andere Browser sind abgemeldet.',
    passwordReplaced:
      'Ihr Passwort ist geändert. Andere Browser sind abgemeldet, ebenso Geräte und Apps, die das alte Passwort benutzt haben. Gerätepasswörter sind gelöscht.',
    signOut: 'Abmelden',
    agent: '{{browser}} auf {{system}}',
    network: 'Netz {{network}}',
    lastUsed: 'zuletzt benutzt',
    firstSeen: 'angemeldet',
    tabs: {
      profile: 'Profil',
      signIn: 'Anmeldung',
      security: 'Sicherheit',
      devices: 'Geräte',
      apps: 'Verbundene Apps',
      families: 'Familien',
      data: 'Ihre Daten',
    },
    suspended: {
      title: 'Außer Gebrauch',
      lead: 'Als Ihr Konto geschützt wurde, wurde dies außer Gebrauch genommen, weil es erst kürzlich hinzugefügt worden war. Nehmen Sie wieder in Gebrauch, was Ihnen gehört. Was hier bleibt, wird entfernt.',
      waits:
        'Richten Sie zuerst mit Ihrem Einrichtungscode einen zweiten Faktor ein. Danach können Sie diesen Passkey wieder benutzen.',
      held: 'Ihr jetziges Passwort genügt dafür nicht: Jemand anders kennt es vielleicht. Bestätigen Sie mit einem zweiten Faktor, den Sie vor mehr als 30 Tagen eingerichtet haben, oder wählen Sie zuerst über einen Link, den wir Ihnen schicken, ein neues Passwort.',
      identifier: 'Adresse oder Konto anderswo',
      passkey: 'Ein Passkey',
      until: 'wird entfernt am',
      restore: 'Wieder benutzen',
      restoreLabel: 'Wieder benutzen: {{value}}',
    },
    disown: {
      title: 'Erkennen Sie diese Anmeldung nicht?',
      ends: 'Sie wird beendet, und mit ihr jeder Browser, jedes Gerät und jede App, die dabei angemeldet oder erlaubt wurden, samt Gerätepasswörtern und Einladungen. Auch vertraute Browser und die Verwaltung werden abgemeldet.',
      suspends:
        'Adressen und Passkeys, die dabei in den letzten 30 Tagen hinzugefügt wurden, werden außer Gebrauch genommen. Was Ihnen gehört, können Sie auf der folgenden Seite wieder in Gebrauch nehmen. Legen Sie dort auch ein neues Passwort fest.',
      submit: 'Ich erkenne sie nicht',
    },
    history: {
      title: 'Verlauf der Anmeldungen',
      lead: 'Was mit Ihrem Passwort und Ihren Anmeldungen geschah. Kommt Ihnen etwas unbekannt vor, ändern Sie Ihr Passwort und melden Sie ab, was Sie nicht kennen.',
      none: 'Noch ist nichts aufgezeichnet.',
      back: 'Zurück zu Ihren Geräten',
      older: 'Ältere',
      password: 'Passwort angenommen',
      refused: 'Falsches Passwort',
      signedIn: 'Angemeldet',
      signedOut: 'Abgemeldet',
      browsersEnded: 'Browser abgemeldet',
      devicesEnded: 'Geräte abgemeldet',
      passwordChanged: 'Passwort geändert',
      secondFactor: 'Code angenommen',
      codeRefused: 'Falscher Code',
      passkeyRefused: 'Passkey nicht angenommen',
      factorAdded: 'Zweiter Faktor eingerichtet',
      factorRemoved: 'Zweiter Faktor entfernt',
      recoveryCodesMade: 'Neue Wiederherstellungscodes erstellt',
      browserTrusted: 'Vertrauenswürdigen Browser hinzugefügt',
      passwordReset: 'Neues Passwort über einen Link gewählt',
      passkey: 'Mit einem Passkey angemeldet',
      signInDisowned: 'Anmeldung nicht erkannt',
      wayRestored: 'Wieder in Gebrauch genommen',
      passkeyAdded: 'Passkey hinzugefügt',
      passkeyRemoved: 'Passkey entfernt',
      additionStopped: 'Änderung durch einen Link gestoppt',
    },
    removeBack:
      'Wir schicken eine letzte Nachricht dorthin. Wenn Sie nicht eben mit dem zweiten Faktor bestätigt haben, kann ein Link darin die Adresse 14 Tage lang einmal zurückholen.',
    stillYours: {
      title: 'Gehört Ihnen das noch?',
      lead: 'Seit einem Jahr haben Sie das nicht mehr benutzt. Eine alte Adresse oder Nummer kann jemand anders in Ihr Konto lassen.',
      yes: 'Ja, gehört mir noch',
      label: 'Ja, gehört mir noch: {{value}}',
      dormant:
        'Um damit wieder ein neues Passwort wählen zu können, öffnen Sie den Link, den wir dorthin schicken. Es gilt nach 30 Tagen, oder sofort, wenn Sie gerade mit Ihrem zweiten Faktor bestätigt haben.',
      send: 'Link schicken',
      sendLabel: 'Link an {{value}} schicken',
    },
  },
  tooMuch: {
    title: 'Zu viele Anfragen',
    lead: 'Ihr Konto hat in kurzer Zeit sehr viele Anfragen gesendet. Deshalb hat diese nichts bewirkt. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
    waysTitle: 'Zu viele neue Anmeldewege',
    waysLead:
      'Ihr Konto nimmt zehn neue Adressen, Passkeys, Gerätepasswörter, Verbindungen oder Codes am Tag an, und das wäre eines mehr gewesen. Nichts wurde hinzugefügt; versuchen Sie es in einigen Stunden wieder. Was Sie nicht kennen, können Sie jederzeit entfernen.',
  },
  devicePasswords: {
    title: 'Gerätepasswörter',
    lead: 'Manche Anwendungen können nicht nach einem zweiten Faktor fragen. Geben Sie einer solchen Anwendung ein eigenes Passwort, das sonst nichts öffnet.',
    made: 'Das ist das Passwort für die Anwendung. Geben Sie es dort statt Ihres eigenen ein.',
    once: 'Es wird nur dieses eine Mal gezeigt. Wenn Sie es verlieren, widerrufen Sie es und erstellen Sie ein neues. Großbuchstaben, Leerzeichen und Bindestriche spielen keine Rolle.',
    yours: 'Ihre Gerätepasswörter',
    none: 'Sie haben keines.',
    legacy: 'Ältere Anwendungen, die ihren Namen nicht nennen',
    created: 'erstellt',
    unused: 'nie benutzt',
    end: 'Widerrufen',
    endLabel: 'Widerrufen: {{value}}',
    new: 'Gerätepasswort erstellen',
    name: 'Bezeichnung',
    nameHint: 'Damit Sie es später erkennen, zum Beispiel „Tablet in der Küche“.',
    client: 'Für welche Anwendung',
    submit: 'Passwort erstellen',
    back: 'Zurück zur Anmeldung',
  },
  ways: {
    title: 'Zugänge zu Ihrem Konto',
    lead: 'Alles, was Ihr Konto öffnen kann. Wenn Sie etwas nicht kennen, entfernen Sie es und ändern Sie Ihr Passwort.',
    prove: 'Bevestigen Sie erst, dass Sie es sind, um etwas zu entfernen.',
    remove: 'Entfernen',
    removeLabel: 'Entfernen: {{what}}',
    change: 'Ändern',
    changeLabel: 'Ändern: {{what}}',
    removed: 'Es ist entfernt.',
    suspended: 'außer Gebrauch',
    added: 'hinzugefügt',
    sent: 'gesendet',
    bySignIn: 'durch die Anmeldung',
    byPartner: 'Nur der Partner oder ein Administrator kann es entfernen.',
    byTime: 'Er endet von selbst innerhalb einer Stunde.',
    byLink: 'Der Link in unseren Nachrichten dazu bricht es ab.',
    groups: {
      credentials: 'Passwort und zweiter Faktor',
      identifiers: 'Adressen und Verbindungen',
      browsers: 'Browser',
      applications: 'Apps und Geräte',
      links: 'Offene Links',
      invitations: 'Einladungen von Ihnen',
    },
    types: {
      password: 'Passwort',
      passkey: 'Ein Passkey',
      oneTimeCodes: 'Einmalcodes',
      recoveryCodes: 'Wiederherstellungscodes',
      email: 'E-Mail-Adresse',
      phone: 'Telefonnummer',
      login: 'Benutzername',
      connection: 'Anmeldung über einen anderen Dienst',
      externalId: 'Von einem Partner verbunden',
      browser: 'Ein Browser',
      webApplication: 'Web-App',
      console: 'Verwaltung',
      trustedBrowser: 'Browser, der nicht nach einem Code gefragt wird',
      device: 'Über die App angemeldet',
      application: 'Über einen Browser angemeldet',
      consent: 'Verbundene App',
      devicePassword: 'Gerätepasswort',
      reset: 'Link für ein neues Passwort',
      addition: 'Link, der eine Adresse hinzufügt',
      confirmation: 'Adresse, die eine App hinzufügen will',
      membership: 'Einladung in eine Familie',
      invitation: 'Einladung',
      recovery: 'Antrag, den zweiten Faktor zu entfernen',
      sentInvitation: 'Einladung in eine Familie',
    },
  },
  signOut: {
    title: 'Abmelden?',
    lead: 'Dieser Browser ist dann nicht mehr angemeldet. Verbundene Apps bleiben verbunden.',
  },
  formPost: {
    title: 'Zurück zur Anwendung',
    lead: 'Es geht weiter zu der Anwendung, die Sie hergeschickt hat.',
    submit: 'Weiter',
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    lead: 'Dieser Browser ist nicht mehr angemeldet.',
  },
  brand: {
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    support: 'Hilfe',
    server: 'Sie melden sich über {{serverName}} an.',
  },
  mail: {
    address: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
    foot: 'Gesendet von {{serverName}}, {{site}}',
    someMember: 'ein Mitglied einer Familie',
    why: {
      invitation:
        'Sie erhalten diese Nachricht, weil {{clientName}} diese Adresse angegeben hat, um Sie zu {{site}} einzuladen.',
      confirmation:
        'Sie erhalten diese Nachricht, weil {{clientName}} diese Adresse für ein Konto bei {{site}} angegeben hat.',
      addition:
        'Sie erhalten diese Nachricht, weil jemand diese Adresse in einem Konto bei {{site}} eingegeben hat.',
      reset:
        'Sie erhalten diese Nachricht, weil bei {{site}} ein neues Passwort für das Konto mit dieser Adresse angefordert wurde.',
      membership:
        'Sie erhalten diese Nachricht, weil {{clientName}} etwas von Ihrem Konto bei {{site}} möchte, zu dem diese Adresse gehört.',
      recovery:
        'Sie erhalten diese Nachricht, weil jemand bei {{site}} wieder in ein Konto mit dieser Adresse kommen möchte.',
      notice:
        'Sie erhalten diese Nachricht, weil diese Adresse zu Ihrem Konto bei {{site}} gehört. Änderungen daran, wie Sie sich anmelden, werden an jede seiner Adressen gemeldet; das lässt sich nicht abschalten.',
      handOver:
        'Sie bekommen diese Nachricht, weil jemand eine Familie eines Kontos mit dieser Adresse auf {{site}} übergeben möchte.',
    },
  },
  errors: {
    identifierRequired: 'Geben Sie Ihre E-Mail-Adresse, Telefonnummer oder Ihren Login an.',
    addressInvalid:
      'Das ist weder eine E-Mail-Adresse noch eine Telefonnummer. Geben Sie eine Nummer mit ihrem Land an, etwa +49 …',
    numberNotTexted:
      'An diese Nummer werden keine SMS gesendet. Geben Sie eine E-Mail-Adresse oder eine andere Nummer an.',
    alreadyYours: 'Das gehört schon zu Ihrem Konto.',
    sentAlready:
      'Gerade eben wurde ein Link dorthin gesendet, oder Sie haben heute schon viele angefordert. Sehen Sie in Ihren Nachrichten nach, oder versuchen Sie es später noch einmal.',
    chooseFromList: 'Wählen Sie etwas aus der Liste.',
    lastIdentifier: 'Sie brauchen mindestens eine Adresse zum Anmelden. Fügen Sie zuerst eine andere hinzu.',
    identifierPutBack:
      'Wer diese Adresse liest, hat sie schon einmal zurückgeholt. Um sie noch einmal zu entfernen, wählen Sie zuerst über „Passwort vergessen?“ ein neues Passwort, oder zeigen Sie Ihren zweiten Faktor.',
    identifierOnlySettled:
      'Das ist die einzige Adresse, die Sie seit 30 Tagen haben. Um sie zu entfernen, wählen Sie zuerst über „Passwort vergessen?“ ein neues Passwort, oder zeigen Sie Ihren zweiten Faktor; oder warten Sie, bis eine andere seit 30 Tagen Ihre ist.',
    recoveryNotHere:
      'Für dieses Konto kann kein Link gesendet werden: Es hat keinen zweiten Faktor, keine bestätigte Adresse oder eine Rolle in der Verwaltung. Fragen Sie die Betreiber dieses Dienstes.',
    wrongPassword: 'Das ist nicht Ihr aktuelles Passwort.',
    lastWayIn:
      'Sie könnten sich sonst mit nichts mehr anmelden. Legen Sie zuerst ein Passwort fest, oder fügen Sie einen Passkey hinzu.',
    passkeyRefused:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    codeWrong:
      'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten und versuchen Sie es noch einmal.',
    setupCodeWrong:
      'Der Einrichtungscode ist falsch, abgelaufen, ersetzt oder schon benutzt. Bitten Sie jemanden, der den Dienst verwaltet, um einen neuen.',
    codesUnreadable:
      'Die Codes Ihrer App können gerade nicht geprüft werden. Benutzen Sie einen Wiederherstellungscode und sagen Sie den Betreibern dieses Dienstes Bescheid.',
    setupOver: 'Das hat zu lange gedauert oder begann anderswo. Bitte beginnen Sie noch einmal.',
    alreadyProtected: 'Inzwischen wurde ein zweiter Faktor eingerichtet.',
    noSuchCode:
      'Kein Gerät wartet auf diesen Code. Vergleichen Sie ihn mit dem Gerät: Vielleicht zeigt es inzwischen einen neuen an.',
    waitABit: 'Zu viele Fehlversuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    tooMany:
      'Aus Ihrem Netz kamen gerade sehr viele Anfragen. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    nameRequired: 'Geben Sie Ihren Namen ein.',
    nameTooLong: 'Höchstens 255 Zeichen.',
    tooShort: 'Benutzen Sie mindestens 8 Zeichen.',
    tooLong: 'Benutzen Sie höchstens 256 Zeichen.',
    common: 'Dieses Passwort benutzen viele, darum ist es leicht zu erraten. Wählen Sie ein anderes.',
    own: 'Verwenden Sie nicht Ihren Namen oder Ihre Adresse als Passwort.',
    word: 'Das Passwort besteht hauptsächlich aus dem Namen dieses Dienstes. Fügen Sie mindestens 8 andere Zeichen hinzu.',
    breached:
      'Dieses Passwort wurde irgendwo gestohlen und ist Kriminellen bekannt. Wählen Sie ein anderes, und ändern Sie es überall, wo Sie es sonst benutzen.',
    busy: 'Gerade ist viel los. Bitte versuchen Sie es gleich noch einmal.',
    outcomeUnknown:
      'Die Verbindung brach ab, bevor wir wussten, ob es gespeichert ist. Sehen Sie nach, und versuchen Sie es noch einmal, falls nicht.',
    founderStays:
      'Sie sind der Gründer oder die Gründerin: Übergeben Sie die Familie, bevor Sie sie verlassen.',
    pictureMissing: 'Wählen Sie ein Bild.',
    pictureInvalid: 'Dieses Bild können wir nicht lesen. Wählen Sie ein JPEG, PNG, WebP oder GIF.',
    pictureTooLarge: 'Das Bild ist zu groß. Wählen Sie eines mit höchstens 5 MB.',
    pictureWaiting:
      'Ihr letztes Bild wird noch vorbereitet. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    notAllowed: 'Das dürfen nur Gründer und Administratoren der Familie.',
    founderHandsOver:
      'Sie haben eine Familie mit weiteren Mitgliedern gegründet: Übergeben Sie sie zuerst, unter Familien.',
    hasRole:
      'Dieses Konto verwaltet den Dienst. Eine Administratorin oder ein Administrator muss ihm zuerst die Rolle entziehen.',
    passwordReasonRequired: 'Wählen Sie eines von beiden.',
    deviceNameRequired: 'Geben Sie ihm einen Namen.',
    tooManyDevicePasswords: 'Sie haben schon 50 Gerätepasswörter. Widerrufen Sie zuerst eines davon.',
    factorTooYoung:
      'Nur ein zweiter Faktor, den Sie seit 30 Tagen haben, stoppt das. Auch ein neues Passwort stoppt es: Wählen Sie jetzt eines.',
  },
  handOver: {
    subject: 'Ihre Familie soll übergeben werden',
    greeting: 'Hallo {{name}},',
    mailText:
      'Jemand möchte in Ihrem Konto die Familie „{{familyName}}“ an ein anderes Mitglied übergeben. Noch ist nichts geändert: Das geschieht in drei Tagen. Öffnen Sie diesen Link, um es anzusehen oder zu stoppen.',
    mailButton: 'Ansehen oder stoppen',
    mailEnd:
      'Wenn Sie das nicht waren, öffnen Sie den Link, stoppen Sie den Vorgang und wählen Sie ein neues Passwort. Wenn Sie es waren, ist nichts zu tun.',
    sms: 'Ihre Familie "{{familyName}}" wird in drei Tagen übergeben. Nicht Sie? Stoppen: {{link}}',
    title: 'Die Familie soll übergeben werden',
    lead: '{{name}} übernimmt die Familie „{{familyName}}“ am {{date}}.',
    stopHint: 'Wenn Sie das nicht waren oder es sich anders überlegt haben, stoppen Sie den Vorgang.',
    stoppedTitle: 'Der Vorgang ist gestoppt',
    stoppedLead:
      'Die Familie bleibt, wie sie war. Wenn Sie das nicht waren, melden Sie sich an und wählen Sie ein neues Passwort.',
    overTitle: 'Dieser Link gilt nicht mehr',
    overLead: 'Die Familie wurde übergeben, das wurde gestoppt, oder ein neuerer Link hat diesen ersetzt.',
  },
  notMe: {
    button: 'Das war ich nicht',
    title: 'Waren Sie das nicht?',
    identifierAdded: '{{value}} wurde Ihrem Konto am {{at}} hinzugefügt.',
    identifierRemoved: '{{value}} wurde am {{at}} aus Ihrem Konto entfernt.',
    passkeyAdded: 'Der Passkey „{{value}}“ wurde Ihrem Konto am {{at}} hinzugefügt.',
    partnerConnected: 'Ihr Konto wurde am {{at}} mit {{value}} verbunden.',
    devicePasswordAdded: 'Das Gerätepasswort „{{value}}“ wurde am {{at}} für Ihr Konto erstellt.',
    secondFactorAdded: 'Für Ihr Konto wurde am {{at}} ein zweiter Faktor eingerichtet.',
    hint: 'Damit wird der Browser abgemeldet, in dem das geschah, und gesperrt, was dort hinzugefügt wurde. Ihr Passwort bleibt, wie es ist.',
    putBackHint:
      'Damit kommt {{value}} zurück in Ihr Konto, der Browser, in dem es entfernt wurde, wird abgemeldet, und was dort hinzugefügt wurde, wird gesperrt. Das geht einmal.',
    factorHint:
      'Damit wird der Browser abgemeldet, in dem das geschah, und gesperrt, was dort sonst hinzugefügt wurde. Der zweite Faktor bleibt: Auf der nächsten Seite können Sie darum bitten, ihn zu entfernen.',
    wasMe: 'Wenn Sie das waren, schließen Sie diese Seite einfach.',
    doneTitle: 'Gestoppt',
    doneLead:
      'Der Browser, in dem das geschah, ist abgemeldet, und was dort hinzugefügt wurde, funktioniert nicht mehr.',
    putBack: '{{value}} gehört wieder zu Ihrem Konto.',
    taken: '{{value}} konnte nicht zurückkommen: Ein anderes Konto benutzt es inzwischen.',
    factorStays:
      'Der zweite Faktor ist noch eingerichtet. Wenn Sie ihn nicht haben, bitten Sie darum, ihn zu entfernen:',
    passwordLead: 'Vielleicht kennt jemand Ihr Passwort. Wählen Sie ein neues, um ihn auszusperren.',
    password: 'Neues Passwort wählen',
    overLead:
      'Er gilt einmal und 14 Tage lang, solange Ihre Adresse zum Konto gehört. Was mit dem zweiten Faktor bestätigt wurde, kann er nicht stoppen. Es wurde nichts geändert.',
  },
};
