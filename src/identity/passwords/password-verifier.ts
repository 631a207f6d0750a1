import { Injectable } from '@nestjs/common';
import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { Long } from '../../platform/operations/long.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { PasswordHasher, type Bcrypt } from '../../platform/security/password-hasher.js';
import { countsOf, forgetCount } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle, type Looked } from '../../platform/throttle/attempt-throttle.js';
import { hasFactor } from '../factors/factor-sql.js';
import { markOf } from '../accounts/account-statements.js';
import type { AccountStatus } from '../accounts/account.entity.js';
import { digestOfDeviceSecret } from '../device-passwords/device-secret.js';
import { KnownNetworks } from '../accounts/known-networks.js';
import { DeletionPending } from '../accounts/deletion-pending.js';
import { FOREIGN_COSTS } from '../accounts/foreign-costs.js';
import { candidatesFor } from '../accounts/identifier.js';
import { FirebaseKeys, SIGNER_KEY_OF } from './firebase-keys.js';

/** Networks kept for each account: enough for the places of a household, with rows still small. */
const NETWORKS_KEPT = 10;

/** The account that an attempt concerns; `id` is null if there is none. */
interface Candidate extends Looked {
  readonly id: Long | null;
  readonly status: AccountStatus | null;
  readonly password_hash: string | null;
  /** Its user asked to delete it, and may still keep it. */
  readonly is_leaving: boolean;
  /** It has a second factor, which an application can't ask for: the application must send a device password. */
  readonly is_protected: boolean;
  /** The device password that was sent; null: none, as on pages. */
  readonly device_password: Long | null;
  /** Hashes of other systems, one for each cost that some account has; null: none has (D256). */
  readonly decoys: readonly string[] | null;
  /** Sealed: what a hash of Firebase Auth is compared with (D407); null: another hash. */
  readonly signer_key: Buffer | null;
  /** Digest of the network that the attempt comes from. */
  readonly network: Buffer;
  lookAgain(): Promise<Candidate>;
}

interface CandidateRow extends Omit<Candidate, 'isKnown' | 'network' | 'lookAgain'> {
  readonly is_known: boolean;
}

/** What applications send (D248): the digest of what may be a device password, and the client that it has to be made for. */
const FOR_CLIENT = `${hasFactor('candidate.id')} AS is_protected,
          (SELECT d.id FROM device_password d WHERE d.account_id = candidate.id AND d.digest = $5::bytea
              AND d.client_id IS NOT DISTINCT FROM $6::bigint) AS device_password`;
const FOR_PAGE = 'false AS is_protected, NULL AS device_password';

/**
 * Selects the account, its failure counts, and whether it knows the network ($3, its digests $4); without an account,
 * the counts of $2.
 * @param account SQL that selects it by $1
 */
const look = (account: string, sent = FOR_PAGE): string =>
  `WITH found AS (${account}),
        candidate AS (SELECT found.*, coalesce(found.id::text, $2::text) AS subject
                        FROM (SELECT) AS anybody LEFT JOIN found ON true)
   SELECT id, status, password_hash, deletes_at IS NOT NULL AND status = 'disabled' AS is_leaving,
          coalesce(known_networks && $4::bytea[], false) AS is_known, ${sent},
          ${FOREIGN_COSTS} AS decoys, ${SIGNER_KEY_OF('password_hash')} AS signer_key,
          ${countsOf('subject', '$3::text')} AS counts FROM candidate`;

// Only the partner's assertion names an ExternalId of an issuer; nobody types it (D115).
const BY_IDENTIFIER = `SELECT a.id, a.status, a.password_hash, a.deletes_at, a.known_networks FROM account_identifier i
       JOIN account a ON a.id = i.account_id WHERE i.normalized = ANY($1::text[]) AND i.issuer = '' AND i.suspended_at IS NULL
      ORDER BY array_position($1::text[], i.normalized) LIMIT 1`;
