import { Injectable } from '@nestjs/common';
import { ProviderImports } from '../../oauth/providers/provider-imports.js';
import { ProviderStore } from '../../oauth/providers/provider-store.js';
import { WebhookImports } from '../../oauth/webhooks/webhook-imports.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import { HEARTH } from '../../platform/audit/audit-actor.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { FoundProblems } from '../../platform/errors/found-problems.js';
import { asSettingsError } from './as-settings-error.js';
import type { BootstrapDocument } from './bootstrap-document.js';

/** Creates the providers and webhooks of a bootstrap document that are missing. */
@Injectable()
export class BootstrapIntegrations {
  constructor(
    private readonly providerImports: ProviderImports,
    private readonly providers: ProviderStore,
    private readonly webhookImports: WebhookImports,
    private readonly webhooks: WebhookStore,
  ) {}

  /** @throws SettingsError for a client that there is not, or a secret that this server can't open */
  async create(tx: Transaction, document: BootstrapDocument): Promise<void> {
    await asSettingsError(this.createAll(tx, document));
  }

  private async createAll(tx: Transaction, document: BootstrapDocument): Promise<void> {
    const problems = new FoundProblems();
    await this.createProviders(tx, document, problems);
    await this.createWebhooks(tx, document, problems);
    problems.requireNone();
  }

  /** A provider counts as there as soon as its issuer is: accounts belong to that, and it may be there once. */
  private async createProviders(
    tx: Transaction,
    { providers = [] }: BootstrapDocument,
    problems: FoundProblems,
  ): Promise<void> {
    if (providers.length === 0) return;
    const there = await this.providers.all(tx);
    for (const [index, provider] of providers.entries()) {
      const isThere = there.some(({ id, issuer }) => id === provider.id || issuer === provider.issuer);
      if (!isThere)
        await problems.in(this.providerImports.create(tx, provider, `providers.${index}`, HEARTH));
    }
  }

  private async createWebhooks(
    tx: Transaction,
    { webhooks = [] }: BootstrapDocument,
    problems: FoundProblems,
  ): Promise<void> {
    for (const [index, webhook] of webhooks.entries()) {
      const isThere = (await this.webhooks.find(tx, webhook.id)) !== null;
      if (!isThere) await problems.in(this.webhookImports.create(tx, webhook, `webhooks.${index}`, HEARTH));
    }
  }
}
