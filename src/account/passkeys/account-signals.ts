import type { AcceptedPasskey } from '../../identity/passkeys/passkey-statements.js';
import type { AccountInformationView } from '../../identity/accounts/account-information.view.js';
import type { PasskeySignal } from '../../platform/pages/passkey-signals.js';

/** What a password manager calls a person. */
export interface PasskeyNames {
  /** An address or login. */
  readonly identifier: string;
  readonly name: string;
}

export function namesOf({ name, identifiers }: AccountInformationView): PasskeyNames {
  return { name, identifier: identifiers[0]?.value ?? name };
}

/**
 * What a person's own page tells the browser (D354): which passkeys are still taken, and what the person is called.
 * Nothing for a person without any, since browsers know people by the handle in their passkeys.
 */
export function signalsOf(
  rpId: string,
  accepted: readonly AcceptedPasskey[],
  { identifier, name: displayName }: PasskeyNames,
): PasskeySignal[] {
  const allAcceptedCredentialIds = accepted.map(({ credentialId }) => credentialId.toString('base64url'));
  const users = new Set(accepted.map(({ userHandle }) => userHandle.toString('base64url')));
  return [...users].flatMap((userId): PasskeySignal[] => [
    { method: 'signalAllAcceptedCredentials', options: { rpId, userId, allAcceptedCredentialIds } },
    { method: 'signalCurrentUserDetails', options: { rpId, userId, name: identifier, displayName } },
  ]);
}
