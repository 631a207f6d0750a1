import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { idOfClient, shownClientsOf } from '../clients/client-names.js';
import { TEST_KIND } from './event-kinds.js';
import { TRIED_FOR_MS } from './event-spreader.js';
import { LEASE_MS } from './taken-delivery.js';
import type { ExportedWebhook } from './webhook-entry.js';
import { WebhookHearers } from './webhook-hearers.js';
import { newWebhookSecret, shownSecret } from './webhook-signature.js';
import { Webhook, webhookContext } from './webhook.entity.js';
import { WEBHOOK_FIELDS, type WebhookRecord } from './webhook.fields.js';

type NewWebhook = Pick<WebhookRecord, 'url'> & Partial<WebhookRecord>;

/** How long a secret that was replaced signs too: time to configure the new one. */
const PREVIOUS_SIGNS_MS = DAY;
const DEFAULTS = { events: ['*'], description: null, isEnabled: true };

/** One statement, so that the number is the next one even while other events are spread. */
const TEST = `
  WITH numbered AS (
    INSERT INTO webhook_sequence AS s (subject, webhook_id, last) VALUES ($2, $1, 1)
        ON CONFLICT (subject, webhook_id) DO UPDATE SET last = s.last + 1 RETURNING last
  )
  INSERT INTO webhook_delivery (webhook_id, message_id, kind, subject, sequence, data, occurred_at, next_at, gives_up_at)
  SELECT $1, gen_random_uuid(), '${TEST_KIND}', $2, last, '{}', $3, $3, $4 FROM numbered`;

/** In one transaction: others hardly wait for it, and it is done long before its time is up. */
export const REPLAYED_AT_ONCE = 5000;
const replayed = (which: string): string => `
  UPDATE webhook_delivery SET next_at = $2, gives_up_at = $3, attempts = 0, delivered_at = NULL, forget_at = NULL WHERE ${which} RETURNING 1`;
const REPLAY_ONE = replayed('webhook_id = $1 AND id = $4 AND next_at IS NULL');
const REPLAY_FAILED = replayed(`id IN (
    SELECT id FROM webhook_delivery WHERE webhook_id = $1 AND next_at IS NULL AND delivered_at IS NULL AND $4::bigint IS NULL
     ORDER BY id LIMIT ${REPLAYED_AT_ONCE} FOR UPDATE SKIP LOCKED)`);
/** Except for deliveries that are being sent now, whose time is nearer. */
const TRY_NOW = 'UPDATE webhook_delivery SET next_at = $2 WHERE webhook_id = $1 AND next_at > $3';

