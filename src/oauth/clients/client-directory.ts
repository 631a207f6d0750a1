import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet } from 'jose';
import type { CallerClient, Profile, Provisions } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { batchStatement } from '../../platform/database/batch-statement.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import { WriteBehind } from '../../platform/database/write-behind.js';
import { Clock } from '../../platform/security/clock.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { ClientSecrets, type StoredSecret } from './client-secrets.js';
import { compileRuleset, type CompiledRuleset } from '../rulesets/ruleset-rules.js';

const MAX_CLIENTS = 10_000;
const COLUMNS = `c.id, c.client_id, c.name, c.homepage_url, c.client_type, c.profile, c.provisions, c.is_privileged, c.keeps_refresh_token,
  c.access_lifetime_seconds, c.refresh_lifetime_seconds, c.redirect_urls, c.jwks, c.jwks_url, c.server_networks,
  coalesce(c.assertion_issuer, c.client_id) AS issuer, r.name AS ruleset_name, r.patterns,
  coalesce((SELECT json_agg(json_build_object('id', s.id::text, 'scheme', s.scheme,
                    'verifier', encode(s.verifier, 'hex'), 'expiresAt', s.expires_at,
                    'recognition', encode(s.recognition, 'hex')))
              FROM client_secret s WHERE s.client_id = c.id), '[]') AS secrets`;
const FIND_BY_CLIENT_ID = {
  name: 'client-by-client-id',
  text: `SELECT ${COLUMNS} FROM client c JOIN ruleset r ON r.id = c.ruleset_id WHERE c.client_id = $1 AND NOT c.is_disabled`,
};
const FIND_BY_ID = {
  name: 'client-by-id',
  text: `SELECT ${COLUMNS} FROM client c JOIN ruleset r ON r.id = c.ruleset_id WHERE c.id = $1 AND NOT c.is_disabled`,
};
const FIND_RULESET = { name: 'ruleset-by-name', text: 'SELECT name, patterns FROM ruleset WHERE name = $1' };
const SECRETS_USED = batchStatement<never>()({
  name: 'client-secrets-used',
  columns: { id: 'bigint', at: 'timestamptz' },
  text: ({ asked, names }) =>
    `UPDATE client_secret s SET last_used_at = u.at FROM ${asked} AS u ${names} WHERE s.id = u.id`,
});

interface ClientRow {
  id: Long;
  client_id: string;
  name: string;
  homepage_url: string | null;
  client_type: 'confidential' | 'public';
  profile: Profile;
  provisions: Provisions | null;
  is_privileged: boolean;
  keeps_refresh_token: boolean;
  access_lifetime_seconds: number | null;
  refresh_lifetime_seconds: number | null;
  redirect_urls: string[];
  server_networks: string[];
  jwks: JSONWebKeySet | null;
  jwks_url: string | null;
  issuer: string;
  ruleset_name: string;
  patterns: string[];
  secrets: {
    id: string;
    scheme: 'sha256' | 'bcrypt';
    verifier: string;
    expiresAt: string | null;
    recognition: string | null;
  }[];
}

export interface KnownClient extends CallerClient {
  readonly homepageUrl: string | null;
  readonly redirectUrls: readonly string[];
  /** Of its own servers. */
  readonly serverNetworks: readonly string[];
  /** Its public keys, or where they are; both null: it presents no assertions. */
  readonly jwks: JSONWebKeySet | null;
  readonly jwksUrl: string | null;
  readonly secrets: readonly StoredSecret[];
}

/** Enabled clients and rulesets as the hot path needs them: in memory, at most 5 s old, at once when told (D35). */
@Injectable()
export class ClientDirectory {
  private readonly clients: FreshCache<KnownClient>;
  private readonly rulesets: FreshCache<CompiledRuleset>;
  private readonly secretsUsed: WriteBehind<Date>;

