import { Injectable } from '@nestjs/common';
import { ProviderStore } from '../../oauth/providers/provider-store.js';
import { ResourceStore } from '../../oauth/resources/resource-store.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import { HEARTH } from '../../platform/audit/audit-actor.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { FoundProblems } from '../../platform/errors/found-problems.js';
import { SettingsError } from '../../platform/config/settings-error.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { placed } from '../../platform/records/typed-form.js';
import { jsonPath } from './bootstrap-problems.js';
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
    const { providers = [], webhooks = [], resources = [] } = document;
    const problems = new FoundProblems();
    const create = async <Entry>(
      name: string,
      entries: readonly Entry[],
      store: Store<Entry>,
      isThere: (entry: Entry) => boolean | Promise<boolean>,
    ): Promise<void> => {
      for (const [index, entry] of entries.entries())
        if (!(await isThere(entry))) await problems.in(store.restore(tx, entry, `${name}.${index}`, HEARTH));
    };
    // Accounts belong to an issuer, which may have only one provider.
    const known = providers.length === 0 ? [] : await this.providers.all(tx);
    await create('providers', providers, this.providers, (provider) =>
      known.some(({ id, issuer }) => id === provider.id || issuer === provider.issuer),
    );
    const isWebhook = async ({ id }: { readonly id: string }) => (await this.webhooks.find(tx, id)) !== null;
    await create('webhooks', webhooks, this.webhooks, isWebhook);
    const others = resources.length === 0 ? [] : await this.resources.all(tx);
    await create('resources', resources, this.resources, (resource) =>
      others.some(({ id, identifier }) => id === resource.id || identifier === resource.identifier),
    );
    problems.requireNone();
  }
}

/** Where records of one kind are restored from an export. */
interface Store<Entry> {
  restore(tx: Transaction, entry: Entry, place: string, actor: typeof HEARTH): Promise<unknown>;
}

/** Turns the problems of an entry of the bootstrap file into the error that stops the server's start. */
async function asSettingsError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const lines = cause.fields.map(({ field, message }) => placed(jsonPath(field), message));
    throw new SettingsError(`BOOTSTRAP_FILE: ${lines.join('; ')}`);
  }
}
