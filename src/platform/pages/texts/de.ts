import type { Texts } from './en.js';
import { proposals } from './proposals.js';

export const de: Texts = {
  invitation: {
    subject: '{{clientName}} lädt Sie zu {{familyName}} ein',
    greeting: 'Hallo {{name}},',
    mailText:
      '{{clientName}} lädt Sie in die Familie „{{familyName}}“ ein. Öffnen Sie diesen Link, um ein Passwort zu wählen und zu beginnen:',
    mailButton: 'Einladung annehmen',
    mailEnd:
      'Der Link gilt einmal und 7 Tage lang. Wenn Sie nicht wissen, wer Sie einlädt, beachten Sie diese Nachricht nicht weiter.',
    sms: '{{clientName}} lädt Sie in die Familie „{{familyName}}“ ein. Passwort wählen (7 Tage): {{link}}',
    title: 'Willkommen bei {{familyName}}',
    lead: '{{clientName}} lädt Sie in die Familie „{{familyName}}“ ein. Wählen Sie ein Passwort, dann sind Sie dabei.',
    name: 'Ihr Name',
    password: 'Passwort wählen',
    passwordRule:
      'Mindestens 8 Zeichen. Alles ist erlaubt, außer häufigen Passwörtern und Ihrem Namen oder Ihrer Adresse.',
    showPassword: 'Passwort anzeigen',
    submit: 'Der Familie beitreten',
  },
  confirmation: {
    subject: 'Bestätigen Sie Ihre Adresse',
    greeting: 'Hallo,',
    mailText:
      '{{clientName}} möchte diese Adresse einem Konto hier hinzufügen. Wenn es Ihr Konto ist, öffnen Sie diesen Link, melden Sie sich an und bestätigen Sie, dass die Adresse Ihnen gehört:',
    mailButton: 'Adresse bestätigen',
    mailEnd:
      'Der Link gilt einmal und 7 Tage lang. Wenn es nicht Ihr Konto ist, beachten Sie diese Nachricht nicht weiter: Es geschieht nichts.',
    sms: '{{clientName}} möchte diese Nummer Ihrem Konto hinzufügen. Anmelden und bestätigen (7 Tage): {{link}}',
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
    sms: 'Diese Nummer Ihrem Konto hinzufügen (7 Tage): {{link}} Wenn Sie das nicht waren, beachten Sie es nicht.',
    lead: '{{value}} soll zum Konto von {{name}} gehören. Bestätigen Sie nur, wenn das Ihr Konto ist.',
    takenTitle: 'Sie gehört zu einem anderen Konto',
    takenLead:
      '{{value}} gehört inzwischen zu einem anderen Konto. Entfernen Sie sie erst dort und fügen Sie sie dann neu hinzu.',
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    greeting: 'Hallo {{name}},',
    mailText: 'Sie haben um ein neues Passwort gebeten. Öffnen Sie diesen Link, um eines zu wählen:',
    mailButton: 'Neues Passwort wählen',
    mailEnd:
      'Der Link gilt einmal und eine Stunde lang. Wenn Sie nicht darum gebeten haben, beachten Sie diese Nachricht nicht weiter: Ihr Passwort bleibt, wie es ist.',
    sms: 'Neues Passwort wählen (1 Stunde): {{link}} Wenn Sie nicht darum gebeten haben, beachten Sie es nicht.',
    title: 'Neues Passwort wählen',
    lead: 'Für das Konto von {{name}}.',
    ends: 'Jeder Browser und jedes Gerät mit dem alten Passwort wird abgemeldet. Verbundene Apps bleiben verbunden.',
    submit: 'Speichern und anmelden',
    overTitle: 'Dieser Link gilt nicht mehr',
    overLead:
      'Er wurde benutzt, seine Stunde ist vorbei, oder ein neuerer hat ihn ersetzt. Wenn Sie noch ein neues Passwort brauchen, bitten Sie um einen weiteren Link.',
    again: 'Um einen neuen Link bitten',
  },
  forgotten: {
    title: 'Passwort vergessen?',
    lead: 'Sagen Sie uns, wer Sie sind, und wir senden Ihnen einen Link, um ein neues zu wählen.',
    submit: 'Link senden',
    back: 'Zurück zur Anmeldung',
    sentTitle: 'Suchen Sie unsere Nachricht',
    sentLead:
      'Wenn es ein Konto gibt, ist ein Link unterwegs an seine E-Mail-Adresse oder sein Telefon. Sehen Sie auch im Spam-Ordner nach; in fünf Minuten können Sie noch einmal bitten. Wenn nichts kommt, fragen Sie die, die Sie eingeladen haben.',
  },
  notice: {
    greeting: 'Hallo {{name}},',
    end: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, ist vielleicht jemand anders in Ihrem Konto: Öffnen Sie {{site}}, wählen Sie dort „Passwort vergessen?“, sehen Sie Ihr Konto durch und sagen Sie den Betreibern dieses Dienstes Bescheid.',
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      text: 'Das Passwort Ihres Kontos bei {{site}} wurde am {{at}} geändert.',
      sms: 'Ihr Passwort bei {{site}} wurde am {{at}} geändert. Wenn Sie das nicht waren, wählen Sie dort sofort ein neues.',
    },
    identifierProposed: {
      subject: 'Ein Partner möchte Ihrem Konto eine Adresse hinzufügen',
      text: '{{clientName}} hat am {{at}} darum gebeten, {{value}} Ihrem Konto bei {{site}} hinzuzufügen. Das gilt erst, wenn jemand den Link öffnet, der dorthin ging, sich an Ihrem Konto anmeldet und es bestätigt.',
      end: 'Wenn {{value}} Ihnen gehört, öffnen Sie diesen Link. Wenn nicht, bestätigen Sie es für niemanden und sagen Sie den Betreibern dieses Dienstes Bescheid.',
      sms: '{{clientName}} bat am {{at}}, {{value}} Ihrem Konto bei {{site}} hinzuzufügen. Das gilt erst, wenn Sie es bestätigen: nur, wenn es Ihnen gehört.',
    },
    identifierAdded: {
      subject: 'Ihr Konto hat eine weitere Adresse',
      text: '{{value}} wurde Ihrem Konto bei {{site}} am {{at}} hinzugefügt. Von nun an kann man sich damit anmelden.',
      sms: '{{value}} kam am {{at}} zu Ihrem Konto bei {{site}}. Wenn Sie das nicht waren, wählen Sie dort sofort ein neues Passwort.',
    },
    identifierRemoved: {
      subject: 'Ihr Konto hat eine Adresse weniger',
      text: '{{value}} wurde am {{at}} aus Ihrem Konto bei {{site}} entfernt. Man kann sich damit nicht mehr anmelden.',
      sms: '{{value}} wurde am {{at}} aus Ihrem Konto bei {{site}} entfernt. Wenn Sie das nicht waren, wählen Sie dort sofort ein neues Passwort.',
    },
    partnerConnected: {
      subject: 'Ein Partner öffnet jetzt Ihr Konto',
      text: 'Ihr Konto bei {{site}} wurde am {{at}} mit {{value}} verbunden. Wer dort als Sie angemeldet ist, kommt hier hinein.',
      sms: 'Ihr Konto bei {{site}} wurde am {{at}} mit {{value}} verbunden. Wenn Sie das nicht waren, sagen Sie den Betreibern Bescheid.',
    },
  },
  link: {
    overTitle: 'Dieser Link gilt nicht mehr',
    overLead:
      'Seine 7 Tage sind vorbei, oder ein neuerer hat ihn ersetzt. Wir können einen neuen an dieselbe Adresse senden.',
    resend: 'Neuen Link senden',
    usedTitle: 'Sie sind schon dabei',
    usedLead: 'Dieser Link hat seine Arbeit getan. Melden Sie sich von nun an mit Ihrem Passwort an.',
    resentTitle: 'Schon unterwegs',
    resentLead:
      'Ein neuer Link ist unterwegs an die Adresse, an die der erste ging. Die früheren gelten nicht mehr.',
    tooSoonTitle: 'Einen Moment',
    tooSoonLead:
      'Gerade eben wurde ein Link gesendet. Suchen Sie ihn, auch im Spam-Ordner, oder versuchen Sie es in einigen Minuten.',
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
    identifier: 'E-Mail-Adresse, Telefonnummer oder Login',
    password: 'Passwort',
    forgotten: 'Passwort vergessen?',
    submit: 'Anmelden',
    cancel: 'Abbrechen und zurück zu {{clientName}}',
    wrong: 'Die Kennung oder das Passwort ist falsch. Prüfen Sie beides und versuchen Sie es noch einmal.',
    tooMany: 'Zu viele Fehlversuche. Warten Sie {{seconds}} Sekunden und versuchen Sie es dann noch einmal.',
    busy: 'Gerade ist viel los. Bitte versuchen Sie es gleich noch einmal.',
    otherAccount:
      'Sie sind angemeldet, aber hier geht es um ein anderes Konto. Melden Sie sich mit jenem an.',
  },
  consent: {
    title: '{{clientName}} verbinden?',
    signedInAs: 'Sie sind angemeldet als {{accountName}}',
    asks: '{{clientName}} bittet um Ihre Erlaubnis:',
    lasts: 'Die Erlaubnis gilt, bis Sie sie unter „Ihr Konto“ → „Verbundene Apps“ zurücknehmen.',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
    switch: 'Ein anderes Konto verwenden',
    foot: 'Danach geht es zurück zu {{destination}}',
  },
  scope: {
    profile: 'Ihren Namen zu sehen',
    email: 'Ihre E-Mail-Adresse zu sehen',
    openid: 'Ihre Kontonummer zu erfahren, an der sie Sie wiedererkennt',
    identity: 'zu wissen, dass Sie es sind, wann immer Sie wiederkommen',
    account:
      'Ihren Namen, Ihre E-Mail-Adressen und Telefonnummern und die Familien zu sehen, zu denen Sie gehören',
  },
  connect: {
    title: '{{clientName}}-Konto verbinden?',
    knownAs: '{{clientName}} kennt Sie als',
    means:
      'Ist es verbunden, dann ist, wer sich bei {{clientName}} unter diesem Namen anmeldet, hier als Sie angemeldet.',
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
    overTitle: 'Bitte beginnen Sie neu',
    overLead:
      'Dieser Link gilt einmal und zehn Minuten lang. Gehen Sie zu der Anwendung zurück, von der Sie kamen, und beginnen Sie dort neu.',
  },
  ...proposals.de,
  challenge: {
    overTitle: 'Bitte noch einmal von vorn',
    overLead:
      'Diese Anmeldung ist vorbei: Sie hat länger als zehn Minuten gedauert oder in einem anderen Browser begonnen. Gehen Sie zurück zu der Anwendung, von der Sie kamen, und beginnen Sie dort neu.',
    refusedTitle: 'Diese Anwendung kann Sie nicht anmelden',
    refusedLead:
      'Sie hat Sie mit einer Anfrage hierher geschickt, die wir nicht beantworten können. Es wurde nichts weitergegeben. Sagen Sie den Betreibern der Anwendung Bescheid.',
    tooManyTitle: 'Einen Moment bitte',
    tooManyLead:
      'Aus Ihrem Netz wurden gerade sehr viele Anmeldungen begonnen. Warten Sie ein wenig, gehen Sie dann zurück zu der Anwendung, von der Sie kamen, und versuchen Sie es noch einmal.',
    forDevelopers: 'Für ihre Entwickler:',
  },
  account: {
    title: 'Ihr Konto',
    hello: 'Hallo, {{name}}',
    you: 'Sie',
    validated: 'bestätigt',
    family: 'Mitglied von {{family}}',
    apps: 'Verbundene Apps',
    noApps:
      'Keine Anwendung ist verbunden. Was Sie erlauben, steht dann hier, und hier können Sie es beenden.',
    since: 'Verbunden seit {{date}}',
    disconnect: 'Trennen',
    disconnectLabel: '{{app}} trennen',
    signIns: 'Wo Sie angemeldet sind',
    thisBrowser: 'Dieser Browser',
    browser: 'Ein anderer Browser',
    signedInSince: 'seit {{date}} UTC',
    end: 'Abmelden',
    endLabel: 'Abmelden: {{what}}',
    endOthers: 'Überall sonst abmelden',
    profile: 'Ihr Profil',
    country: 'Land',
    noCountry: 'Keine Angabe',
    language: 'Sprache unserer Nachrichten',
    languageHint: 'Seiten sind in der Sprache Ihres Browsers.',
    save: 'Profil speichern',
    saved: 'Ihr Profil ist gespeichert.',
    waiting: 'noch zu bestätigen',
    addAddress: 'E-Mail-Adresse oder Telefonnummer hinzufügen',
    address: 'E-Mail-Adresse oder Telefonnummer',
    addressHint: 'Wir senden einen Link dorthin. Haben Sie ihn geöffnet, können Sie sich damit anmelden.',
    proof: 'Ihr Passwort, damit wir sicher sind, dass Sie es sind',
    add: 'Link senden',
    addressSent:
      'Ein Link ist unterwegs an {{value}}. Wenn nichts kommt, gehört sie vielleicht zu einem anderen Konto.',
    remove: 'Entfernen',
    removeLabel: '{{value}} entfernen',
    removeTitle: '{{value}} entfernen?',
    removeLead: 'Sie können sich dann nicht mehr damit anmelden, und keine Nachricht geht mehr dorthin.',
    keep: 'Abbrechen',
    changePassword: 'Passwort ändern',
    currentPassword: 'Jetziges Passwort',
    newPassword: 'Neues Passwort',
    passwordChanged: 'Ihr Passwort ist geändert. Andere Browser sind abgemeldet.',
    signOut: 'Abmelden',
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
  errors: {
    identifierRequired: 'Geben Sie Ihre E-Mail-Adresse, Telefonnummer oder Ihren Login an.',
    addressInvalid:
      'Das ist weder eine E-Mail-Adresse noch eine Telefonnummer. Geben Sie eine Nummer mit ihrem Land an, etwa +49 …',
    alreadyYours: 'Das gehört schon zu Ihrem Konto.',
    sentAlready:
      'Gerade eben ging ein Link dorthin, oder Sie haben heute schon oft darum gebeten. Suchen Sie ihn, oder versuchen Sie es später.',
    chooseFromList: 'Wählen Sie etwas aus der Liste.',
    lastIdentifier: 'Sie könnten sich nicht mehr anmelden: Fügen Sie erst eine andere Adresse hinzu.',
    wrongPassword: 'Das ist nicht Ihr jetziges Passwort.',
    waitABit: 'Zu viele Fehlversuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    tooMany:
      'Aus Ihrem Netz kamen gerade sehr viele Anfragen. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    nameRequired: 'Geben Sie Ihren Namen ein.',
    nameTooLong: 'Höchstens 255 Zeichen.',
    tooShort: 'Benutzen Sie mindestens 8 Zeichen.',
    tooLong: 'Benutzen Sie höchstens 256 Zeichen.',
    common: 'Dieses Passwort benutzen viele, darum ist es leicht zu erraten. Wählen Sie ein anderes.',
    own: 'Nehmen Sie nicht Ihren Namen oder Ihre Adresse als Passwort.',
    busy: 'Gerade ist viel los. Bitte versuchen Sie es gleich noch einmal.',
    outcomeUnknown:
      'Die Verbindung brach ab, bevor wir wussten, ob es gespeichert ist. Sehen Sie nach, und versuchen Sie es sonst noch einmal.',
  },
};
