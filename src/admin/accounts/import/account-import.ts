import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountService } from '../../../identity/accounts/account.service.js';
import { FirebaseKeys, problemWithSigner } from '../../../identity/passwords/firebase-keys.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import type { Long } from '../../../platform/operations/long.js';
import { batchStatement } from '../../../platform/database/batch-statement.js';
import { Database } from '../../../platform/database/database.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { invalid } from '../../../platform/errors/problem-error.js';
import { signerIn } from '../../../platform/security/foreign-hash.js';
import type { Administrator } from '../../shell/access/administrator.js';
import { doneBy } from '../../shell/actor-of.js';
import { linesOf, problemWithLines } from './account-import.args.js';
import type { ImportedLine } from './account-import.view.js';
import { identifierKeyOf, parseLine, type IdentifierKey, type ParsedLine } from './import-line.js';

const ATTEMPTS = 3;
const TAKEN = batchStatement<{ account_id: Long; normalized: string; issuer: string }>()({
  name: 'account-import-taken',
  columns: { normalized: 'text', issuer: 'text' },
  text: ({ asked }) => `SELECT i.account_id, i.normalized, i.issuer FROM account_identifier i
    JOIN ${asked('k')} ON i.normalized = k.normalized AND i.issuer = k.issuer`,
});

type Valid = Extract<ParsedLine, { keys: unknown }>;

/**
 * Imports accounts of another system line by line. It does not change existing accounts, so an import can be repeated
 * (D144).
 */
@Injectable()
export class AccountImport {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly firebase: FirebaseKeys,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param text one JSON object per line
   * @param by null: a dry run, which tells what would happen and writes nothing
   */
  async run(text: string, by: Administrator | null): Promise<ImportedLine[]> {
    const problem = problemWithLines(text);
    if (problem !== null) throw invalid([{ field: 'body', message: problem }]);
    const lines = linesOf(text).map(({ line, text: each }) => ({ line, parsed: parseLine(each) }));
    const valid = lines.flatMap(({ parsed }) => ('keys' in parsed ? [parsed] : []));
    const outcomes = await this.create(valid, by);
    return lines.map(({ line, parsed }) => ({
      line,
      ...('keys' in parsed
        ? (outcomes.get(parsed) ?? unclear())
        : { result: 'invalid' as const, message: parsed.message }),
    }));
  }

  /** Creates the accounts. Retries if another request has created one of them in the meantime. */
  private async create(valid: readonly Valid[], by: Administrator | null): Promise<Map<Valid, Outcome>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((tx) => this.createAll(tx, valid, by));
      } catch (cause) {
        const isTaken = cause instanceof CallError && cause.definition === Errors.accountAlreadyExists;
        if (!isTaken || attempt === ATTEMPTS) throw cause;
      }
    }
  }

  private async createAll(
    tx: EntityManager,
    valid: readonly Valid[],
    by: Administrator | null,
  ): Promise<Map<Valid, Outcome>> {
    const owners = await this.ownersOf(tx, valid);
    const unknown = await this.firebase.unknownAmong(
      tx,
      valid.map(({ account }) => account.passwordHash),
    );
    const outcomes = new Map<Valid, Outcome>();
    const claimed = new Map<IdentifierKey, Valid>();
    const fresh: Valid[] = [];
    for (const each of valid) {
      const isFresh = each.keys.every((key) => !owners.has(key) && !claimed.has(key));
      if (!isFresh) continue;
      const signer = signerIn(each.account.passwordHash ?? '');
      if (signer !== null && unknown.has(signer)) {
        outcomes.set(each, { result: 'invalid', message: `passwordHash ${problemWithSigner(signer)}` });
        continue;
      }
      fresh.push(each);
      for (const key of each.keys) claimed.set(key, each);
    }
    const ids = by === null ? fresh.map((_, index) => `new ${index}`) : await this.write(tx, fresh, by);
    fresh.forEach((each, index) => {
      const made = by === null ? { compared: [...each.keys] } : { accountId: ids[index] };
      outcomes.set(each, { result: 'created', ...made });
    });
    for (const [key, each] of claimed) owners.set(key, ids[fresh.indexOf(each)]);
    for (const each of valid)
      if (!outcomes.has(each)) outcomes.set(each, existing(each, owners, by === null));
    return outcomes;
  }

  private async write(tx: EntityManager, fresh: readonly Valid[], by: Administrator): Promise<Long[]> {
    if (fresh.length === 0) return [];
    const ids = await this.accounts.createMany(
      tx,
      fresh.map(({ account }) => account),
    );
    const details = { accounts: ids.length, first: ids[0], last: ids.at(-1) };
    await this.audit.record(doneBy(by, 'import.made', null, details), tx);
    return ids;
  }

  private async ownersOf(tx: EntityManager, valid: readonly Valid[]): Promise<Map<IdentifierKey, Long>> {
    const keys = valid.flatMap((each) => each.keys.map((key) => JSON.parse(key) as [string, string]));
    const values = TAKEN.valuesOf(keys.map(([normalized, issuer]) => ({ normalized, issuer })));
    const found = await tx.query<{ account_id: Long; normalized: string; issuer: string }[]>(
      TAKEN.text,
      values,
    );
    return new Map(
      found.map(
        ({ account_id: id, normalized, issuer }) => [identifierKeyOf(normalized, issuer), id] as const,
      ),
    );
  }
}

type Outcome = Omit<ImportedLine, 'line'>;

/** The outcome for a line of which at least one identifier is taken. In a dry run, new accounts have no ids to tell. */
function existing({ keys }: Valid, owners: ReadonlyMap<IdentifierKey, Long>, isDryRun: boolean): Outcome {
  const ids = new Set(keys.flatMap((key) => owners.get(key) ?? []));
  const [accountId] = ids;
  if (ids.size > 1) return { result: 'invalid', message: 'its identifiers belong to different accounts' };
  const isWhole = keys.every((key) => owners.has(key));
  const message = 'the account does not have all of these identifiers; nothing was changed';
  return { result: 'exists', ...(isDryRun ? {} : { accountId }), ...(isWhole ? {} : { message }) };
}

function unclear(): never {
  throw new Error('a line without an outcome');
}
