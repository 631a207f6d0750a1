import { Injectable } from '@nestjs/common';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { insertNew } from '../../platform/database/insert-new.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { Remedies } from '../accounts/remedies.js';
import { Notices } from '../notifications/notices.js';
import { ALGORITHMS, isUsableKey } from './cose-key.js';
import {
  PasskeyChallenges,
  PATIENCE_MS,
  type AddingPurpose,
  type OpenChallenge,
} from './passkey-challenges.js';
import { Passkey } from './passkey.entity.js';
import { Passkeys, type AddingOwner } from './passkeys.js';
import { RelyingParty } from './relying-party.js';
import { challengeIn, readSentPasskey } from './sent-passkey.js';
import { withoutAttestation } from './without-attestation.js';

/** More than anyone has devices. */
const MOST_PASSKEYS = 20;

/** What a password manager shows: the person and the site. */
interface Shown {
  readonly siteName: string;
  /** An address or login of the person. */
  readonly identifier: string;
  readonly name: string;
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;
type Sent = NonNullable<ReturnType<typeof readSentPasskey>>;

/** Adds passkeys to accounts: asks the browser for one, and checks and stores the result. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly party: RelyingParty,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * The options for the browser: a discoverable passkey with user verification, on none of the account's
   * authenticators.
   */
  async options(
    owner: AddingOwner,
    shown: Shown,
    purpose: AddingPurpose,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const known = await this.passkeys.of(owner.accountId);
    const handle = known[0]?.userHandle ?? Buffer.from(randomSecret(), 'base64url');
    return generateRegistrationOptions({
      rpID: this.party.requiredId,
      rpName: shown.siteName,
      userID: Uint8Array.from(handle),
      userName: shown.identifier,
      userDisplayName: shown.name,
      challenge: this.challenges.make(purpose, browserOf(owner), handle.toString('base64url')),
      attestationType: 'none',
      supportedAlgorithmIDs: [...ALGORITHMS],
      timeout: PATIENCE_MS,
      authenticatorSelection: {
        residentKey: 'required',
        userVerification: purpose === 'add' ? 'required' : 'preferred',
      },
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports: transports as never[],
      })),
    });
  }

  /**
   * Adds a passkey; the account's addresses are notified.
   * @param text the browser's answer, as the page's script sent it
   * @param spend from `FirstFactors`
   * @returns refused: it does not fit the challenge, or is too late; taken: it is known already, to this account or
   *     another; full: the account has too many; addedUnasked: nobody showed anything to make it
   */
  async add(
    owner: AddingOwner,
    text: string,
    name: string,
    spend: (tx: Transaction) => Promise<void>,
  ): Promise<'added' | 'addedUnasked' | 'taken' | 'full' | 'refused'> {
    const sent = readSentPasskey(text);
    if (sent === null) return 'refused';
    const opened = this.opened(challengeIn(sent.response), owner);
    if (opened === null) return 'refused';
    const { open, isUnasked } = opened;
    const made = await this.verified(sent, open, isUnasked);
    if (made === null) return 'refused';
    const { credential, credentialDeviceType, credentialBackedUp } = made;
    const { accountId } = owner;
    const added = {
      accountId,
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
    const { address, browser } = owner;
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second counts what the first one added.
      const { signInId } = await owner.hold(tx);
      await spend(tx);
      if (!(await this.challenges.use(tx, open))) return 'taken';
      if ((await tx.countBy(Passkey, { accountId })) >= MOST_PASSKEYS) return 'full';
      const isFirst = !(await tx.existsBy(Passkey, { accountId, rpId: added.rpId }));
      const id = (await insertNew(tx, Passkey, { ...added, signInId }, 'id')) as Long | null;
      if (id === null) return 'taken';
      if (isFirst) await this.remedies.apply(tx, 'addFactor', accountId, browser);
      await this.notices.add(tx, accountId, { kind: 'passkeyAdded', value: name, made: { signInId } });
      const event = { action: 'passkey.added', outcome: 'ok', target: `passkey:${id}` } as const;
      await this.audit.record({ ...event, accountId, address, details: { synced: added.isSynced } }, tx);
      return isUnasked ? 'addedUnasked' : 'added';
    });
  }

  /** @returns null: the challenge is expired, or was made for something else */
  private opened(challenge: string, owner: AddingOwner): { open: OpenChallenge; isUnasked: boolean } | null {
    for (const purpose of ['add', 'addUnasked'] as const) {
      const open = this.challenges.open(challenge, purpose, [browserOf(owner)]);
      if (open !== null) return { open, isUnasked: purpose === 'addUnasked' };
    }
    return null;
  }

  /**
   * Verifies the browser's answer. null: it does not fit the challenge; the library reports this by many errors, none
   * of which helps a person.
   * @param isUnasked nobody need have been there (Web Authentication, level 3, conditional mediation); but the passkey
   *     must be one that is synced, as the password is that the password manager filled in
   */
  private async verified(sent: Sent, { challenge }: OpenChallenge, isUnasked: boolean): Promise<Made | null> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    try {
      const attestationObject = await withoutAttestation(sent.response.attestationObject);
      const { registrationInfo: made } = await verifyRegistrationResponse({
        response: { ...sent, response: { ...sent.response, attestationObject } },
        expectedChallenge: challenge,
        expectedOrigin: [...this.party.origins],
        expectedRPID: this.party.requiredId,
        requireUserPresence: !isUnasked,
        requireUserVerification: !isUnasked,
        supportedAlgorithmIDs: [...ALGORITHMS],
      });
      if (made?.credential.id !== sent.id) return null;
      if (isUnasked && made.credentialDeviceType !== 'multiDevice') return null;
      return (await isUsableKey(made.credential.publicKey)) ? made : null;
    } catch {
      return null;
    }
  }
}

/**
 * How the authenticator is reached: the browser's words, also unknown ones (Web Authentication,
 * AuthenticatorTransport).
 */
function transportsIn({ response: { transports } }: Sent): string[] {
  const said: readonly unknown[] = Array.isArray(transports) ? transports : [];
  return said
    .filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each))
    .slice(0, 10);
}

function browserOf({ accountId, session }: AddingOwner): Buffer {
  return Buffer.concat([session, Buffer.from(accountId)]);
}
