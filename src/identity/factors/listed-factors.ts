import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { endedOf, WaysList, type FoundWay } from '../accounts/ways-list.js';
import { youngSince } from '../ways-in/youth.js';
import { Authenticators } from './authenticators.js';
import { isFactorYoung } from './factor-sql.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { Totp } from './totp.entity.js';
import { endTrust, TrustedBrowsers } from './trusted-browsers.js';

const CODES = 'oneTimeCodes';

/** Lists one-time codes, recovery codes and trusted browsers of an account among its ways in. */
@Injectable()
export class ListedFactors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    ways: WaysList,
    authenticators: Authenticators,
    trusted: TrustedBrowsers,
  ) {
    ways.register('factors', {
      of: (accountId) => this.of(accountId),
      end: async (tx, accountId, id) => {
        if (id !== CODES) return 'gone'; // recovery codes go with the codes
        if (!(await tx.existsBy(Totp, { accountId }))) return 'gone';
        if (!(await this.areYoung(tx, accountId))) return 'settled';
        return (await authenticators.end(tx, accountId)) ? 'ended' : 'gone';
      },
    });
    ways.register('trustedBrowsers', {
      of: async (accountId) =>
        (await trusted.of(accountId)).map(({ digest, agent, createdAt: since, signInId }) => {
          return { id: digest.toString('hex'), type: 'trustedBrowser', name: null, since, agent, signInId };
        }),
      end: async (tx, accountId, id) =>
        endedOf(Number(await endTrust(tx, accountId, Buffer.from(id, 'hex')))),
    });
  }

  private async of(accountId: Long): Promise<FoundWay[]> {
    const { manager } = this.database.dataSource;
    const totp = await manager.findOneBy(Totp, { accountId, confirmedAt: Not(IsNull()) });
    const [code] = await manager.find(RecoveryCode, { where: { accountId }, take: 1 });
    const ways: FoundWay[] = [];
    if (totp) {
      const { confirmedAt: since, signInId } = totp;
      const canEnd = await this.areYoung(manager, accountId);
      ways.push({ id: CODES, type: CODES, name: null, since, signInId, canEnd });
    }
    const kind = 'recoveryCodes';
    if (code) ways.push({ id: kind, type: kind, name: null, since: code.createdAt, canEnd: false });
    return ways;
  }

  /** Whether the codes are young. Settled ones only go by a recovery, with its wait (D250). */
  private areYoung(tx: EntityManager, accountId: Long): Promise<boolean> {
    return isFactorYoung(tx, accountId, youngSince(this.clock.now()));
  }
}
