import { Injectable } from '@nestjs/common';
import { MoreThan, IsNull, type EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../audit/audit-actor.js';
import { AuditLog } from '../audit/audit-log.js';
import type { AuditAction } from '../audit/catalogue.js';
import { changed, type Change } from '../audit/changed.js';
import type { Long } from '../contract/long.js';
import { Changes } from '../database/changes.js';
import { Database } from '../database/database.js';
import { Clock } from '../security/clock.js';
import { randomSecret } from '../security/secrets.js';
import { problemWithIssuer, problemWithJwks, problemWithJwksUrl } from './assertion-keys.js';
import { ClientSecret } from './client-secret.entity.js';
import { ClientSecrets, type StoredSecret } from './client-secrets.js';
import { Client } from './client.entity.js';
import { problemWithRedirectUrl } from './redirect-url.js';
import { Ruleset } from './ruleset.entity.js';
import { isPattern } from './ruleset-rules.js';

const MAX_LIVE_SECRETS = 2;

export type NewClient = Pick<Client, 'clientId' | 'name' | 'rulesetId' | 'clientType'> &
  Partial<
    Pick<
      Client,
      | 'profile'
      | 'redirectUrls'
      | 'isPrivileged'
      | 'keepsRefreshToken'
      | 'accessLifetimeSeconds'
      | 'refreshLifetimeSeconds'
      | 'jwks'
      | 'jwksUrl'
      | 'assertionIssuer'
    >
  >;

/** A client record or ruleset that can't be saved; the message says what to change. */
export class InvalidRecordError extends Error {}

/** Client records, their secrets and rulesets (§2.3, D34, D35, D68). */
@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly secrets: ClientSecrets,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidRecordError for a RedirectUrl that can't be compared safely (D56), or keys that can't be used */
  async create(
    tx: EntityManager,
    client: NewClient,
    secret: Pick<StoredSecret, 'scheme' | 'verifier'> | null,
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    for (const url of client.redirectUrls ?? []) {
      const problem = problemWithRedirectUrl(url);
      if (problem) throw new InvalidRecordError(`RedirectUrl ${JSON.stringify(url)} ${problem}`);
    }
    await requireUsableKeys(client);
    const row = { ...client, createdAt: this.clock.now() } as Client;
    await tx.insert(Client, row);
    if (secret)
      await tx.insert(ClientSecret, {
        ...secret,
        clientId: row.id,
        createdAt: this.clock.now(),
      });
    const target = `client:${client.clientId}`;
    await this.record(tx, actor, { action: 'client.created', target, details: changed(null, client) });
    return row.id;
  }

  /** @throws InvalidRecordError for a pattern that names no call it could */
  async createRuleset(
    tx: EntityManager,
    ruleset: Pick<Ruleset, 'name' | 'description' | 'patterns' | 'isShipped'>,
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    requirePatterns(ruleset.patterns);
    const row = { ...ruleset } as Ruleset;
    await tx.insert(Ruleset, row);
    const { name, description, patterns: rules } = ruleset;
    const target = `ruleset:${name}`;
    const details = changed(null, { description, rules });
    await this.record(tx, actor, { action: 'ruleset.created', target, details });
    return row.id;
  }

  /** Generates a further secret, shown only here, so that one can be changed without downtime (D34). */
  async addSecret(
    clientId: Long,
    expiresAt: Date | null = null,
    actor: AuditActor = HEARTH,
  ): Promise<string> {
    const plain = randomSecret();
    const stored = await this.secrets.store(plain);
    await this.database.transaction(async (tx) => {
      const client = await locked(tx, clientId);
      const now = this.clock.now();
      const live = await tx.countBy(ClientSecret, [
        { clientId, expiresAt: IsNull() },
        { clientId, expiresAt: MoreThan(now) },
      ]);
      if (live >= MAX_LIVE_SECRETS)
        throw new InvalidRecordError('a client has at most two live secrets; end one first');
      const row = { ...stored, clientId, createdAt: now, expiresAt } as ClientSecret;
      await tx.insert(ClientSecret, row);
      const target = `client:${client.clientId}`;
      const details = changed(null, { id: row.id, expiresAt });
      await this.record(tx, actor, { action: 'client.secret_added', target, details });
    });
    await this.changes.publish(`client:${clientId}`);
    return plain;
  }

  async endSecret(clientId: Long, secretId: Long, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction(async (tx) => {
      const client = await tx.findOneByOrFail(Client, { id: clientId });
      const { affected } = await tx.delete(ClientSecret, { id: secretId, clientId });
      if (affected === 0) return;
      const target = `client:${client.clientId}`;
      const details = changed({ id: secretId }, null);
      await this.record(tx, actor, { action: 'client.secret_ended', target, details });
    });
    await this.changes.publish(`client:${clientId}`);
  }

  /** A disabled client is nobody: its credentials and tokens are refused at once. */
  async setDisabled(clientId: Long, isDisabled: boolean, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction(async (tx) => {
      const client = await locked(tx, clientId);
      if (client.isDisabled === isDisabled) return;
      await tx.update(Client, { id: clientId }, { isDisabled });
      const action = isDisabled ? 'client.disabled' : 'client.enabled';
      const details = changed({ isDisabled: client.isDisabled }, { isDisabled });
      await this.record(tx, actor, { action, target: `client:${client.clientId}`, details });
    });
    await this.changes.publish(`client:${clientId}`);
  }

  /** In force on this node at once, on the others by NOTIFY and within 5 s at the latest (D35). */
  async setPatterns(name: string, patterns: string[], actor: AuditActor = HEARTH): Promise<void> {
    requirePatterns(patterns);
    await this.database.transaction(async (tx) => {
      const ruleset = await tx.findOneOrFail(Ruleset, {
        where: { name },
        lock: { mode: 'pessimistic_write' },
      });
      await tx.update(Ruleset, { name }, { patterns });
      const details = changed({ rules: ruleset.patterns }, { rules: patterns });
      await this.record(tx, actor, { action: 'ruleset.updated', target: `ruleset:${name}`, details });
    });
    await this.changes.publish('rulesets');
  }

  private record(
    tx: EntityManager,
    actor: AuditActor,
    event: { action: AuditAction; target: string; details: Change },
  ): Promise<void> {
    return this.audit.record({ ...event, ...actor, outcome: 'ok' }, tx);
  }
}

/** Two that change it at once come one after the other, so that each knows what was before. */
function locked(tx: EntityManager, clientId: Long): Promise<Client> {
  return tx.findOneOrFail(Client, { where: { id: clientId }, lock: { mode: 'pessimistic_write' } });
}

async function requireUsableKeys({ jwks, jwksUrl, assertionIssuer }: NewClient): Promise<void> {
  const inJwks = jwks ? await problemWithJwks(jwks) : null;
  if (inJwks) throw new InvalidRecordError(`jwks${inJwks}`);
  const inUrl = jwksUrl ? problemWithJwksUrl(jwksUrl) : null;
  if (inUrl) throw new InvalidRecordError(`jwksUrl ${inUrl}`);
  const inIssuer = assertionIssuer ? problemWithIssuer(assertionIssuer) : null;
  if (inIssuer) throw new InvalidRecordError(`assertionIssuer ${inIssuer}`);
}

function requirePatterns(patterns: readonly string[]): void {
  const wrong = patterns.find((pattern) => !isPattern(pattern));
  if (wrong === undefined) return;
  throw new InvalidRecordError(`pattern ${JSON.stringify(wrong)} must be a call name, prefix* or !pattern`);
}