const LOOK_BY_IDENTIFIER = { name: 'account-for-sign-in', text: look(BY_IDENTIFIER) };
const LOOK_FOR_CLIENT = { name: 'account-for-client', text: look(BY_IDENTIFIER, FOR_CLIENT) };
const LOOK_BY_ID = {
  name: 'account-for-proof',
  text: look(
    'SELECT id, status, password_hash, deletes_at, known_networks FROM account WHERE id = $1::bigint',
  ),
};
/** Moves the network to the front of the kept ones, and clears the failures counted for it. */
const SIGN_IN = {
  name: 'account-signed-in',
  isRepeatable: true, // the purpose of the password comes after it
  text: `WITH who AS (
           UPDATE account SET last_login_at = $2::timestamptz, password_hash = coalesce($3, password_hash),
                  known_networks = ($7::bytea || array_remove(known_networks, $7::bytea))[:${NETWORKS_KEPT}]
            WHERE id = $1 AND status = 'active' AND password_hash = $4 RETURNING id
         ), recorded AS (
           ${recordedFrom('who', 'signin', { at: '$2::timestamptz', account_id: 'id', client_id: '$5::text', address: '$6::text' })}
         ), forgotten AS (
           ${forgetCount('who', '$8::bytea')}
         )
         SELECT id FROM who`,
};

/**
 * Signs in by a device password. Counted failures and known networks of the account's own password stay as they are: an
 * owner of the one password must not guess the other more quickly.
 */
const SIGN_IN_BY_DEVICE = {
  name: 'account-signed-in-by-device',
  isRepeatable: true, // the purpose of the password comes after it
  text: `WITH who AS (
           UPDATE account SET last_login_at = $2::timestamptz WHERE id = $1 AND status = 'active' RETURNING id
         ), used AS (
           UPDATE device_password SET last_used_at = $2 WHERE id = $3 AND account_id IN (SELECT id FROM who)
           RETURNING account_id AS id
         ), recorded AS (
           ${recordedFrom('used', 'signin', { at: '$2::timestamptz', account_id: 'id', client_id: '$4::text', address: '$5::text', details: `'{"by": "device-password"}'::jsonb` })}
         )
         SELECT id FROM used`,
};

/**
 * Refuses the account's own password, although it is right, from an application that must send a device password: one
 * statement, as for a wrong one.
 */
const REFUSE = {
  name: 'account-password-of-protected',
  isRepeatable: true,
  text: `WITH who AS (SELECT $1::bigint AS id), recorded AS (
           ${recordedFrom('who', 'signin', { at: '$2::timestamptz', outcome: `'refused'`, account_id: 'id', client_id: '$3::text', address: '$4::text', details: `'{"needs": "device-password"}'::jsonb` })}
         )
         SELECT id FROM who`,
};

/** A password as entered, and where it came from. */
interface PasswordAttempt {
  readonly identifier: string;
  readonly password: string;
  readonly address: string;
  /** The client that sends it, for the audit trail. */
  readonly clientId: string | null;
}

/** The client that sends it; `id` is null for legacy sessions. */
interface SendingClient {
  readonly id: Long | null;
  readonly allowsPasswordOfProtectedAccounts: boolean;
}

/** The account that a password signs in. */
export interface PasswordSignIn {
  readonly accountId: Long;
  /** null: it is the account's own. */
  readonly devicePassword: Long | null;
  /** Recognizes the account's own password that was given; null: it was a device password. */
  readonly mark: string | null;
}

interface Given extends Omit<PasswordAttempt, 'identifier'> {
  readonly isSignedIn?: boolean;
  /** It may bypass the second factor, if there is one. */
  readonly goesAround?: boolean;
}

/** Checks passwords, for every kind of sign-in (D40). */
@Injectable()
export class PasswordVerifier {
  private tellOwner: (accountId: Long) => void = () => {};

  constructor(
    private readonly database: Database,
    private readonly throttle: AttemptThrottle,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly networks: KnownNetworks,
    private readonly firebase: FirebaseKeys,
  ) {}

  /**
   * The account of the identifier and password. Every failure has the same answer and takes the same time.
   * @throws CallError credentialInvalid, tooManyAttempts, unavailable
   */
  verify(attempt: PasswordAttempt): Promise<PasswordSignIn> {
    const forms = candidatesFor(attempt.identifier);
    const values = [forms, forms[0] ?? attempt.identifier];
    return this.judge(attempt, (network) => this.look(LOOK_BY_IDENTIFIER, values, network));
  }

  /**
   * Checks a password for an application, which can't ask for a second factor: for an account that has one, it must
   * send a device password that was made for it. The account's own password is refused like a wrong one.
   */
  verifyFor(client: SendingClient, attempt: PasswordAttempt): Promise<PasswordSignIn> {
    const forms = candidatesFor(attempt.identifier);
    const sent = [digestOfDeviceSecret(attempt.password), client.id];
    const values = [forms, forms[0] ?? attempt.identifier];
    const given = { ...attempt, goesAround: client.allowsPasswordOfProtectedAccounts };
    return this.judge(given, (network) => this.look(LOOK_FOR_CLIENT, values, network, sent));
  }

