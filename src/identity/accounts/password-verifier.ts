import { Injectable } from '@nestjs/common';
import { recordedFrom } from '../../platform/audit/audit-statement.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { KeyedDigests } from '../../platform/security/keyed-digests.js';
import { PasswordHasher, type Bcrypt } from '../../platform/security/password-hasher.js';
import { countsOf, forgetCount } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle, type Looked } from '../../platform/throttle/attempt-throttle.js';
import type { AccountStatus } from './account.entity.js';
import { DeletionPending } from './deletion-pending.js';
import { candidatesFor } from './identifier.js';

/** Networks kept for each account: enough for the places of a household, with rows still small. */
const NETWORKS_KEPT = 10;

/** The account that an attempt concerns; `id` is null if there is none. */
interface Candidate extends Looked {
  readonly id: Long | null;
  readonly status: AccountStatus | null;
  readonly password_hash: string | null;
  /** Its user asked to delete it, and may still keep it. */
  readonly is_leaving: boolean;
  /** A hash of another system that some account has; null: none has (D256). */
  readonly decoy: string | null;
  /** Digest of the network that the attempt comes from. */
  readonly network: Buffer;
  lookAgain(): Promise<Candidate>;
}

interface CandidateRow extends Omit<Candidate, 'isKnown' | 'network' | 'lookAgain'> {
  readonly is_known: boolean;
}

/** As the index account_foreign_hash_idx has it. */
const IS_FOREIGN = `f.password_hash NOT LIKE '$2%'`;

/**
 * Selects the account, its failure counts, and whether it knows the network ($3, its digests $4); without an account,
 * the counts of $2.
 * @param account SQL that selects it by $1
 */
const look = (account: string): string =>
  `WITH found AS (${account}),
        candidate AS (SELECT found.*, coalesce(found.id::text, $2::text) AS subject
                        FROM (SELECT) AS anybody LEFT JOIN found ON true)
   SELECT id, status, password_hash, deletes_at IS NOT NULL AND status = 'disabled' AS is_leaving,
          coalesce(known_networks && $4::bytea[], false) AS is_known,
          (SELECT f.password_hash FROM account f WHERE ${IS_FOREIGN} ORDER BY f.id LIMIT 1) AS decoy,
          ${countsOf('subject', '$3::text')} AS counts FROM candidate`;

const LOOK_BY_IDENTIFIER = {
  name: 'account-for-sign-in',
  text: look(
    // An ExternalId of an issuer is known by that partner's word alone, never typed (D115).
    `SELECT a.id, a.status, a.password_hash, a.deletes_at, a.known_networks FROM account_identifier i
       JOIN account a ON a.id = i.account_id WHERE i.normalized = ANY($1::text[]) AND i.issuer = ''
      ORDER BY array_position($1::text[], i.normalized) LIMIT 1`,
  ),
};
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

/** A password as entered, and where it came from. */
export interface PasswordAttempt {
  readonly identifier: string;
  readonly password: string;
  readonly address: string;
  /** The client that sends it, for the audit trail. */
  readonly clientId: string | null;
}

interface Given extends Omit<PasswordAttempt, 'identifier'> {
  readonly isSignedIn?: boolean;
}

/** Checks passwords, for every kind of sign-in (D40). */
@Injectable()
export class PasswordVerifier {
  private readonly networks: KeyedDigests;

  constructor(
    private readonly database: Database,
    private readonly throttle: AttemptThrottle,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    config: AppConfig,
  ) {
    this.networks = new KeyedDigests(config.masterKeys, 'known network');
  }

  /**
   * The account of the identifier and password. Every failure has the same answer and takes the same time.
   * @throws CallError credentialInvalid, tooManyAttempts, unavailable
   */
  async verify(attempt: PasswordAttempt): Promise<Long> {
    const forms = candidatesFor(attempt.identifier);
    const values = [forms, forms[0] ?? attempt.identifier];
    return this.judge(attempt, (network) => this.look(LOOK_BY_IDENTIFIER, values, network));
  }

  /** The same for a signed-in user, before an action that a stolen session must not be able to do. */
  async verifyAgain(accountId: Long, password: string, address: string): Promise<void> {
    const attempt = { password, address, clientId: null, isSignedIn: true };
    await this.judge(attempt, (network) => this.look(LOOK_BY_ID, [accountId, accountId], network));
  }

  private async judge(attempt: Given, look: (network: string) => Promise<Candidate>): Promise<Long> {
    const { address, clientId, isSignedIn } = attempt;
    let wrongOf: Long | null = null;
    const accountId = await this.throttle.attempt<Candidate, Long>({
      address,
      isSignedIn,
      look,
      check: (candidate, bcrypt) => this.check(attempt, candidate, bcrypt),
      refusal: ({ id }) => {
        wrongOf = id;
        return { action: 'signin', accountId: id, clientId };
      },
    });
    if (accountId === null)
      throw new CallError(Errors.credentialInvalid, { accountId: wrongOf ?? undefined });
    return accountId;
  }

  private async look(statement: Statement, values: unknown[], network: string): Promise<Candidate> {
    const digests = this.networks.short(network);
    const [row] = await this.database.query<CandidateRow>(statement, [...values, network, digests]);
    const lookAgain = (): Promise<Candidate> => this.look(statement, values, network);
    return { ...row, isKnown: row.is_known, network: digests[0], lookAgain };
  }

  /** The account, if the password is correct and it may sign in. */
  private async check(given: Given, candidate: Candidate, bcrypt: Bcrypt): Promise<Long | null> {
    const { password, clientId, address } = given;
    const { id, status, password_hash: hash, network, counts, decoy } = candidate;
    const matches = await bcrypt.matches(password, hash, { decoy, isRefused: status !== 'active' });
    if (matches && id !== null && candidate.is_leaving) throw new DeletionPending(id);
    if (!matches || status !== 'active' || hash === null) return null;
    // A hash of another cost, or of another system, is replaced (D69, D256).
    const rehashed = this.hasher.needsRehash(hash) ? await bcrypt.hash(password) : null;
    const failed = Buffer.from(counts[0].key, 'hex');
    const values = [id, this.clock.now(), rehashed, hash, clientId, address, network, failed];
    const [signedIn] = await this.database.query<{ id: Long }>(SIGN_IN, values);
    if (signedIn) return signedIn.id;
    // Meanwhile another sign-in replaced the hash, the password was changed, or the account was disabled.
    const now = await candidate.lookAgain();
    return now.password_hash === hash ? null : this.check(given, now, bcrypt);
  }
}
