import { TextArg } from '../../platform/operations/args.js';

const CIPHER = {
  min: 16,
  secret: true,
  description:
    'Random text that the web server drew for this sign-in and bound to its own session of the browser.',
};

export class StateSecretArgs {
  @TextArg('stateRandomCipher', CIPHER)
  stateRandomCipher!: string;
}

export class FormSignInArgs {
  @TextArg('login', {
    max: 320,
    aliases: ['identifier'],
    description: 'Account identifier, for example a login or an e-mail address.',
  })
  login!: string;

  @TextArg('password', { max: 1024, secret: true, description: 'Password of the account.' })
  password!: string;

  @TextArg('stateRandomCipher', CIPHER)
  stateRandomCipher!: string;

  @TextArg('redirect_uri', {
    max: 2048,
    optional: true,
    description:
      'Where the browser goes on, with session_id and state; a RedirectUrl of the client that asked for the secret.',
  })
  redirectUri?: string;
}

export class ValidateSessionArgs {
  @TextArg('stateSecret', { secret: true, description: 'What webgeneratestatesecret answered.' })
  stateSecret!: string;

  @TextArg('sessionId', {
    max: 1024,
    secret: true,
    description: 'What weblogin answered: the value of the JSESSIONID cookie.',
  })
  sessionId!: string;
}
