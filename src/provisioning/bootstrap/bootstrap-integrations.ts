import { Injectable } from '@nestjs/common';
import { ProviderStore } from '../../oauth/providers/provider-store.js';
import { ResourceStore } from '../../oauth/resources/resource-store.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import { HEARTH } from '../../platform/audit/audit-actor.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { FoundProblems } from '../../platform/errors/found-problems.js';
import { asSettingsError } from './as-settings-error.js';
import type { BootstrapDocument } from './bootstrap-document.js';
import { BrandingImports, type PreparedBrandings } from '../../identity/branding/branding-imports.js';
import { BrandingStore } from '../../identity/branding/branding-store.js';
import { brandingOwner } from '../../oauth/clients/branded-clients.js';

/** Creates the missing brandings, providers, webhooks and resources of a bootstrap document. */
@Injectable()
export class BootstrapIntegrations {
  constructor(
    private readonly brandingImports: BrandingImports,
    private readonly brandings: BrandingStore,
    private readonly providers: ProviderStore,
    private readonly webhooks: WebhookStore,
    private readonly resources: ResourceStore,
  ) {}

  /** @throws SettingsError for an invalid image */
  prepareBrandings(document: BootstrapDocument): Promise<PreparedBrandings> {
    return asSettingsError(this.brandingImports.prepare(document));
  }

  /** @throws SettingsError for an unknown client or image */
  async createBrandings(tx: Transaction, prepared: PreparedBrandings): Promise<void> {
    if (prepared.brandings.length === 0) return;
    await this.brandingImports.keepImages(tx, prepared);
    for (const [index, branding] of prepared.brandings.entries()) {
      const owner = await brandingOwner(tx, branding.client);
      const isThere = owner !== null && (await this.brandings.locked(tx, owner)).live !== null;
      if (!isThere)
        await asSettingsError(this.brandingImports.write(tx, owner, branding, `brandings.${index}`));
    }
  }

  /** @throws SettingsError for an unknown client, or a secret that this server can't open */
  async create(tx: Transaction, document: BootstrapDocument): Promise<void> {
    await asSettingsError(this.createAll(tx, document));
  }

  private async createAll(tx: Transaction, document: BootstrapDocument): Promise<void> {
    const problems = new FoundProblems();
    await this.createProviders(tx, document, problems);
    await this.createWebhooks(tx, document, problems);
    await this.createResources(tx, document, problems);
    problems.requireNone();
  }

  /** A provider exists if its issuer does: accounts belong to the issuer, which may have only one provider. */
  private async createProviders(
    tx: Transaction,
    { providers = [] }: BootstrapDocument,
    problems: FoundProblems,
  ): Promise<void> {
    if (providers.length === 0) return;
    const there = await this.providers.all(tx);
    for (const [index, provider] of providers.entries()) {
      const isThere = there.some(({ id, issuer }) => id === provider.id || issuer === provider.issuer);
      if (!isThere) await problems.in(this.providers.restore(tx, provider, `providers.${index}`, HEARTH));
    }
  }

  private async createWebhooks(
    tx: Transaction,
    { webhooks = [] }: BootstrapDocument,
    problems: FoundProblems,
  ): Promise<void> {
    for (const [index, webhook] of webhooks.entries()) {
      const isThere = (await this.webhooks.find(tx, webhook.id)) !== null;
      if (!isThere) await problems.in(this.webhooks.restore(tx, webhook, `webhooks.${index}`, HEARTH));
    }
  }

  /** A resource exists if its id or its identifier does. */
  private async createResources(
    tx: Transaction,
    { resources = [] }: BootstrapDocument,
    problems: FoundProblems,
  ): Promise<void> {
    if (resources.length === 0) return;
    const there = await this.resources.all(tx);
    for (const [index, resource] of resources.entries()) {
      const { id, identifier } = resource;
      if (there.some((each) => each.id === id || each.identifier === identifier)) continue;
      await problems.in(this.resources.restore(tx, resource, `resources.${index}`, HEARTH));
    }
  }
}
