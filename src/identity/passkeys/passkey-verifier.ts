import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import type { UnknownPasskey } from '../../platform/pages/passkey-signals.js';
import { Clock } from '../../platform/security/clock.js';
import { countsOf } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle, type Looked } from '../../platform/throttle/attempt-throttle.js';
import { leavingMarkOf, noteSignIn, passwordMarkOf } from '../accounts/account-statements.js';
import { DeletionPending } from '../accounts/deletion-pending.js';
import { Notices } from '../notifications/notices.js';
import {
  PasskeyChallenges,
  PATIENCE_MS,
  type AddingPurpose,
  type OpenChallenge,
  type PasskeyPurpose,
} from './passkey-challenges.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyRefused, type PasskeyProblem } from './passkey-refused.js';
import { isKnownPasskey } from './passkey-statements.js';
import { RelyingParty } from './relying-party.js';
import { challengeIn, readSentPasskey } from './sent-passkey.js';

const SUBJECT = `'passkey ' || encode($1, 'hex')`;
const FIND = {
  name: 'passkey',
  text: `SELECT p.id, p.account_id AS "accountId", p.user_handle AS "userHandle", p.public_key AS "publicKey", p.name,
                ${countsOf(SUBJECT, '$2::text')} AS counts
           FROM (SELECT) AS anybody LEFT JOIN passkey p ON p.credential_id = $1::bytea`,
};

/** A browser's answer to a challenge, as the page's script sent it, and what it must fit. */
interface PasskeyAttempt {
  readonly text: string;
  readonly address: string;
  /** The client that the sign-in is for; null: none. */
  readonly clientId: string | null;
  readonly purpose: Exclude<PasskeyPurpose, AddingPurpose>;
  /** Digests of the browser's cookies: the challenge was made for one of them. */
  readonly browsers: readonly Buffer[];
  /** The only account whose passkey is accepted; absent: any. */
  readonly accountId?: Long;
}

/** The account whose passkey signed. */
interface ByPasskey {
  readonly accountId: Long;
  /** Recognizes the password that the account had then; null: it has none. */
  readonly mark: string | null;
}

/** The passkey that a signature is checked with, and its account. `id` is null if there is no such passkey. */
interface Candidate extends Looked, Pick<Passkey, 'accountId' | 'userHandle' | 'publicKey' | 'name'> {
  readonly id: Long | null;
}

