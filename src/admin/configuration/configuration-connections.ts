import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { ConfigurationDocument } from './configuration.args.js';
import { ConfigurationProviders } from './configuration-providers.js';
import { ConfigurationResources } from './configuration-resources.js';
import type { ConfigurationChange } from './configuration.view.js';
import { ConfigurationWebhooks } from './configuration-webhooks.js';

interface Wanted {
  readonly document: ConfigurationDocument;
  /** Clients that were not written. */
  readonly refused: ReadonlySet<string>;
  readonly problems: FoundProblems;
}

/** Exports and imports what connects this server with others: providers, webhooks and resources. */
@Injectable()
export class ConfigurationConnections {
  constructor(
    private readonly providers: ConfigurationProviders,
    private readonly webhooks: ConfigurationWebhooks,
    private readonly resources: ConfigurationResources,
  ) {}

  async read(
    tx: EntityManager,
  ): Promise<Pick<ConfigurationDocument, 'providers' | 'webhooks' | 'resources'>> {
    const { providers } = await this.providers.read(tx);
    const { webhooks } = await this.webhooks.read(tx);
    const { resources } = await this.resources.read(tx);
    return { providers, webhooks, resources };
  }

  /** @throws ProblemError */
  async apply(
    tx: Transaction,
    of: (kind: ConfigurationChange['kind']) => readonly ConfigurationChange[],
    wanted: Wanted,
    by: Administrator,
  ): Promise<void> {
    await this.providers.apply(tx, of('provider'), wanted, by);
    await this.webhooks.apply(tx, of('webhook'), wanted, by);
    await this.resources.apply(tx, of('resource'), wanted, by);
  }
}
