import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExportedProvider } from '../../oauth/providers/provider-entry.js';
import { ProviderStore } from '../../oauth/providers/provider-store.js';
import type { ExportedResource } from '../../oauth/resources/resource-entry.js';
import { ResourceStore } from '../../oauth/resources/resource-store.js';
import type { ExportedWebhook } from '../../oauth/webhooks/webhook-entry.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import type { Webhook } from '../../oauth/webhooks/webhook.entity.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { orProblem } from '../shell/record-problems.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { atPath } from './problem-path.js';

interface Wanted {
  readonly document: ConfigurationDocument;
  /** Clients that were not written. Their webhooks are not checked. */
  readonly refused: ReadonlySet<string>;
  readonly problems: FoundProblems;
}

type Changes = readonly ConfigurationChange[];

const NONE = Buffer.alloc(0);

/** Exports and imports what connects this server with others: providers, webhooks and resources. */
@Injectable()
export class ConfigurationConnections {
  constructor(
    private readonly providers: ProviderStore,
    private readonly webhooks: WebhookStore,
    private readonly resources: ResourceStore,
  ) {}

  async read(
    tx: EntityManager,
  ): Promise<Pick<ConfigurationDocument, 'providers' | 'webhooks' | 'resources'>> {
    const providers = await this.providers.exported(tx);
    const webhooks = await this.webhooks.exported(tx);
    return { providers, webhooks, resources: await this.resources.exported(tx) };
  }

  /** @throws ProblemError */
  async apply(
    tx: Transaction,
    of: (kind: ConfigurationChange['kind']) => Changes,
    wanted: Wanted,
    by: Administrator,
  ): Promise<void> {
    const actor = actorOf(by);
    await this.applyProviders(tx, of('provider'), wanted, actor);
    await this.applyWebhooks(tx, of('webhook'), wanted, actor);
    await this.applyResources(tx, of('resource'), wanted, actor);
  }

  private async applyProviders(
    tx: Transaction,
    changes: Changes,
    { document: { providers = [] }, problems }: Wanted,
    by: AuditActor,
  ): Promise<void> {
    const written = await removeFirst(tx, changes, this.providers, by);
    for (const { name, action } of written) {
      const wanted = named(providers, name);
      const path = `providers.${name}`;
      const work =
        action === 'create'
          ? orProblem(
              this.providers.restore(tx, wanted, path, by),
              `${path}: another provider has this issuer.`,
            )
          : this.changeProvider(tx, wanted, path, by);
      await problems.in(work);
    }
  }

  private async changeProvider(
    tx: Transaction,
    wanted: ExportedProvider,
    path: string,
    by: AuditActor,
  ): Promise<void> {
    const sealed = this.providers.sealedIn(wanted, path);
    const row = await this.providers.find(wanted.id, tx);
    if (!row) throw invalid([{ field: path, message: 'was deleted just now' }]);
    requireSame(`${path}.issuer`, row.issuer, wanted.issuer);
    await this.providers.update(tx, row, wanted, by);
    const isSame = sealed === undefined || Buffer.compare(sealed ?? NONE, row.sealedSecret ?? NONE) === 0;
    if (!isSame) await this.providers.setSecret(tx, row.id, sealed, by);
  }

  private async applyResources(
    tx: Transaction,
    changes: Changes,
    { document: { resources = [] }, problems }: Wanted,
    by: AuditActor,
  ): Promise<void> {
    const written = await removeFirst(tx, changes, this.resources, by);
    for (const { name, action } of written) {
      const wanted = named(resources, name);
      const work =
        action === 'create' ? this.resources.create(tx, wanted, by) : this.changeResource(tx, wanted, by);
      const told = orProblem(work, 'another resource has this identifier').catch((cause: unknown) => {
        throw cause instanceof ProblemError ? atPath(`resources.${name}`, cause) : cause;
      });
      await problems.in(told);
    }
  }

  private async changeResource(tx: Transaction, wanted: ExportedResource, by: AuditActor): Promise<void> {
    const row = await this.resources.find(wanted.id, tx);
    if (!row) throw invalid([{ field: 'id', message: 'was deleted just now' }]);
    requireSame('identifier', row.identifier, wanted.identifier);
    await this.resources.update(tx, row, wanted, by);
  }

  private async applyWebhooks(
    tx: Transaction,
    changes: Changes,
    { document: { webhooks = [] }, refused, problems }: Wanted,
    by: AuditActor,
  ): Promise<void> {
    for (const { name, action } of changes) {
      const row = await this.webhooks.find(tx, name);
      if (action === 'delete') {
        if (row) await this.webhooks.remove(tx, row, by);
        continue;
      }
      const wanted = named(webhooks, name);
      if (refused.has(wanted.clientId)) continue;
      const path = `webhooks.${name}`;
      await problems.in(
        row ? this.changeWebhook(tx, row, wanted, path, by) : this.webhooks.restore(tx, wanted, path, by),
      );
    }
  }

  private async changeWebhook(
    tx: Transaction,
    row: Webhook,
    wanted: ExportedWebhook,
    path: string,
    by: AuditActor,
  ): Promise<void> {
    const clientId = await this.webhooks.clientOf(tx, wanted, path);
    const message = 'can’t be changed: delete it first';
    if (row.clientId !== clientId) throw invalid([{ field: `${path}.clientId`, message }]);
    const sealed = this.webhooks.sealedIn(wanted, path);
    await this.webhooks.update(tx, row, wanted, by);
    if (sealed && !sealed.equals(row.sealedSecret)) await this.webhooks.setSecret(tx, row, sealed, by);
  }
}

interface Store<Row> {
  find(id: string, tx: Transaction): Promise<Row | null>;
  remove(tx: Transaction, row: Row, by: AuditActor): Promise<void>;
}

/** Deletes come first: another record may get the issuer or the identifier of a deleted one. @returns the other changes */
async function removeFirst<Row>(
  tx: Transaction,
  changes: Changes,
  store: Store<Row>,
  by: AuditActor,
): Promise<Changes> {
  for (const { name } of changes.filter(({ action }) => action === 'delete')) {
    const row = await store.find(name, tx);
    if (row) await store.remove(tx, row, by);
  }
  return changes.filter(({ action }) => action !== 'delete');
}

/** The record of the document that a change names. */
function named<T extends { readonly id: string }>(all: readonly T[], name: string): T {
  return all.find(({ id }) => id === name) as T;
}

/** @throws ProblemError invalid for a member that never changes */
function requireSame(field: string, here: string, wanted: string): void {
  if (here !== wanted)
    throw invalid([{ field, message: `can’t be changed: it is ${here} here; delete it first` }]);
}
