import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Allow } from 'class-validator';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import { AccountService } from '../../../identity/accounts/account.service.js';
import { hasAdministrator } from '../../../identity/accounts/account-roles.js';
import { normalizeIdentifier, type IdentifierType } from '../../../identity/accounts/identifier.js';
import { makeSetupCode } from '../../../identity/factors/setup-code-statements.js';
import { PASSWORD_PROBLEMS, problemWithNewPassword } from '../../../identity/passwords/password-policy.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import { Database } from '../../../platform/database/database.js';
import { check } from '../../../platform/checks/check.js';
import { Known, Rule } from '../../../platform/checks/rule.js';
import { invalid, type ProblemError } from '../../../platform/errors/problem-error.js';
import { Clock, DAY } from '../../../platform/security/clock.js';
import { OPERATOR, PasswordHasher } from '../../../platform/security/password-hasher.js';
import { digestOf, randomSecret } from '../../../platform/security/secrets.js';
import { forbidden } from '../record-problems.js';
import { SetupCode } from './setup-code.entity.js';

const SETUP_LOCK = 0x4e4a;

interface Asked {
  readonly code: string;
  readonly name: string;
  readonly identifier: string;
  readonly password: string;
}

/** The rules for the account itself. */
class FirstAccount {
  @Allow()
  name!: string;

  @Known((text) => normalizeIdentifier(typeOf(text), text) !== null, 'must be an e-mail address or a login')
  identifier!: string;

  @Rule(async (password: string, { name, identifier }: FirstAccount) => {
    const problem = await problemWithNewPassword(password, [name, identifier]);
    return problem && PASSWORD_PROBLEMS[problem];
  })
  password!: string;
}

/** Lets a reader of the server's output create the first administrator of a database without one. */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly database: Database,
    @InjectRepository(SetupCode) private readonly codes: Repository<SetupCode>,
    private readonly accounts: AccountService,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @returns a code that works once, for a day, on every node; null if there is an administrator */
  async offer(): Promise<string | null> {
    if (!(await this.isWanted())) return null;
    const code = randomSecret();
    const expiresAt = new Date(this.clock.millis() + DAY);
    await this.codes.insert({ digest: digestOf(code), expiresAt });
    return code;
  }

  async isWanted(): Promise<boolean> {
    return !(await hasAdministrator(this.database.dataSource.manager));
  }

  /** @throws ProblemError */
  async create({ code, name, identifier, password }: Asked, address: string): Promise<string> {
    // Checked first, so that a caller without a code learns nothing else.
    if (!(await this.codes.existsBy(this.alive(code)))) throw wrongCode();
    const checked = await check(FirstAccount, { name, identifier, password });
    if ('problems' in checked) throw invalid(checked.problems);
    const type = typeOf(identifier);
    const passwordHash = await this.hasher.hash(password, OPERATOR); // before the transaction, so that no connection waits for bcrypt (D70)
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
      if (!(await this.spend(tx, code))) throw wrongCode();
      if (await hasAdministrator(tx)) throw wrongCode();
      const { id } = await this.accounts.create(tx, {
        name,
        identifiers: [{ type, value: identifier, isValidated: true }],
        passwordHash,
        role: 'administrator',
        countryCode: null,
        locale: null,
      });
      // This administrator also sets up the second factor with the code, within a day (D322).
      await makeSetupCode(tx, id, this.clock.now(), code);
      await this.audit.record(
        { action: 'administrator.created', outcome: 'ok', accountId: id, target: `account:${id}`, address },
        tx,
      );
      return id;
    });
  }

  /** Spends the code, and deletes the codes of other nodes. @returns whether the code worked; otherwise all stay */
  private async spend(tx: EntityManager, code: string): Promise<boolean> {
    const { affected } = await tx.delete(SetupCode, this.alive(code));
    if (affected === 0) return false;
    await tx.createQueryBuilder().delete().from(SetupCode).execute();
    return true;
  }

  private alive(code: string) {
    return { digest: digestOf(code), expiresAt: MoreThan(this.clock.now()) };
  }
}

function typeOf(identifier: string): IdentifierType {
  return identifier.includes('@') ? 'Email' : 'Login';
}

function wrongCode(): ProblemError {
  const advice =
    'The setup code is wrong, already used or expired. The server prints a new one each time it starts without an administrator.';
  return forbidden(advice);
}
