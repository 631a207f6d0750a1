import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Allow } from 'class-validator';
import { MoreThan, Repository } from 'typeorm';
import { AccountService } from '../../../identity/accounts/account.service.js';
import { Account } from '../../../identity/accounts/account.entity.js';
import { normalizeIdentifier, type IdentifierType } from '../../../identity/accounts/identifier.js';
import { PASSWORD_PROBLEMS, problemWithNewPassword } from '../../../identity/accounts/password-policy.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import { Database } from '../../../platform/database/database.js';
import { check } from '../../../platform/checks/check.js';
import { Known, Rule } from '../../../platform/checks/rule.js';
import { invalid, ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { Clock, DAY } from '../../../platform/security/clock.js';
import { OPERATOR, PasswordHasher } from '../../../platform/security/password-hasher.js';
import { digestOf, randomSecret } from '../../../platform/security/secrets.js';
import { SetupCode } from './setup-code.entity.js';

const SETUP_LOCK = 0x4e4a;

interface Asked {
  readonly code: string;
  readonly name: string;
  readonly identifier: string;
  readonly password: string;
}

/** What can be wrong with the account itself. */
class FirstAccount {
  @Allow()
  name!: string;

  @Known(
    (text) => normalizeIdentifier(typeOf(text), text) !== null,
    'is neither an e-mail address nor a login',
  )
  identifier!: string;

  @Rule(async (password: string, { name, identifier }: FirstAccount) => {
    const problem = await problemWithNewPassword(password, [name, identifier]);
    return problem && PASSWORD_PROBLEMS[problem];
  })
  password!: string;
}

/** The first administrator of a database that has none, made by whoever can read what the server prints. */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly database: Database,
    @InjectRepository(SetupCode) private readonly codes: Repository<SetupCode>,
    @InjectRepository(Account) private readonly accountRows: Repository<Account>,
    private readonly accounts: AccountService,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @returns a code that works once and for a day, on every node; null where there is an administrator */
  async offer(): Promise<string | null> {
    if (!(await this.isWanted())) return null;
    const code = randomSecret();
    const expiresAt = new Date(this.clock.millis() + DAY);
    await this.codes.insert({ digest: digestOf(code), expiresAt });
    return code;
  }

  async isWanted(): Promise<boolean> {
    return !(await this.accountRows.existsBy({ role: 'administrator' }));
  }

  /** @throws ProblemError */
  async create({ code, name, identifier, password }: Asked, address: string): Promise<string> {
    await this.requireCode(code);
    const checked = await check(FirstAccount, { name, identifier, password });
    if ('problems' in checked) throw invalid(checked.problems);
    const type = typeOf(identifier);
    const passwordHash = await this.hasher.hash(password, OPERATOR); // before the transaction: no connection waits for bcrypt (D70)
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
      const { affected } = await tx.delete(SetupCode, this.alive(code));
      if (affected === 0) throw wrongCode();
      if (await tx.existsBy(Account, { role: 'administrator' })) throw wrongCode();
      const { id } = await this.accounts.create(tx, {
        name,
        identifiers: [{ type, value: identifier, isValidated: true }],
        passwordHash,
        role: 'administrator',
        countryCode: null,
        locale: null,
      });
      await tx.createQueryBuilder().delete().from(SetupCode).execute(); // those of other nodes too
      await this.audit.record(
        { action: 'administrator.created', outcome: 'ok', accountId: id, target: `account:${id}`, address },
        tx,
      );
      return id;
    });
  }

  /** First of all: who has no code learns nothing of what else is wrong. */
  private async requireCode(code: string): Promise<void> {
    if (!(await this.codes.existsBy(this.alive(code)))) throw wrongCode();
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
    'The setup code is wrong, used or older than a day. The server prints a new one when it starts without an administrator.';
  return new ProblemError(Problems.forbidden, advice);
}
