import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { recordedFrom } from '../../platform/audit/audit-statement.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { countsOf, forgetCount } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle, type Looked } from '../../platform/throttle/attempt-throttle.js';
import { Notices } from '../notifications/notices.js';
import { CodeKeys } from './code-keys.js';
import { stepOf } from './one-time-codes.js';
import { spendRecoveryCode } from './recovery-codes.js';

/** After this many wrong codes in a row no code is accepted any more: with a million codes, guessing stays hopeless. */
const MOST_REFUSED = 100;

/** Failures are counted apart from those of passwords, since a right password clears its own. */
const LOOK = {
  name: 'second-factor',
  text: `SELECT t.sealed, ${countsOf(`'second factor of ' || $1::text`, '$2::text')} AS counts
           FROM (SELECT) AS anybody LEFT JOIN totp t ON t.account_id = $1::bigint AND t.confirmed_at IS NOT NULL`,
};
const ACCEPT = {
  name: 'second-factor-code',
  text: `WITH who AS (
           UPDATE totp SET last_step = $3, refused = 0, sealed = $4
            WHERE account_id = $1 AND sealed = $2 AND confirmed_at IS NOT NULL AND refused < ${MOST_REFUSED}
              AND (last_step IS NULL OR last_step < $3) RETURNING account_id
         ), recorded AS (
           ${recordedFrom('who', 'signin.second-factor', {
             ...{ at: '$5::timestamptz', account_id: 'account_id', address: '$6::text' },
             details: `'{"by":"code"}'::jsonb`,
           })}
         ), forgotten AS (
           ${forgetCount('who', '$7::bytea')}
         )
         SELECT account_id FROM who`,
};
const REFUSE = {
  name: 'second-factor-refused',
  isRepeatable: true, // a guess more or less does not matter (D166)
  text: 'UPDATE totp SET refused = refused + 1 WHERE account_id = $1',
};

interface Candidate extends Looked {
  /** null: the account has no authenticator application. */
  readonly sealed: Buffer | null;
}

/** A code as it was typed. */
interface FactorAttempt {
  readonly accountId: Long;
  readonly typed: string;
  readonly address: string;
  /** The account is already signed in: others’ failures don't make its user wait in the queue. */
  readonly isSignedIn?: boolean;
}

/** Checks second factors that are typed, under the throttle of passwords (D40, D243). */
@Injectable()
export class FactorChecks {
  constructor(
    private readonly database: Database,
    private readonly throttle: AttemptThrottle,
    private readonly keys: CodeKeys,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError credentialInvalid, tooManyAttempts, unavailable; CodesUnreadable */
  async code(attempt: FactorAttempt): Promise<void> {
    await this.judge(attempt, (candidate) => this.take(attempt, candidate));
  }

  /** Uses a recovery code up, and tells the account's addresses. @throws as `code` */
  async recoveryCode(attempt: FactorAttempt): Promise<void> {
    await this.judge(attempt, () => this.useUp(attempt));
  }

  private async judge(
    { accountId, address, isSignedIn }: FactorAttempt,
    check: (candidate: Candidate) => Promise<boolean>,
  ): Promise<void> {
    const isRight = await this.throttle.attempt<Candidate, true>({
      ...{ address, isSignedIn },
      look: async (network) => {
        const [row] = await this.database.query<Candidate>(LOOK, [accountId, network]);
        return { ...row, isKnown: false };
      },
      check: async (candidate) => ((await check(candidate)) ? true : null),
      refusal: () => ({ action: 'signin.second-factor', accountId, clientId: null }),
    });
    if (!isRight) throw new CallError(Errors.credentialInvalid, { accountId });
  }

  private async take(
    { accountId, typed, address }: FactorAttempt,
    { sealed, counts }: Candidate,
  ): Promise<boolean> {
    if (!sealed) return false;
    const key = this.keys.open(accountId, sealed);
    const now = this.clock.now();
    const step = stepOf(key, typed, now);
    const kept = this.keys.renewed(accountId, sealed, key);
    const failed = Buffer.from(counts[0].key, 'hex');
    const taken =
      step === null
        ? []
        : await this.database.query(ACCEPT, [accountId, sealed, step, kept, now, address, failed]);
    if (taken.length === 0) await this.database.query(REFUSE, [accountId]);
    return taken.length > 0;
  }

  /** @returns false for a recovery code that is wrong or was used: nothing was changed */
  private useUp({ accountId, typed, address }: FactorAttempt): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await spendRecoveryCode(tx, accountId, typed))) return false;
      await this.notices.add(tx, accountId, { kind: 'recoveryCodeUsed' });
      const event = { action: 'signin.second-factor', outcome: 'ok', details: { by: 'recovery' } } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return true;
    });
  }
}
