import { Injectable } from '@nestjs/common';
import { namesByClientId } from '../../oauth/clients/client-names.js';
import { familyPicture, familyPicturesOf } from '../../identity/families/family-picture-files.js';
import { Targets } from '../../oauth/tokens/targets.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { Reader } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import type { ByUser } from '../../identity/sessions/hold-sign-in.js';
import { LEFT_TABLES, OTHERWISE, WHAT_IS_NOT_HERE } from './own-data.left.js';
import { SOURCES, type Source } from './own-data.sources.js';
import { zip, type ZipEntry } from './zip.js';
import { KeptEvents } from '../../platform/audit/kept-events.js';
import { dataIndex, type DataSection } from './own-data.page.js';

/** Rows read at once. */
const PART = 500;

const EVENT_KEY = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "_at", id AS "_id"`;
const EVENT_ORDER = `ORDER BY "_at", "_id" LIMIT ${PART}`;
interface History extends Pick<Source, 'file' | 'heading' | 'shown'> {
  readonly columns: string;
  readonly which: string;
}

/** What the account did, and what others did to it. The second names nobody and no address: that data belongs to others. */
const HISTORIES: readonly History[] = [
  {
    file: 'history',
    heading: 'account.history.title',
    columns: 'id, at, class, action, outcome, client_id, account_id, target, address, details',
    which: 'account_id = $1::bigint',
    shown: [
      ['action', 'data.index.what', 'event'],
      ['at', 'data.index.at', 'time'],
      ['client_id', 'data.index.app', 'client'],
      ['address', 'data.index.network'],
    ],
  },
  {
    file: 'history-about',
    heading: 'data.index.historyAbout',
    columns: 'id, at, class, action, outcome, client_id, target, details',
    which: `target = 'account:' || $1::bigint AND account_id IS DISTINCT FROM $1::bigint`,
  },
];

interface EventRow {
  _at: string;
  _id: string;
}

/** Everything that is kept about a person, in one archive (D237). */
@Injectable()
export class OwnData {
  constructor(
    private readonly database: Database,
    private readonly targets: Targets,
    private readonly events: KeptEvents,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Records the download. */
  async record({ accountId, address }: ByUser): Promise<void> {
    await this.audit.record({ action: 'data.downloaded', outcome: 'ok', accountId, address });
  }

  /** Returns a ZIP file, which reads the database as slowly as the client takes it. @param reader of its index.html */
  async archive(accountId: Long, reader: Reader): Promise<ReturnType<typeof zip>> {
    const { manager } = this.database.dataSource;
    const pictures = (await familyPicturesOf(manager, accountId)).map(({ familyId, key }) => ({
      name: `pictures/${familyId}.webp`,
      content: () => familyPicture(manager, key),
    }));
    const sections: DataSection[] = [
      ...SOURCES.map((source) => ({ ...source, parts: () => this.rowsOf(source, accountId) })),
      ...HISTORIES.map((history) => ({ ...history, parts: () => this.eventsOf(history, accountId) })),
    ];
    const index = {
      sections,
      pictures: pictures.map(({ name }) => name),
      at: this.clock.now(),
      namesOf: (clientIds: readonly string[]) => namesByClientId(manager, clientIds),
      resources: () => this.targets.resources(),
    };
    const entries: ZipEntry[] = [
      { name: 'index.html', content: () => dataIndex(reader, index) },
      ...sections.map(({ file, parts }) => ({ name: `${file}.json`, content: () => listed(parts()) })),
      ...pictures,
      { name: WHAT_IS_NOT_HERE, content: () => once(JSON.stringify(leftOut(), null, 2)) },
    ];
    return zip(entries);
  }

  /** Yields the rows of a table, a part at a time. */
  private async *rowsOf(
    { table, of, key: [key, type], columns, more = [] }: Source,
    accountId: Long,
  ): AsyncGenerator<object[]> {
    const selected = [...columns, ...more].map((column) => {
      const [name, sql] = typeof column === 'string' ? [column, `t.${column}`] : column;
      return `${sql} AS "${name}"`;
    });
    const text = `SELECT t.${key} AS "_key", ${selected.join(', ')} FROM ${table} t
                   WHERE ${of} AND ($2::${type} IS NULL OR t.${key} > $2) ORDER BY t.${key} LIMIT ${PART}`;
    const { manager } = this.database.dataSource;
    let last: unknown = null;
    for (;;) {
      const rows = await manager.query<{ _key: unknown }[]>(text, [accountId, last]);
      yield rows.map(({ _key, ...row }) => row);
      if (rows.length < PART) return;
      last = rows[rows.length - 1]._key;
    }
  }

  /** Yields all kept audit events of an account, the oldest first. */
  private async *eventsOf({ columns, which }: History, accountId: Long): AsyncGenerator<object[]> {
    let last: EventRow = { _at: '-infinity', _id: '0' };
    for (;;) {
      const question = {
        each: (kept: string) =>
          `SELECT ${columns}, ${EVENT_KEY} FROM ${kept} AND ${which} AND (at, id) > ($2::timestamptz, $3::bigint) ORDER BY at, id LIMIT ${PART}`,
        all: (events: string) => `SELECT * FROM ${events} ${EVENT_ORDER}`,
      };
      const rows: EventRow[] = await this.events.read<EventRow>(question, [accountId, last._at, last._id]);
      yield rows.map(withoutKey);
      if (rows.length < PART) return;
      last = rows[rows.length - 1];
    }
  }
}

/** A JSON list, a part at a time. */
async function* listed(parts: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* once<T>(content: T): AsyncGenerator<T> {
  yield await Promise.resolve(content);
}

function leftOut(): object {
  const columns = Object.fromEntries(SOURCES.map(({ file, left }) => [`${file}.json`, left]));
  return { columns, tables: LEFT_TABLES, elsewhere: OTHERWISE };
}

function withoutKey(row: EventRow): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== '_at' && name !== '_id'));
}
