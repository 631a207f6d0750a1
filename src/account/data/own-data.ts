import { Injectable } from '@nestjs/common';
import { FamilyPictureFiles } from '../../identity/families/family-picture-files.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { ByUser } from '../../oauth/consent/connected-apps.service.js';
import { OwnEvents } from './own-events.js';
import { LEFT_TABLES, OTHERWISE } from './own-data.left.js';
import { SOURCES, type Source } from './own-data.sources.js';
import { zip, type ZipEntry } from './zip.js';

/** Rows that are read at once. */
const PART = 500;

/** Everything that is kept about a person, in one archive (D237). */
@Injectable()
export class OwnData {
  constructor(
    private readonly database: Database,
    private readonly pictures: FamilyPictureFiles,
    private readonly events: OwnEvents,
    private readonly audit: AuditLog,
  ) {}

  /** Records that the data is given out. */
  async record({ accountId, address }: ByUser): Promise<void> {
    await this.audit.record({ action: 'data.downloaded', outcome: 'ok', accountId, address });
  }

  /** A ZIP file. It is read from the database as slowly as it is taken. */
  async archive(accountId: Long): Promise<ReturnType<typeof zip>> {
    const pictures = await this.pictures.of(accountId);
    const entries: ZipEntry[] = [
      ...SOURCES.map((source) => ({
        name: `${source.file}.json`,
        content: () => listed(this.rowsOf(source, accountId)),
      })),
      { name: 'history.json', content: () => listed(this.events.by(accountId)) },
      { name: 'history-about.json', content: () => listed(this.events.about(accountId)) },
      ...pictures.map(({ familyId, key }) => ({
        name: `pictures/${familyId}.webp`,
        content: () => this.pictures.contentOf(key),
      })),
      { name: 'what-is-not-here.json', content: () => once(JSON.stringify(leftOut(), null, 2)) },
    ];
    return zip(entries);
  }

  private async *rowsOf({ table, of, key: [key, type], columns }: Source, accountId: Long): AsyncGenerator<object> {
    const selected = columns.map((column) => {
      const [name, sql] = typeof column === 'string' ? [column, `t.${column}`] : column;
      return `${sql} AS "${name}"`;
    });
    const text = `SELECT t.${key} AS "_key", ${selected.join(', ')} FROM ${table} t
                   WHERE ${of} AND ($2::${type} IS NULL OR t.${key} > $2) ORDER BY t.${key} LIMIT ${PART}`;
    const { manager } = this.database.dataSource;
    let last: unknown = null;
    for (;;) {
      const rows = await manager.query<{ _key: unknown }[]>(text, [accountId, last]);
      for (const { _key, ...row } of rows) {
        last = _key;
        yield row;
      }
      if (rows.length < PART) return;
    }
  }
}

/** A JSON list, a row at a time. */
async function* listed(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
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
