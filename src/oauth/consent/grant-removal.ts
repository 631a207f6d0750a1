import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Long } from '../../platform/operations/long.js';
import { SECOND } from '../../platform/security/clock.js';
import { HAS_MANY_GRANTS, REMOVE_GRANTS } from '../tokens/client-grants.js';
import { REMOVE_CONSENTS } from './consents.js';

/** Rows in one statement: others hardly wait for it, and it is done long before its time is up. */
export const PART = 5000;
/** How long one request works. */
const TIME_MS = 3 * SECOND;

/** Deletes what a disabled client was granted, part by part: all of it in one statement would take too long. */
@Injectable()
export class GrantRemoval {
  constructor(private readonly database: Database) {}

  /** Whether the client has too many grants to be deleted with them in one statement. */
  async isLarge(clientId: Long): Promise<boolean> {
    const [{ isLarge }] = await this.database.query<{ isLarge: boolean }>(HAS_MANY_GRANTS, [clientId, PART]);
    return isLarge;
  }

  /** @returns how many grants were deleted, and whether that was all of them */
  async run(clientId: Long): Promise<{ removed: number; isDone: boolean }> {
    const ends = performance.now() + TIME_MS;
    let removed = 0;
    for (const statement of [REMOVE_GRANTS, REMOVE_CONSENTS]) {
      let rows = PART;
      while (rows === PART) {
        if (performance.now() > ends) return { removed, isDone: false };
        const removing = this.database.query(statement, [clientId, PART]);
        rows = (await (removed === 0 ? removing : followUp(removing))).length;
        if (statement === REMOVE_GRANTS) removed += rows;
      }
    }
    return { removed, isDone: true };
  }
}
