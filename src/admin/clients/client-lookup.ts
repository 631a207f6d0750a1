import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Client } from '../../oauth/clients/client.entity.js';
import { ClientSecret } from '../../oauth/clients/client-secret.entity.js';
import { LEGACY_FEATURES, type LegacyFeature } from '../../oauth/clients/legacy-gate.js';
import { rotationOf } from '../../oauth/clients/refresh-rotation.js';
import { legacyUsesOf } from '../../oauth/clients/legacy-uses.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { Database, type Statement } from '../../platform/database/database.js';
import type { FieldError } from '../../platform/errors/problems.js';
import { invalid, notFound, stillThere } from '../../platform/errors/problem-error.js';
import { waitForImport } from '../shell/configuration-lock.js';
import {
  beginsWith,
  keyIn,
  PAGE_LIMIT,
  pageOf,
  UNNAMED,
  wrongCursor,
  type ListPage,
} from '../shell/paging.js';
import { sortedBy } from '../shell/sorting.js';
import type { ClientQuery, ClientSort } from './client.args.js';
import type { ClientSummary, ClientView } from './client.view.js';

/** Clients are hundreds or thousands, registered one by one, so the list is sorted as it is asked for (D262). */
const KEYS = {
  id: { column: 'c.client_id', type: 'text' },
  name: { column: 'lower(c.name) COLLATE "C"', type: 'text' },
  // The cursor holds the time as text: a Date would lose the microseconds, and clients with them.
  created: { column: 'c.created_at', type: 'timestamptz' },
} as const;

/** As PostgreSQL writes a time. */
const IS_TIME = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;

function listBy(sort: ClientSort): Statement {
  const { key, order, after } = sortedBy(sort);
  const { column, type } = KEYS[key];
  return {
    name: UNNAMED,
    text: `SELECT c.client_id AS "clientId", c.name, r.name AS ruleset, c.client_type AS "clientType", c.profile,
                c.is_privileged AS "isPrivileged", c.is_disabled AS "isDisabled", c.created_at AS "createdAt",
                (${column})::text AS key
           FROM client c JOIN ruleset r ON r.id = c.ruleset_id
          WHERE c.kind = 'registered' AND ($1 = '' OR ${beginsWith('c.client_id', '$1')} OR ${beginsWith('c.name', '$1')}) AND ($2 = '' OR r.name = $2)
            AND ($3::boolean IS NULL OR c.is_disabled = $3)
            AND ($5::text IS NULL OR (${column}, c.client_id) ${after} ($4::${type}, $5))
          ORDER BY ${column} ${order}, c.client_id ${order} LIMIT $6`,
  };
}

/** Reads client records for the administration. */
@Injectable()
export class ClientLookup {
  constructor(
    private readonly database: Database,
    @InjectRepository(Client) private readonly clients: Repository<Client>,
    @InjectRepository(Ruleset) private readonly rulesetRows: Repository<Ruleset>,
  ) {}

  async list(query: ClientQuery): Promise<ListPage<ClientSummary>> {
    const { query: beginning = '', ruleset = '', state, sort = 'id', after, limit = PAGE_LIMIT } = query;
    const [last, lastId] = keyIn(after, 2) ?? [null, null];
    if (last !== null && sortedBy(sort).key === 'created' && !IS_TIME.test(last)) throw wrongCursor();
    const isDisabled = state === undefined ? null : state === 'disabled';
    const values = [beginning, ruleset, isDisabled, last, lastId, limit + 1];
    const found = await this.database.query<ClientSummary & { key: string }>(listBy(sort), values);
    const { items, next } = pageOf(found, limit, ({ key, clientId }) => [key, clientId]);
    return { items: items.map(({ key: _, ...client }) => client), next };
  }

  /** @throws ProblemError notFound */
  async get(clientId: string): Promise<ClientView> {
    return this.view(this.clients.manager, await this.find(clientId));
  }

  /** In a transaction the row is locked. @throws ProblemError notFound */
  async find(clientId: string, tx?: EntityManager): Promise<Client> {
    if (tx) await waitForImport(tx);
    const clients = tx?.getRepository(Client) ?? this.clients;
    const lock = tx ? ({ mode: 'pessimistic_write' } as const) : undefined;
    const row = await clients.findOne({ where: { clientId, kind: 'registered' }, lock });
    if (!row) throw notFound(`client ${JSON.stringify(clientId)}`);
    return row;
  }

  /** All rulesets, to choose from. */
  rulesets(): Promise<Pick<Ruleset, 'name' | 'description'>[]> {
    return this.rulesetRows.find({ order: { name: 'ASC' } });
  }

  /**
   * The ruleset's row id; the row is locked, so that it is not deleted before the end of the transaction.
   * @throws ProblemError invalid
   */
  async rulesetId(tx: EntityManager, name: string): Promise<string> {
    await waitForImport(tx);
    const row = await tx.findOne(Ruleset, { where: { name }, lock: { mode: 'for_key_share' } });
    if (row) return row.id;
    const names = (await tx.find(Ruleset, { order: { name: 'ASC' }, take: 20 })).map((each) => each.name);
    throw invalid([unknownRuleset(names)]);
  }

  async view(tx: EntityManager, client: Client): Promise<ClientView> {
    const { id, rulesetId, ...record } = registered(client);
    const ruleset = stillThere(await tx.findOneBy(Ruleset, { id: rulesetId }), 'ruleset');
    const secrets = await tx.find(ClientSecret, { where: { clientId: id }, order: { id: 'ASC' } });
    const uses = await legacyUsesOf(tx, id);
    return {
      ...record,
      ruleset: ruleset.name,
      refreshRotation: rotationOf({ ...record, isPublic: record.clientType === 'public' }),
      secrets: secrets.map(({ id: secretId, createdAt, expiresAt, lastUsedAt }) => ({
        id: secretId,
        createdAt,
        expiresAt,
        lastUsedAt,
      })),
      legacyUse: uses.map(({ feature, lastUsedAt }) => ({
        feature,
        meaning: meaningOf(feature),
        lastUsedAt,
      })),
    };
  }
}

/** The row without its kind: all that are seen here are registered. */
function registered({ kind: _kind, ...row }: Client): Omit<Client, 'kind'> {
  return row;
}

/** The state that the ETag covers: the record, but not its secrets, which are added and revoked one by one. */
export function versionOfClient({
  secrets: _secrets,
  legacyUse: _uses,
  refreshRotation: _rotation,
  ...record
}: ClientView): object {
  return record;
}

function meaningOf(feature: string): string {
  return LEGACY_FEATURES[feature as LegacyFeature] ?? '';
}

/** @param names of some existing rulesets */
export function unknownRuleset(names: readonly string[]): FieldError {
  return { field: 'ruleset', message: `must be an existing ruleset, such as ${names.join(', ')}` };
}
