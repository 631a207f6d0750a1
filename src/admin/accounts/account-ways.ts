import { Injectable } from '@nestjs/common';
import { isShown } from '../../identity/ways-in/shown.js';
import { WaysList, type WayEnd } from '../../identity/accounts/ways-list.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { AccountDirectory } from './account-directory.js';
import { conflict } from './account-help.js';
import { toWayView, type WayView } from './account-way.view.js';

const REFUSED: Readonly<Record<Exclude<WayEnd, 'ended' | 'gone'>, string>> = {
  last: 'It is the last one of its kind that signs in to the account.',
  settled: 'A second factor that is settled is removed by its recovery alone, with the wait.',
};

/** The ways into an account for administrators: all of them, and an end to any (D326). */
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

  /** The owner is told as when they end it. @throws ProblemError notFound; forbidden: the own account; conflict */
  async end(accountId: string, kind: string, wayId: string, by: Administrator): Promise<void> {
    const account = await this.directory.get(accountId);
    const { accountId: id } = account;
    if (by.accountId === id) {
      const advice = 'It is your own account: end it at /account/security.';
      throw new ProblemError(Problems.forbidden, advice);
    }
    if (!isShown(kind)) throw noSuch(kind, wayId);
    await this.database.transaction(async (tx) => {
      const outcome = await this.ways.end(tx, id, kind, wayId);
      if (outcome === 'gone') throw noSuch(kind, wayId);
      if (outcome !== 'ended') throw conflict(REFUSED[outcome]);
      const event = { action: 'account.way_ended', outcome: 'ok', target: `account:${id}` } as const;
      await this.audit.record({ ...event, ...actorOf(by), details: { kind, way: wayId } }, tx);
    });
  }
}

function noSuch(kind: string, wayId: string): ProblemError {
  return notFound(`way in ${JSON.stringify(wayId)} of the kind ${JSON.stringify(kind)} at this account`);
}
