import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { PasswordVerifier } from '../passwords/password-verifier.js';
import { PasskeyVerifier } from '../passkeys/passkey-verifier.js';
import { PasskeyForm } from '../passkeys/sent-passkey.js';
import { asTyped, FormField, readForm } from '../../platform/checks/form.js';
import type { FirstStep } from './authentication.js';
import { browserDigests } from '../sign-ins/browser-cookie.js';

/** Without rules: one answer whatever is wrong with them (D34). */
export class SignInForm extends PasskeyForm {
  @FormField(asTyped)
  identifier!: string;

  @FormField(asTyped)
  password!: string;
}

/** Judges what the form of a sign-in page sent: a password, or the answer of a passkey. */
@Injectable()
export class SentCredentials {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly passkeys: PasskeyVerifier,
  ) {}

  /** @throws CallError credentialInvalid, of a passkey PasskeyRefused; tooManyAttempts, unavailable; DeletionPending */
  async verify(visit: Visit, clientId: string | null): Promise<FirstStep> {
    const { identifier, password, passkey } = (await readForm(SignInForm, visit.body)).values;
    const { address } = visit;
    const from = { address, clientId };
    if (passkey === '') {
      const { accountId, mark } = await this.passwords.verify({ ...from, identifier, password });
      return { accountId, methods: ['password'], mark };
    }
    const browsers = browserDigests(visit);
    const { accountId, mark } = await this.passkeys.verify({
      ...from,
      text: passkey,
      purpose: 'people',
      browsers,
    });
    return { accountId, methods: ['passkey'], mark };
  }
}
