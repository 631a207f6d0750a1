import { Injectable } from '@nestjs/common';
import { KeptEvents } from '../../platform/audit/kept-events.js';
import type { Long } from '../../platform/operations/long.js';

const PART = 500;
const KEY = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "_at", id AS "_id"`;
const ORDER = `ORDER BY "_at", "_id" LIMIT ${PART}`;
/** What others did is told without who and from where: that is theirs. */
const COLUMNS = {
  by: 'id, at, class, action, outcome, client_id, account_id, target, address, details',
  about: 'id, at, class, action, outcome, client_id, target, details',
} as const;

interface Row {
  _at: string;
  _id: string;
}

/** The audit events of an account, all that are kept, the oldest first. */
@Injectable()
export class OwnEvents {
  constructor(private readonly events: KeptEvents) {}

  /** What the account itself did. */
  by(accountId: Long): AsyncGenerator<object> {
    return this.read(COLUMNS.by, 'account_id = $1::bigint', accountId);
  }

  /** What others did to it. */
  about(accountId: Long): AsyncGenerator<object> {
    const others = `target = 'account:' || $1::bigint AND account_id IS DISTINCT FROM $1::bigint`;
    return this.read(COLUMNS.about, others, accountId);
  }

  private async *read(columns: string, which: string, accountId: Long): AsyncGenerator<object> {
    let last: Row = { _at: '-infinity', _id: '0' };
    for (;;) {
      const question = {
        each: (kept: string) =>
          `SELECT ${columns}, ${KEY} FROM ${kept} AND ${which} AND (at, id) > ($2::timestamptz, $3::bigint) ORDER BY at, id LIMIT ${PART}`,
        all: (events: string) => `SELECT * FROM ${events} ${ORDER}`,
      };
      const rows: Row[] = await this.events.read<Row>(question, [accountId, last._at, last._id]);
      for (const row of rows) yield withoutKey(row);
      if (rows.length < PART) return;
      last = rows[rows.length - 1];
    }
  }
}

function withoutKey(row: Row): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== '_at' && name !== '_id'));
}
