import { Injectable } from '@nestjs/common';
import { secretOf } from '../../oauth/clients/client-entry.js';
import { settingsFrom } from '../../oauth/clients/client-record.js';
import { ClientSecrets } from '../../oauth/clients/client-secrets.js';
import { ClientService, type NewSecret } from '../../oauth/clients/client.service.js';
import { RulesetService } from '../../oauth/rulesets/ruleset.service.js';
import { SettingsError } from '../../platform/config/settings-error.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { BootstrapClient } from './bootstrap-document.js';

/** A missing client, with what its secrets are checked against. */
interface PreparedClient {
  readonly client: BootstrapClient;
  /** Its place in the document, for errors. */
  readonly path: string;
  readonly secrets: readonly NewSecret[];
}

/** Creates the missing clients and rulesets of a bootstrap document. */
@Injectable()
export class BootstrapClients {
  constructor(
    private readonly clients: ClientService,
    private readonly rulesets: RulesetService,
    private readonly secrets: ClientSecrets,
  ) {}

  hasAny(): Promise<boolean> {
    return this.clients.hasAny();
  }

  async createRulesets(
    tx: Transaction,
    rulesets: readonly { name: string; description?: string; rules: readonly string[] }[],
    isShipped: boolean,
  ): Promise<void> {
    for (const { name, description = '', rules } of rulesets) {
      if (await this.rulesets.find(tx, name)) continue;
      await this.rulesets.create(tx, { name, description, patterns: [...rules], isShipped });
    }
  }

  async prepare(clients: readonly BootstrapClient[]): Promise<PreparedClient[]> {
    const prepared: PreparedClient[] = [];
    for (const [index, client] of clients.entries()) {
      if (await this.clients.exists(client.clientId)) continue;
      const { clientSecret, secrets = [] } = client;
      const first = clientSecret === undefined ? [] : [await this.secrets.store(clientSecret)];
      prepared.push({ client, path: `clients[${index}]`, secrets: [...first, ...secrets.map(secretOf)] });
    }
    return prepared;
  }

  /** @throws SettingsError: its ruleset does not exist, or it can't be saved */
  async create(tx: Transaction, { client, path, secrets }: PreparedClient): Promise<void> {
    const { clientId, clientType, name } = client;
    if (await this.clients.exists(clientId, tx)) return;
    const ruleset = await this.rulesets.find(tx, client.ruleset);
    if (!ruleset)
      throw new SettingsError(`BOOTSTRAP_FILE: ${path}.ruleset: there is no ruleset "${client.ruleset}"`);
    const settings = settingsFrom(client, ruleset.id);
    const record = { ...settings, clientId, clientType, name, rulesetId: ruleset.id };
    await this.clients.create(tx, record, secrets).catch((cause: unknown) => {
      if (!(cause instanceof InvalidRecordError)) throw cause;
      throw new SettingsError(`BOOTSTRAP_FILE: ${path}: ${cause.message}`);
    });
  }
}
