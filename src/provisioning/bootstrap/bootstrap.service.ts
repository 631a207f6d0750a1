import { Injectable } from '@nestjs/common';
import { SHIPPED_RULESETS } from '../../oauth/rulesets/shipped-rulesets.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { BootstrapAccounts } from './bootstrap-accounts.js';
import { BootstrapClients } from './bootstrap-clients.js';
import type { BootstrapDocument } from './bootstrap-document.js';
import { BootstrapIntegrations } from './bootstrap-integrations.js';

const BOOTSTRAP_LOCK = 0x4e49;

/** Creates missing records, and changes no existing ones: shipped rulesets, the bootstrap file, demo data. */
@Injectable()
export class Bootstrap {
  constructor(
    private readonly database: Database,
    private readonly clients: BootstrapClients,
    private readonly accounts: BootstrapAccounts,
    private readonly integrations: BootstrapIntegrations,
  ) {}

  /** Whether the database has neither a client nor an account: nobody has used it yet. */
  async isEmpty(): Promise<boolean> {
    return !(await this.clients.hasAny()) && !(await this.accounts.hasAny());
  }

  async applyShippedRulesets(): Promise<void> {
    await this.locked((tx) => this.clients.createRulesets(tx, SHIPPED_RULESETS, true));
  }

  /** @throws SettingsError: the document names something that does not exist */
  async apply(document: BootstrapDocument): Promise<void> {
    const { rulesets, clients, accounts, families } = document;
    // Hashed before the transaction: no connection waits for bcrypt (D70).
    const newClients = await this.clients.prepare(clients ?? []);
    const newAccounts = await this.accounts.prepare(accounts ?? []);
    const brandings = await this.integrations.prepareBrandings(document);
    await this.locked(async (tx) => {
      await this.clients.createRulesets(tx, rulesets ?? [], false);
      for (const client of newClients) await this.clients.create(tx, client);
      await this.integrations.createBrandings(tx, brandings);
      await this.integrations.create(tx, document);
      for (const account of newAccounts) await this.accounts.create(tx, account);
      for (const [index, family] of (families ?? []).entries())
        await this.accounts.createFamily(tx, family, `families[${index}]`);
    });
  }

  /** Of several nodes that start at once, one creates everything, and the others find it. */
  private locked(work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
      await work(tx);
    });
  }
}
