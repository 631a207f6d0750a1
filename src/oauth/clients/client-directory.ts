import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet } from 'jose';
import type {
  CallerClient,
  IdTokenClaims,
  IdTokenSigningAlg,
  Profile,
  Provisions,
} from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { batchStatement } from '../../platform/database/batch-statement.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import { WriteBehind } from '../../platform/database/write-behind.js';
import { Clock } from '../../platform/security/clock.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { originsOf } from './allowed-origins.js';
import { authenticatesByKey, profileRulesOf } from './client-profiles.js';
import { ClientSecrets, type StoredSecret } from './client-secrets.js';
import { hostOfDocument, isWelcome } from './document-url.js';
import { compileRuleset, type CompiledRuleset } from '../rulesets/ruleset-rules.js';

const MAX_CLIENTS = 10_000;
const COLUMNS = `c.id, c.client_id, c.kind, c.name, c.homepage_url, c.client_type, c.profile, c.provisions, c.is_privileged, c.allows_password_of_protected_accounts, c.allows_device_authorization, c.require_pushed_authorization_requests, c.dpop_bound_access_tokens, c.requires_dpop_nonce, c.requires_private_key_jwt, c.rotates_refresh_token,
  c.access_lifetime_seconds, c.refresh_lifetime_seconds, c.redirect_urls, c.allowed_origins, c.jwks, c.jwks_url, c.server_networks, c.id_token_signing_alg, c.id_token_claims, c.backchannel_logout_uri,
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
  text: ({ asked }) => `UPDATE client_secret s SET last_used_at = u.at FROM ${asked('u')} WHERE s.id = u.id`,
});

interface ClientRow {
  id: Long;
  client_id: string;
  kind: 'registered' | 'document';
  name: string;
  homepage_url: string | null;
  client_type: 'confidential' | 'public';
  profile: Profile;
  provisions: Provisions | null;
  is_privileged: boolean;
  allows_password_of_protected_accounts: boolean;
  allows_device_authorization: boolean;
  require_pushed_authorization_requests: boolean;
  dpop_bound_access_tokens: boolean;
  requires_dpop_nonce: boolean;
  requires_private_key_jwt: boolean;
  rotates_refresh_token: boolean;
  access_lifetime_seconds: number | null;
  refresh_lifetime_seconds: number | null;
  redirect_urls: string[];
  allowed_origins: string[];
  server_networks: string[];
  jwks: JSONWebKeySet | null;
  jwks_url: string | null;
  id_token_signing_alg: IdTokenSigningAlg;
  id_token_claims: IdTokenClaims | null;
  backchannel_logout_uri: string | null;
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
  /** Nobody registered it: its client_id is the URL of a document. */
  readonly isDocument: boolean;
  readonly homepageUrl: string | null;
  readonly redirectUrls: readonly string[];
  /** /authorize accepts only its pushed requests. */
  readonly requirePushedAuthorizationRequests: boolean;
  /** Networks of the client's own servers. */
  readonly serverNetworks: readonly string[];
  /** It authenticates by an assertion, and no secret of it works. */
  readonly requiresPrivateKeyJwt: boolean;
  /** Public keys, or their URL; both null: the client sends no assertions. */
  readonly jwks: JSONWebKeySet | null;
  readonly jwksUrl: string | null;
  /** Where it gets logout tokens. */
  readonly backchannelLogoutUri: string | null;
  /** None of a client that authenticates by its key (D410). */
  readonly secrets: readonly StoredSecret[];
}

/** Whether a client can prove who it is, by a secret or a key; any application may say that it is one that can't. */
export function canAuthenticate({
  secrets,
  requiresPrivateKeyJwt,
}: Pick<KnownClient, 'secrets' | 'requiresPrivateKeyJwt'>): boolean {
  return requiresPrivateKeyJwt || secrets.length > 0;
}

/** Enabled clients and rulesets for the hot path: cached for at most 5 s, and updated at once by NOTIFY (D35). */
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
    private readonly config: AppConfig,
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

  /** Finds a client by its client_id; without a promise if it is in memory. */
  findByClientId(clientId: string): KnownClient | Promise<KnownClient | null> {
    return this.inMemory(clientId) ?? this.load(`client_id ${clientId}`, FIND_BY_CLIENT_ID, clientId);
  }

  /** Finds a client by its client_id, in memory only. */
  inMemory(clientId: string): KnownClient | undefined {
    return this.clients.get(`client_id ${clientId}`);
  }

  /** Finds a client by its row id, as in a grant. */
  findById(id: Long): KnownClient | Promise<KnownClient | null> {
    return this.clients.get(`id ${id}`) ?? this.load(`id ${id}`, FIND_BY_ID, id);
  }

  findRuleset(name: string): CompiledRuleset | Promise<CompiledRuleset> {
    return this.rulesets.get(name) ?? this.loadRuleset(name);
  }

  /** Whether one of the presented spellings is an active secret of the client; records its use. */
  async hasSecret(client: KnownClient, presented: readonly string[], address: string): Promise<boolean> {
    const now = this.clock.now();
    return this.noteUse(await this.secrets.find(client, presented, now, address), now);
  }

  /** Compares with the secrets that need no bcrypt, synchronously; records the use as hasSecret does. */
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
      return row && this.isWelcome(row) ? toClient(row) : null;
    };
    return this.clients.load(key, find);
  }

  /** An application that nobody registered comes in as long as the operator lets its host. */
  private isWelcome({ kind, client_id: clientId }: ClientRow): boolean {
    return kind === 'registered' || isWelcome(this.config.unregisteredClients, hostOfDocument(clientId));
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
  const rules = profileRulesOf(row);
  const requiresPrivateKeyJwt = authenticatesByKey({
    profile: row.profile,
    requiresPrivateKeyJwt: row.requires_private_key_jwt,
  });
  return Object.freeze({
    id: row.id,
    clientId: row.client_id,
    isDocument: row.kind === 'document',
    name: row.name,
    homepageUrl: row.homepage_url,
    isPublic: row.client_type === 'public',
    isPrivileged: row.is_privileged,
    allowsPasswordOfProtectedAccounts: row.allows_password_of_protected_accounts,
    allowsDeviceAuthorization: row.allows_device_authorization,
    dpopBoundAccessTokens: row.dpop_bound_access_tokens,
    requiresDpopNonce: row.requires_dpop_nonce,
    profile: row.profile,
    provisions: row.provisions ?? rules.provisions,
    rotatesRefreshToken: row.rotates_refresh_token,
    accessLifetimeSeconds: row.access_lifetime_seconds,
    refreshLifetimeSeconds: row.refresh_lifetime_seconds,
    redirectUrls: row.redirect_urls,
    requirePushedAuthorizationRequests: row.require_pushed_authorization_requests,
    requiresPrivateKeyJwt,
    origins: originsOf(row.redirect_urls, row.allowed_origins),
    serverNetworks: row.server_networks,
    jwks: row.jwks,
    jwksUrl: row.jwks_url,
    idTokenSigningAlg: row.id_token_signing_alg,
    idTokenClaims: row.id_token_claims ?? rules.idTokenClaims,
    backchannelLogoutUri: row.backchannel_logout_uri,
    issuer: row.issuer,
    rulesetName: row.ruleset_name,
    allows: (callName: string) => ruleset.allows(callName),
    strengthFor: (callName: string) => ruleset.strengthFor(callName),
    ...rules.always,
    secrets: (requiresPrivateKeyJwt ? [] : row.secrets).map(
      ({ id, scheme, verifier, expiresAt, recognition }) => ({
        id,
        scheme,
        verifier: Buffer.from(verifier, 'hex'),
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        recognition: recognition === null ? null : Buffer.from(recognition, 'hex'),
      }),
    ),
  });
}
