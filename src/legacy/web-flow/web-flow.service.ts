import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { ClientDirectory, type KnownClient } from '../../oauth/clients/client-directory.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Budgets, type Spender } from '../../platform/throttle/budgets.js';
import { ASK, CLAIM, FIND_STATE, VALIDATE, type Verdict } from './web-flow-statements.js';

const STATE_LIFETIME_MS = 10 * MINUTE; // D64
const MAX_MISMATCHES = 5; // D67

/** The state of a cipher from a form. */
export interface AskedState {
  /** The client that requested the secret; null: none authenticated, or it was disabled meanwhile. */
  readonly client: KnownClient | null;
  /** Whether it is neither used nor expired, and its client is not disabled. */
  readonly isOpen: boolean;
}

/** The values that a web server presents to take over a session. */
interface Validation {
  readonly client: CallerClient;
  readonly stateSecret: string;
  /** The digest of the session id from the request. */
  readonly sessionDigest: Buffer;
  readonly address: string;
}

/** State secrets, and the sessions validated with them (§3.4, D64–D67). */
@Injectable()
export class WebFlow {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly budgets: Budgets,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws BudgetSpent; CallError stateSecretAlreadyGiven */
  async ask(cipher: string, client: CallerClient | null, spender: Spender): Promise<string> {
    await this.budgets.spend('stateSecrets', spender);
    const secret = randomSecret();
    const expiresAt = new Date(this.clock.millis() + STATE_LIFETIME_MS);
    const who = [client?.clientId ?? null, spender.address, this.clock.now()];
    const values = [digestOf(cipher), digestOf(secret), client?.id ?? null, expiresAt, ...who];
    const given = await this.database.query(ASK, values).catch((cause: unknown) => {
      // The client was deleted just now.
      throw isForeignKeyViolation(cause) ? new CallError(Errors.clientNotAuthenticated) : cause;
    });
    if (given.length > 0) return secret;
    this.audit.recorded('websession.asked', 'refused');
    throw new CallError(Errors.stateSecretAlreadyGiven);
  }

  /** @throws CallError webSessionInvalid for a cipher without a requested secret */
  async find(cipher: string): Promise<AskedState> {
    const values = [digestOf(cipher), this.clock.now()];
    const [row] = await this.database.query<{ client_id: Long | null; is_open: boolean }>(FIND_STATE, values);
    if (!row) throw new CallError(Errors.webSessionInvalid);
    const client = row.client_id === null ? null : await this.clients.findById(row.client_id);
    return { client, isOpen: row.is_open && (row.client_id === null || client !== null) };
  }

  /**
   * Uses the cipher for a session; of concurrent attempts, one succeeds.
   * @throws CallError webSessionInvalid
   */
  async claim(cipher: string, sessionDigest: Buffer, who: AuditActor): Promise<void> {
    const { accountId, clientId, address } = who;
    const values = [digestOf(cipher), sessionDigest, this.clock.now(), accountId, clientId, address];
    const claimed = await this.database.query(CLAIM, values);
    if (claimed.length === 0) throw new CallError(Errors.webSessionInvalid);
  }

  /**
   * Assigns the session to the client. Every mismatch runs the same statement and gets the same answer.
   * @throws CallError webSessionInvalid
   */
  async validate({ client, stateSecret, sessionDigest, address }: Validation): Promise<void> {
    const [verdict] = await this.database.query<Verdict>(VALIDATE, [
      sessionDigest,
      digestOf(stateSecret),
      client.id,
      this.clock.now(),
      MAX_MISMATCHES,
      client.clientId,
      address,
    ]);
    const { account_id: accountId, is_valid: isValid } = verdict;
    if (isValid) return;
    this.audit.recorded('websession.validated', 'refused');
    throw new CallError(Errors.webSessionInvalid, { accountId });
  }
}