  /** Registers what is done after the answer when an application sent an account's own password, which was refused. */
  whenProtected(tell: (accountId: Long) => void): void {
    this.tellOwner = tell;
  }

  /** Checks the password of a signed-in user, before an action that a stolen session must not be able to do. */
  verifyAgain(accountId: Long, password: string, address: string): Promise<PasswordSignIn> {
    const attempt = { password, address, clientId: null, isSignedIn: true };
    return this.judge(attempt, (network) => this.look(LOOK_BY_ID, [accountId, accountId], network));
  }

  private async judge(
    attempt: Given,
    look: (network: string) => Promise<Candidate>,
  ): Promise<PasswordSignIn> {
    const { address, clientId, isSignedIn, password: text } = attempt;
    let wrongOf: Long | null = null;
    const signedIn = await this.throttle.attempt<Candidate, PasswordSignIn>({
      address,
      text,
      isSignedIn,
      look,
      check: (candidate, bcrypt) => this.check(attempt, candidate, bcrypt),
      refusal: ({ id }) => {
        wrongOf = id;
        return { action: 'signin', accountId: id, clientId };
      },
    });
    if (signedIn === null) throw new CallError(Errors.credentialInvalid, { accountId: wrongOf ?? undefined });
    return signedIn;
  }

  private async look(
    statement: Statement,
    values: unknown[],
    network: string,
    sent: unknown[] = [],
  ): Promise<Candidate> {
    const digests = this.networks.digestsOf(network);
    const [row] = await this.database.query<CandidateRow>(statement, [...values, network, digests, ...sent]);
    const lookAgain = (): Promise<Candidate> => this.look(statement, values, network, sent);
    return { ...row, isKnown: row.is_known, network: digests[0], lookAgain };
  }

  /** The account, if the password is correct and it may sign in. */
  private async check(given: Given, candidate: Candidate, bcrypt: Bcrypt): Promise<PasswordSignIn | null> {
    const { password, clientId, address, goesAround = false } = given;
    const { id, status, password_hash: hash, network, counts, decoys } = candidate;
    const byDevice = await this.checkDevice(given, candidate);
    if (byDevice) return byDevice;
    const refusals = { decoys: decoys ?? [], isRefused: status !== 'active' };
    const signerKey = this.firebase.opened(hash, candidate.signer_key);
    const match = await bcrypt.matches(password, hash, refusals, signerKey);
    if (match && status === 'active' && candidate.is_protected && !goesAround) {
      await this.database.query(REFUSE, [id, this.clock.now(), clientId, address]);
      this.tellOwner(id as Long);
      // Not counted as a guess: an application that keeps sending it would lock the owner out of the pages.
      throw new CallError(Errors.credentialInvalid, { accountId: id as Long });
    }
    if (!match || hash === null) return null;
    if (id !== null && candidate.is_leaving)
      throw new DeletionPending({ accountId: id, method: 'password', mark: markOf(hash) });
    if (status !== 'active') return null;
    // A hash of another cost, system or spelling is replaced (D69, D256, D371).
    const rehashed = this.hasher.needsRehash(hash, match) ? await bcrypt.hash(password) : null;
    const failed = Buffer.from(counts[0].key, 'hex');
    const values = [id, this.clock.now(), rehashed, hash, clientId, address, network, failed];
    const [signedIn] = await this.database.query<{ id: Long }>(SIGN_IN, values);
    const mark = markOf(rehashed ?? hash);
    if (signedIn) return { accountId: signedIn.id, devicePassword: null, mark };
    // Meanwhile another sign-in replaced the hash, the password was changed, or the account was disabled.
    const now = await candidate.lookAgain();
    return now.password_hash === hash ? null : this.check(given, now, bcrypt);
  }

  /** Checks a device password, which is random and so needs no bcrypt. */
  private async checkDevice(given: Given, candidate: Candidate): Promise<PasswordSignIn | null> {
    const { id, status, device_password: devicePassword } = candidate;
    if (id === null || devicePassword === null || status !== 'active') return null;
    const values = [id, this.clock.now(), devicePassword, given.clientId, given.address];
    const [signedIn] = await this.database.query<{ id: Long }>(SIGN_IN_BY_DEVICE, values);
    if (!signedIn) return null; // ended or disabled meanwhile
    return { accountId: signedIn.id, devicePassword, mark: null };
  }
}