/** Reads and writes webhooks, with the audit, in the transactions of those who may change them. */
@Injectable()
export class WebhookStore {
  constructor(
    private readonly hearers: WebhookHearers,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  all(tx: EntityManager): Promise<Webhook[]> {
    return tx.find(Webhook, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The row is locked. */
  find(tx: Transaction, id: string): Promise<Webhook | null> {
    return tx.findOne(Webhook, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns the webhook, and its secret, which is not shown again */
  async create(
    tx: Transaction,
    clientId: Long,
    asked: NewWebhook,
    by: AuditActor,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const id = randomUUID();
    const secret = newWebhookSecret();
    const webhook = await this.insert(tx, { id, clientId, sealedSecret: this.seal(id, secret) }, asked, by);
    return { webhook, secret: shownSecret(secret) };
  }

  /**
   * Creates a webhook of an export or of a bootstrap file. Without a secret it gets an unknown one, until a new one
   * is made.
   * @param path where it stands in the document
   * @throws ProblemError invalid
   */
  async restore(tx: Transaction, entry: ExportedWebhook, path: string, by: AuditActor): Promise<void> {
    const { id, ...asked } = entry;
    const clientId = await this.clientOf(tx, entry, path);
    const sealedSecret = this.sealedIn(entry, path) ?? this.seal(id, newWebhookSecret());
    await this.insert(tx, { id, clientId, sealedSecret }, asked, by);
  }

  /** Tries the waiting deliveries at once: the address may have changed, or the webhook was switched on again. */
  async update(
    tx: Transaction,
    row: Webhook,
    change: Partial<WebhookRecord>,
    by: AuditActor,
  ): Promise<Webhook> {
    const after: Webhook = { ...row, ...membersOf(WEBHOOK_FIELDS, change), failures: 0, retryAt: null };
    await tx.update(
      Webhook,
      { id: row.id },
      { ...membersOf(WEBHOOK_FIELDS, after), failures: 0, retryAt: null },
    );
    await tx.query(TRY_NOW, [row.id, this.clock.now(), new Date(this.clock.millis() + LEASE_MS)]);
    await this.changed(tx, 'webhook.changed', by, row, recorded(WEBHOOK_FIELDS, row, after));
    return after;
  }

  /** The previous secret signs too for another day. @returns the new secret, which is not shown again */
  async renewSecret(
    tx: Transaction,
    row: Webhook,
    by: AuditActor,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const secret = newWebhookSecret();
    const change = {
      sealedSecret: this.seal(row.id, secret),
      sealedPrevious: row.sealedSecret,
      previousEndsAt: new Date(this.clock.millis() + PREVIOUS_SIGNS_MS),
    };
    await tx.update(Webhook, { id: row.id }, change);
    await this.changed(tx, 'webhook.secret_renewed', by, row, {});
    return { webhook: { ...row, ...change }, secret: shownSecret(secret) };
  }

  /** Replaces the secret, from now on. */
  async setSecret(tx: Transaction, row: Webhook, sealedSecret: Buffer, by: AuditActor): Promise<void> {
    await tx.update(Webhook, { id: row.id }, { sealedSecret });
    await this.changed(tx, 'webhook.secret_renewed', by, row, {});
  }

  /**
   * Switches a webhook off because its receiver answered 410, until an administrator switches it on again.
   * @param url the address that answered; a webhook that has another one by now stays on
   */
  async noteGone(tx: Transaction, id: string, url: string): Promise<void> {
    const row = await this.find(tx, id);
    if (!row?.isEnabled || row.url !== url) return;
    await tx.update(Webhook, { id }, { isEnabled: false });
    await this.changed(
      tx,
      'webhook.gone',
      HEARTH,
      row,
      recorded(WEBHOOK_FIELDS, row, { ...row, isEnabled: false }),
    );
  }

  /** Removes a webhook; the clean-up deletes its deliveries. */
  async remove(tx: Transaction, row: Webhook, by: AuditActor): Promise<void> {
    await tx.delete(Webhook, { id: row.id });
    await this.changed(tx, 'webhook.removed', by, row, recorded(WEBHOOK_FIELDS, row, null));
  }

  /** Sends it an event that says nothing. */
  async test(tx: Transaction, webhook: Webhook, by: AuditActor): Promise<void> {
    const { id } = webhook;
    const now = this.clock.millis();
    await tx.query(TEST, [id, `webhook:${id}`, new Date(now), new Date(now + TRIED_FOR_MS)]);
    await this.record(tx, 'webhook.tested', by, webhook, {});
  }

  /**
   * Sends finished deliveries again, under their old ids: at most `REPLAYED_AT_ONCE` failed ones.
   * @param id one delivery; null: those that failed
   * @returns how many
   */
  async replay(tx: Transaction, webhook: Webhook, id: Long | null, by: AuditActor): Promise<number> {
    const now = this.clock.millis();
    const values = [webhook.id, new Date(now), new Date(now + TRIED_FOR_MS), id];
    const [again] = await tx.query<[unknown[], number]>(id === null ? REPLAY_FAILED : REPLAY_ONE, values);
    if (again.length > 0)
      await this.record(tx, 'webhook.replayed', by, webhook, { deliveries: again.length });
    return again.length;
  }

  /**
   * For an export, by id, so that two servers export them in the same order; of their secrets only what MASTER_KEY sealed
   * (D278).
   */
  async exported(tx: EntityManager): Promise<ExportedWebhook[]> {
    const rows = (await this.all(tx)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const clients = await shownClientsOf(tx, rows);
    return rows.map(
      (row) =>
        ({
          ...{ id: row.id, clientId: clients.get(row.clientId)?.clientId },
          ...membersOf(WEBHOOK_FIELDS, row),
          sealedSecret: row.sealedSecret.toString('base64'),
        }) as ExportedWebhook,
    );
  }

  /** @throws ProblemError invalid */
  async clientOf(tx: Transaction, { clientId }: ExportedWebhook, path: string): Promise<Long> {
    const id = await idOfClient(tx, clientId);
    if (id !== null) return id;
    throw invalid([{ field: `${path}.clientId`, message: 'must be the client_id of a client' }]);
  }

  /** null: the document leaves it as it is. @throws ProblemError invalid */
  sealedIn({ id, sealedSecret }: ExportedWebhook, path: string): Buffer | null {
    if (sealedSecret === undefined) return null;
    const sealed = Buffer.from(sealedSecret, 'base64');
    // Whether this server has the key that it was sealed with, for this webhook.
    if (this.sealer.tryOpen('webhook', sealed, webhookContext(id)) !== null) return sealed;
    const message =
      'was sealed by a server with another MASTER_KEY, or for another webhook: leave it out, and make a new secret afterwards';
    throw invalid([{ field: `${path}.sealedSecret`, message }]);
  }

  private async insert(
    tx: Transaction,
    identity: Pick<Webhook, 'id' | 'clientId' | 'sealedSecret'>,
    asked: NewWebhook,
    by: AuditActor,
  ): Promise<Webhook> {
    const webhook: Webhook = {
      ...{ ...DEFAULTS, ...(membersOf(WEBHOOK_FIELDS, asked) as NewWebhook) },
      ...{ ...identity, sealedPrevious: null, previousEndsAt: null, createdAt: this.clock.now() },
      ...{ failures: 0, retryAt: null },
    };
    await tx.insert(Webhook, webhook);
    await this.changed(tx, 'webhook.created', by, webhook, recorded(WEBHOOK_FIELDS, null, webhook));
    return webhook;
  }

  private seal(id: string, secret: Buffer): Buffer {
    return this.sealer.seal('webhook', secret, webhookContext(id));
  }

  private async changed(
    tx: Transaction,
    action: AuditAction,
    by: AuditActor,
    webhook: Webhook,
    details: object,
  ): Promise<void> {
    this.hearers.changedBy(tx);
    await this.record(tx, action, by, webhook, details);
  }

  private record(
    tx: Transaction,
    action: AuditAction,
    by: AuditActor,
    { id }: Webhook,
    details: object,
  ): Promise<void> {
    return this.audit.record({ action, outcome: 'ok', ...by, target: `webhook:${id}`, details }, tx);
  }
}
