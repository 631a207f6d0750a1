import { Injectable } from '@nestjs/common';
import { isShown } from '../../identity/ways-in/shown-ways.js';
import { WaysList, type WayEnd } from '../../identity/accounts/ways-list.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { notFound, type ProblemError } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { conflict, forbidden } from '../shell/record-problems.js';
import { AccountDirectory } from './account-directory.js';
import { toWayView, type WayView } from './account-way.view.js';

const REFUSED: Readonly<Record<Exclude<WayEnd, 'ended' | 'gone'>, string>> = {
  last: 'It is the last one of its kind that signs in to the account.',
  settled: 'A second factor that is settled is removed by its recovery alone, with the wait.',
};

/** Lists all ways into an account for administrators, and ends any of them (D326). */
@Injectable()
export class AccountWays {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly ways: WaysList,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError notFound */
  async of(accountId: string): Promise<WayView[]> {
    const account = await this.directory.get(accountId);
    return (await this.ways.of(account.accountId)).map(toWayView);
  }

  /** @throws ProblemError notFound */
  async find(accountId: string, kind: string, wayId: string): Promise<WayView> {
    const found = (await this.of(accountId)).find((way) => way.kind === kind && way.wayId === wayId);
    if (!found) throw noSuch(kind, wayId);
    return found;
  }

  /**
   * Ends a way in, and notifies the owner as if the owner had ended it.
   * @throws ProblemError notFound; forbidden: the own account; conflict
   */
  async end(accountId: string, kind: string, wayId: string, by: Administrator): Promise<void> {
    const account = await this.directory.get(accountId);
    const { accountId: id } = account;
    if (by.accountId === id) throw forbidden('It is your own account: end it at /account/security.');
    if (!isShown(kind)) throw noSuch(kind, wayId);
    await this.database.transaction(async (tx) => {
      const outcome = await this.ways.end(tx, id, kind, wayId);
      if (outcome === 'gone') throw noSuch(kind, wayId);
      if (outcome !== 'ended') throw conflict(REFUSED[outcome]);
      await this.audit.record(doneBy(by, 'account.way_ended', `account:${id}`, { kind, way: wayId }), tx);
    });
  }
}

function noSuch(kind: string, wayId: string): ProblemError {
  return notFound(`way in ${JSON.stringify(wayId)} of the kind ${JSON.stringify(kind)} at this account`);
}