/** A passkey that signed a challenge, and what its authenticator reported. */
interface Signed {
  readonly passkey: Pick<Passkey, 'id' | 'accountId' | 'name'>;
  readonly open: OpenChallenge;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Recognizes the account's password: of an account that is signed in to, or of one that is about to be deleted. */
type Recorded = { readonly mark: string | null } | { readonly keeps: string };

/** Checks passkeys, for every page that signs in, and slows down callers who keep sending wrong ones (D40). */
@Injectable()
export class PasskeyVerifier {
  constructor(
    private readonly party: RelyingParty,
    private readonly challenges: PasskeyChallenges,
    private readonly throttle: AttemptThrottle,
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The options for the browser: any passkey of this site that it knows, with user verification. */
  async options(
    purpose: PasskeyAttempt['purpose'],
    browser: Buffer,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    return generateAuthenticationOptions({
      rpID: this.party.requiredId,
      challenge: this.challenges.make(purpose, browser),
      userVerification: 'required',
      timeout: PATIENCE_MS,
    });
  }

  /**
   * Returns the account of the passkey, and what recognizes its password now: a password that is replaced meanwhile
   * ends the sign-in.
   * @throws PasskeyRefused, whatever is wrong with it; DeletionPending; CallError tooManyAttempts, unavailable
   */
  async verify(attempt: PasskeyAttempt): Promise<ByPasskey> {
    const { address, clientId } = attempt;
    try {
      return await this.judge(attempt);
    } catch (cause) {
      if (cause instanceof PasskeyRefused && cause.why !== 'cloned') {
        const { why, accountId } = cause;
        const who = { accountId, clientId, address };
        this.audit.count({ action: 'passkey.refused', outcome: 'refused', ...who, details: { why } });
      }
      throw cause;
    }
  }

  private async judge(attempt: PasskeyAttempt): Promise<ByPasskey> {
    const { text, purpose, browsers, address } = attempt;
    const sent = this.party.id === null ? null : readSentPasskey(text);
    if (sent === null) throw new PasskeyRefused('malformed');
    const open = this.challenges.open(challengeIn(sent.response), purpose, browsers);
    if (open === null) throw new PasskeyRefused('challenge');
    return this.throttle.attemptAtOnce({
      address,
      look: async (network) => {
        const values = [Buffer.from(sent.id, 'base64url'), network];
        const [row] = await this.database.query<Candidate>(FIND, values);
        return { ...row, isKnown: false };
      },
      check: async ({ id, ...found }) => {
        if (id === null) throw new PasskeyRefused('unknown', null, await this.unknownAs(sent.id));
        const { accountId, userHandle } = found;
        const isMeant = attempt.accountId === undefined || attempt.accountId === accountId;
        if (!isMeant || sent.response.userHandle !== userHandle.toString('base64url'))
          throw new PasskeyRefused('account', accountId);
        const signed = await this.signed(sent, { id, ...found }, open);
        if (signed === null) throw new PasskeyRefused('signature', accountId);
        return { accountId, mark: await this.record(signed, attempt) };
      },
      isWrong: (cause) => cause instanceof PasskeyRefused,
    });
  }

  /** Returns what the browser may forget: not a passkey that is suspended, which its owner may take back. */
  private async unknownAs(credentialId: string): Promise<UnknownPasskey | null> {
    const { manager } = this.database.dataSource;
    const isKnown = await isKnownPasskey(manager, Buffer.from(credentialId, 'base64url'));
    return isKnown ? null : { rpId: this.party.requiredId, credentialId };
  }

  /**
   * Verifies the signature. null: it does not fit the challenge; the library reports this by many errors, none of which
   * helps a person.
   */
  private async signed(
    sent: AuthenticationResponseJSON,
    passkey: Signed['passkey'] & Pick<Passkey, 'publicKey'>,
    open: OpenChallenge,
  ): Promise<Signed | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: sent,
        expectedChallenge: open.challenge,
        expectedOrigin: [...this.party.origins],
        expectedRPID: this.party.requiredId,
        requireUserVerification: true,
        // The statement that raises the counter compares it, so that of two concurrent uses one fails.
        credential: { id: sent.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
      });
      if (!verified) return null;
      const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
      return { passkey, open, counter, isBackedUp };
    } catch {
      return null;
    }
  }

  /**
   * Records the use: the challenge is accepted once and the counter only goes up, on any number of nodes.
   * @returns what recognizes the account's password at that moment
   * @throws PasskeyRefused; DeletionPending
   */
  private async record(signed: Signed, from: PasskeyAttempt): Promise<string | null> {
    const { accountId } = signed.passkey;
    const outcome = await this.database.transaction((tx) => this.recordIn(tx, signed, from));
    if (typeof outcome === 'string') throw new PasskeyRefused(outcome, accountId);
    if ('keeps' in outcome) throw new DeletionPending({ accountId, method: 'passkey', mark: outcome.keeps });
    return outcome.mark;
  }

  private async recordIn(
    tx: Transaction,
    { passkey, open, counter, isBackedUp }: Signed,
    { address, clientId }: PasskeyAttempt,
  ): Promise<Recorded | PasskeyProblem> {
    const { id, accountId, name } = passkey;
    const now = this.clock.now();
    if (!(await this.challenges.use(tx, open))) return 'replayed';
    if (!(await noteSignIn(tx, accountId, now))) {
      const mark = await leavingMarkOf(tx, accountId);
      return mark === null ? 'closed' : { keeps: mark };
    }
    const { affected } = await tx
      .createQueryBuilder()
      .update(Passkey)
      .set({ counter: String(counter), isBackedUp, lastUsedAt: now })
      .where('id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))', { id, counter })
      .execute();
    const event = { address, clientId, accountId, target: `passkey:${id}` } as const;
    if (affected === 1) {
      await this.audit.record({ ...event, action: 'passkey.used', outcome: 'ok' }, tx);
      return { mark: await passwordMarkOf(tx, accountId) };
    }
    if (!(await tx.existsBy(Passkey, { id }))) return 'unknown'; // removed meanwhile
    await this.audit.record(
      { ...event, action: 'passkey.cloned', outcome: 'refused', details: { counter } },
      tx,
    );
    await this.notices.add(tx, accountId, { kind: 'passkeyCloned', value: name });
    return 'cloned';
  }
}