  constructor(
    private readonly database: Database,
    changes: Changes,
    private readonly secrets: ClientSecrets,
    private readonly clock: Clock,
    log: AppLog,
  ) {
    this.clients = new FreshCache(changes, {
      max: MAX_CLIENTS,
      topicsOf: (_key, { id }) => [`client:${id}`, 'rulesets'],
    });
    this.rulesets = new FreshCache(changes, { max: MAX_CLIENTS, topicsOf: () => ['rulesets'] });
    this.secretsUsed = new WriteBehind(async (batch) => {
      const rows = [...batch].map(([id, at]) => ({ id, at }));
      await database.query(SECRETS_USED, SECRETS_USED.valuesOf(rows));
    }, log.pino);
  }

  /** By its client_id, from memory where possible: then without a promise. */
  findByClientId(clientId: string): KnownClient | Promise<KnownClient | null> {
    return this.inMemory(clientId) ?? this.load(`client_id ${clientId}`, FIND_BY_CLIENT_ID, clientId);
  }

  /** The same where nothing has to be asked for. */
  inMemory(clientId: string): KnownClient | undefined {
    return this.clients.get(`client_id ${clientId}`);
  }

  /** By the id that a grant names. */
  findById(id: Long): KnownClient | Promise<KnownClient | null> {
    return this.clients.get(`id ${id}`) ?? this.load(`id ${id}`, FIND_BY_ID, id);
  }

  findRuleset(name: string): CompiledRuleset | Promise<CompiledRuleset> {
    return this.rulesets.get(name) ?? this.loadRuleset(name);
  }

  /** Whether one of the presented spellings is a live secret of the client; notes when it was used. */
  async hasSecret(client: KnownClient, presented: readonly string[], address: string): Promise<boolean> {
    const now = this.clock.now();
    return this.noteUse(await this.secrets.find(client, presented, now, address), now);
  }

  /** The same as far as memory can tell: at once. */
  hasKnownSecret(client: KnownClient, presented: readonly string[]): boolean {
    const now = this.clock.now();
    return this.noteUse(this.secrets.findKnown(client, presented, now), now);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.secretsUsed.close();
  }

  private noteUse(found: StoredSecret | null, now: Date): boolean {
    if (found) this.secretsUsed.set(found.id, now);
    return found !== null;
  }

  private load(key: string, statement: typeof FIND_BY_ID, value: string): Promise<KnownClient | null> {
    const find = async (): Promise<KnownClient | null> => {
      const [row] = await this.database.query<ClientRow>(statement, [value]);
      return row ? toClient(row) : null;
    };
    return this.clients.load(key, find);
  }

  private async loadRuleset(name: string): Promise<CompiledRuleset> {
    const find = async (): Promise<CompiledRuleset> => {
      const [row] = await this.database.query<{ patterns: string[] }>(FIND_RULESET, [name]);
      return compileRuleset(name, row?.patterns ?? []); // a deleted ruleset allows nothing
    };
    return (await this.rulesets.load(name, find)) as CompiledRuleset;
  }
}

function toClient(row: ClientRow): KnownClient {
  const ruleset = compileRuleset(row.ruleset_name, row.patterns);
  return Object.freeze({
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    homepageUrl: row.homepage_url,
    isPublic: row.client_type === 'public',
    isPrivileged: row.is_privileged,
    profile: row.profile,
    provisions: row.provisions ?? (row.profile === 'strict' ? 'own' : 'all'),
    keepsRefreshToken: row.keeps_refresh_token,
    accessLifetimeSeconds: row.access_lifetime_seconds,
    refreshLifetimeSeconds: row.refresh_lifetime_seconds,
    redirectUrls: row.redirect_urls,
    serverNetworks: row.server_networks,
    jwks: row.jwks,
    jwksUrl: row.jwks_url,
    issuer: row.issuer,
    rulesetName: row.ruleset_name,
    allows: (callName: string) => ruleset.allows(callName),
    secrets: row.secrets.map(({ id, scheme, verifier, expiresAt, recognition }) => ({
      id,
      scheme,
      verifier: Buffer.from(verifier, 'hex'),
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      recognition: recognition === null ? null : Buffer.from(recognition, 'hex'),
    })),
  });
}
