import { Injectable } from '@nestjs/common';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { Remedies } from '../accounts/remedies.js';
import { ALGORITHMS, isUsableKey } from './cose-key.js';
import { PasskeyChallenges, PATIENCE_MS, type OpenChallenge } from './passkey-challenges.js';
import { Passkeys, type AddingOwner, type AdditionOutcome } from './passkeys.js';
import { RelyingParty } from './relying-party.js';
import { challengeIn, readSentPasskey } from './sent-passkey.js';
import { withoutAttestation } from './without-attestation.js';

/** What a password manager shows: who it is for, and where. */
interface Shown {
  readonly siteName: string;
  /** An address or login of the person. */
  readonly identifier: string;
  readonly name: string;
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;
type Sent = NonNullable<ReturnType<typeof readSentPasskey>>;

/** Adds passkeys to accounts: asks the browser for one, and takes what it made. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly party: RelyingParty,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly remedies: Remedies,
    private readonly clock: Clock,
  ) {}

  /** What the browser is asked for: discoverable, with user verification; none that the account has already. */
  async options(owner: AddingOwner, shown: Shown): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const known = await this.passkeys.of(owner.accountId);
    const handle = known[0]?.userHandle ?? Buffer.from(randomSecret(), 'base64url');
    return generateRegistrationOptions({
      rpID: this.party.requiredId,
      rpName: shown.siteName,
      userID: Uint8Array.from(handle),
      userName: shown.identifier,
      userDisplayName: shown.name,
      challenge: this.challenges.make('add', browserOf(owner), handle.toString('base64url')),
      attestationType: 'none',
      supportedAlgorithmIDs: [...ALGORITHMS],
      timeout: PATIENCE_MS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports: transports as never[],
      })),
    });
  }

  /**
   * @param text what the browser made, as the page's script sent it
   * @param spend from `FirstFactors`
   * @returns refused: it is not what was asked for, or too late
   */
  async add(
    owner: AddingOwner,
    text: string,
    name: string,
    spend: (tx: Transaction) => Promise<void>,
  ): Promise<AdditionOutcome | 'refused'> {
    const sent = readSentPasskey(text);
    const open = sent && this.challenges.open(challengeIn(sent.response), 'add', [browserOf(owner)]);
    if (!open) return 'refused';
    const made = await this.verified(sent, open);
    if (made === null) return 'refused';
    const { credential, credentialDeviceType, credentialBackedUp } = made;
    const added = {
      accountId: owner.accountId,
      credentialId: Buffer.from(credential.id, 'base64url'),
      userHandle: Buffer.from(open.about, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: transportsIn(sent),
      isSynced: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
      rpId: this.party.requiredId,
      name,
      createdAt: this.clock.now(),
    };
    const { accountId, browser } = owner;
    return this.passkeys.add(
      owner,
      added,
      async (tx) => {
        await spend(tx);
        return this.challenges.use(tx, open);
      },
      (tx) => this.remedies.apply(tx, 'addFactor', accountId, browser),
    );
  }

  /** null: it is not what was asked for; the library says why by many errors, none of which helps a person. */
  private async verified(sent: Sent, { challenge }: OpenChallenge): Promise<Made | null> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    try {
      const attestationObject = await withoutAttestation(sent.response.attestationObject);
      const { registrationInfo: made } = await verifyRegistrationResponse({
        response: { ...sent, response: { ...sent.response, attestationObject } },
        expectedChallenge: challenge,
        expectedOrigin: [...this.party.origins],
        expectedRPID: this.party.requiredId,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...ALGORITHMS],
      });
      if (made?.credential.id !== sent.id) return null;
      return (await isUsableKey(made.credential.publicKey)) ? made : null;
    } catch {
      return null;
    }
  }
}

/** How the authenticator is reached: what browsers give back, unknown words too (Web Authentication, AuthenticatorTransport). */
function transportsIn({ response: { transports } }: Sent): string[] {
  const said: readonly unknown[] = Array.isArray(transports) ? transports : [];
  return said
    .filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each))
    .slice(0, 10);
}

function browserOf({ accountId, session }: AddingOwner): Buffer {
  return Buffer.concat([session, Buffer.from(accountId)]);
}
