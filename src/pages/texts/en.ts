/** Every text a person reads, in English; the other languages have the same keys. */
export const en = {
  invitation: {
    subject: '{{clientName}} invites you to {{familyName}}',
    greeting: 'Hello {{name}},',
    mailText:
      '{{clientName}} invites you to join the family "{{familyName}}". Open this link to choose a password and begin:',
    mailButton: 'Accept the invitation',
    mailEnd: 'The link works once and for 7 days. If you do not know who invited you, ignore this message.',
    sms: '{{clientName}} invites you to the family "{{familyName}}". Choose a password here (7 days): {{link}}',
    title: 'Join {{familyName}}',
    lead: '{{clientName}} invites you to the family "{{familyName}}". Choose a password, and you are in.',
    name: 'Your name',
    password: 'Choose a password',
    passwordRule:
      'At least 8 characters. Anything goes, except common passwords and your own name or address.',
    showPassword: 'Show the password',
    submit: 'Join the family',
  },
  confirmation: {
    subject: 'Confirm your address',
    greeting: 'Hello {{name}},',
    mailText:
      '{{clientName}} added this address to your account. Open this link to confirm that it is yours:',
    mailButton: 'Confirm the address',
    mailEnd: 'The link works once and for 7 days. If this is not your account, ignore this message.',
    sms: '{{clientName}} added this number to your account. Confirm it here (7 days): {{link}}',
    title: 'Confirm your address',
    lead: '{{clientName}} added {{value}} to your account. Confirm that it is yours.',
    submit: 'Yes, it is mine',
    doneTitle: 'Confirmed',
    doneLead: '{{value}} now belongs to your account. You can close this page.',
  },
  link: {
    overTitle: 'This link is over',
    overLead:
      'Its 7 days have passed, or a newer link replaced it. We can send a new one to the same address.',
    resend: 'Send a new link',
    usedTitle: 'You are already in',
    usedLead: 'This link has done its work. Sign in with your password from now on.',
    resentTitle: 'On its way',
    resentLead:
      'A new link is on its way to the address that the first one went to. The earlier links no longer work.',
    tooSoonTitle: 'One moment',
    tooSoonLead:
      'A link was sent a moment ago. Look for it, in the spam folder too, or try again in a few minutes.',
    unknownTitle: 'This link does not work',
    unknownLead: 'It is not complete, or it was withdrawn. Use the newest link you received.',
  },
  welcome: {
    title: 'Welcome, {{name}}',
    lead: 'Your account is ready and you are signed in.',
    next: 'Open your family application and sign in with {{value}} and the password you just chose.',
  },
  errors: {
    nameRequired: 'Say what your family should call you.',
    nameTooLong: 'At most 255 characters.',
    tooShort: 'Use at least 8 characters.',
    tooLong: 'Use at most 256 characters.',
    common: 'Many people use this password, so it is easy to guess. Choose another one.',
    own: 'Do not use your name or address as the password.',
    busy: 'We are busy right now. Please try again in a moment.',
  },
};

export type Texts = typeof en;
