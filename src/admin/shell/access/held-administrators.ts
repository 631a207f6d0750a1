import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, type EntityManager, type Repository } from 'typeorm';
import { holdActive, lockAccount } from '../../../identity/accounts/account-statements.js';
import type { PasswordSignIn } from '../../../identity/passwords/password-verifier.js';
import { Database } from '../../../platform/database/database.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import type { Long } from '../../../platform/operations/long.js';
import { Clock, MINUTE } from '../../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../../platform/security/secrets.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { HeldAdministrator } from './held-administrator.entity.js';

/** How long after the password the second step is accepted. */
const WAITS_MS = 10 * MINUTE;

/** Sign-ins to the console with the right password that wait for their second step. */
@Injectable()
export class HeldAdministrators {
  constructor(
    @InjectRepository(HeldAdministrator) private readonly rows: Repository<HeldAdministrator>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param who the account that gave its password just now
   * @returns the id, to be stored in a cookie only
   * @throws CallError credentialInvalid when the account was disabled meanwhile, or its password replaced
   */
  async hold({ accountId, mark }: Pick<PasswordSignIn, 'accountId' | 'mark'>): Promise<string> {
    const id = randomSecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + WAITS_MS);
    await this.database.transaction(async (tx) => {
      if (!(await holdActive(tx, accountId, mark)))
        throw new CallError(Errors.credentialInvalid, { accountId });
      await tx.insert(HeldAdministrator, { digest: digestOf(id), accountId, createdAt, expiresAt });
    });
    return id;
  }

  find(id: string): Promise<HeldAdministrator | null> {
    return this.rows.findOneBy({ digest: digestOf(id), expiresAt: MoreThan(this.clock.now()) });
  }

  /** Ends the sign-in, in the caller's transaction, so that of two requests at once only one opens a session. */
  async take(tx: EntityManager, { digest }: HeldAdministrator): Promise<boolean> {
    const { affected } = await tx.delete(HeldAdministrator, { digest });
    return affected === 1;
  }

  /** Ends the sign-ins of an account, in the caller's transaction. @param kept digest of the sign-in to keep; null: none */
  async endOf(tx: EntityManager, accountId: Long, kept: Buffer | null): Promise<number> {
    const others = kept && { digest: Not(kept) };
    return (await tx.delete(HeldAdministrator, { accountId, ...others })).affected ?? 0;
  }
}

/** Locks the account, and requires that the sign-in still waits for its second step. @throws ProblemError notSignedIn */
export async function requireHeld(
  tx: EntityManager,
  { accountId, digest }: Pick<HeldAdministrator, 'accountId' | 'digest'>,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (account?.status !== 'active' || !(await tx.existsBy(HeldAdministrator, { digest })))
    throw new ProblemError(Problems.notSignedIn, 'The sign-in has ended meanwhile. Begin again.');
}
