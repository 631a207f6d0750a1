import { Injectable } from '@nestjs/common';
import { Allow } from 'class-validator';
import { AccountService } from '../../../identity/accounts/account.service.js';
import { hasAdministrator } from '../../../identity/accounts/account-roles.js';
import { normalizeIdentifier, type IdentifierType } from '../../../identity/accounts/identifier.js';
import { PASSWORD_PROBLEMS, problemWithNewPassword } from '../../../identity/passwords/password-policy.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import { Database } from '../../../platform/database/database.js';
import { check } from '../../../platform/checks/check.js';
import { Known, Rule } from '../../../platform/checks/rule.js';
import { invalid, ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { OPERATOR, PasswordHasher } from '../../../platform/security/password-hasher.js';
import { SetupCodes } from './setup-codes.js';

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

/** Lets whoever can read the server's output create the first administrator of a database that has none. */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly database: Database,
    private readonly codes: SetupCodes,
    private readonly accounts: AccountService,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
  ) {}

  /** @returns a code that works once, for a day, on every node; null if there is an administrator */
  async offer(): Promise<string | null> {
    return (await this.isWanted()) ? this.codes.issue() : null;
  }

  async isWanted(): Promise<boolean> {
    return !(await hasAdministrator(this.database.dataSource.manager));
  }

  /** @throws ProblemError */
  async create({ code, name, identifier, password }: Asked, address: string): Promise<string> {
    await this.requireCode(code);
    const checked = await check(FirstAccount, { name, identifier, password });
    if ('problems' in checked) throw invalid(checked.problems);
    const type = typeOf(identifier);
    const passwordHash = await this.hasher.hash(password, OPERATOR); // before the transaction, so that no connection waits for bcrypt (D70)
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
      if (!(await this.codes.spend(tx, code))) throw wrongCode();
      if (await hasAdministrator(tx)) throw wrongCode();
      const { id } = await this.accounts.create(tx, {
        name,
        identifiers: [{ type, value: identifier, isValidated: true }],
        passwordHash,
        role: 'administrator',
        countryCode: null,
        locale: null,
      });
      await this.codes.handOn(tx, code, id);
      await this.audit.record(
        { action: 'administrator.created', outcome: 'ok', accountId: id, target: `account:${id}`, address },
        tx,
      );
      return id;
    });
  }

  /** Checked first, so that somebody without a code learns nothing else. */
  private async requireCode(code: string): Promise<void> {
    if (!(await this.codes.works(code))) throw wrongCode();
  }
}

function typeOf(identifier: string): IdentifierType {
  return identifier.includes('@') ? 'Email' : 'Login';
}

function wrongCode(): ProblemError {
  const advice =
    'The setup code is wrong, already used or expired. The server prints a new one each time it starts without an administrator.';
  return new ProblemError(Problems.forbidden, advice);
}
