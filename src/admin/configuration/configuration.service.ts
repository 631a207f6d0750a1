import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/catalogue.js';
import { SHIPPED_RULESETS } from '../../oauth/rulesets/shipped-rulesets.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { etagOf, requireMatch } from '../shell/etag.js';
import { Rulesets } from '../rulesets/rulesets.service.js';
import { ConfigurationClients } from './configuration-clients.js';
import type { ExportedClient } from '../../oauth/clients/client-entry.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { byClientId, differences } from './differences.js';
import { placed } from './placed.js';
import { readConfiguration } from './read-configuration.js';

/** Blocks writers but not readers, so that nothing changes between the comparison and the import. */
const LOCK = 'LOCK TABLE ruleset, client IN SHARE ROW EXCLUSIVE MODE';

export interface ImportOptions {
  readonly isDryRun: boolean;
  readonly isPruning: boolean;
  /** The `etag` of the dry run: exactly its changes are applied, or none. */
  readonly ifMatch?: string;
}

export interface ImportOutcome {
  readonly changes: readonly ConfigurationChange[];
  /** Covers the changes and the secrets that they concern. */
  readonly etag: string;
}

/** Thrown to roll back a dry run. */
class TakenBack extends Error {}

/** Exports and imports rulesets and clients as one document. */
@Injectable()
export class Configuration {
  constructor(
    private readonly database: Database,
    private readonly rulesets: Rulesets,
    private readonly clients: ConfigurationClients,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async export(by: Administrator): Promise<ConfigurationDocument> {
    return this.database.transaction(async (tx) => {
      await this.record(tx, 'export.made', by, null);
      return readConfiguration(tx, this.clock.now());
    });
  }

  /**
   * Imports all of the document or nothing. A dry run does the same and rolls back, so its result is exact.
   * @throws ProblemError
   */
  async import(
    sent: ConfigurationDocument,
    { isDryRun, isPruning, ifMatch }: ImportOptions,
    by: Administrator,
  ): Promise<ImportOutcome> {
    requireNoRepetition(sent);
    const at = this.clock.now();
    const document = { ...sent, clients: sent.clients?.map((client) => withLiveSecrets(client, at)) };
    let outcome: ImportOutcome = { changes: [], etag: '' };
    const work = async (tx: Transaction): Promise<void> => {
      await tx.query(LOCK);
      const shipped = SHIPPED_RULESETS.map(({ name }) => name);
      const now = await readConfiguration(tx, at);
      const changes = await differences(now, { document, isPruning, shipped });
      const state = { changes, secrets: document.clients?.map(({ secrets }) => secrets) }; // changes show only the number of secrets
      outcome = { changes, etag: etagOf(state) };
      if (ifMatch !== undefined) requireMatch(ifMatch, state);
      await this.apply(tx, changes, { document, isPruning }, by);
      if (isDryRun) throw new TakenBack();
      if (changes.length > 0) await this.record(tx, 'import.made', by, { changes: changes.length });
    };
    await this.database.transaction(work).catch((cause: unknown) => {
      if (!(cause instanceof TakenBack)) throw cause;
    });
    return outcome;
  }

  private async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { document, isPruning }: { document: ConfigurationDocument; isPruning: boolean },
    by: Administrator,
  ): Promise<void> {
    const rulesets = changes.filter(({ kind }) => kind === 'ruleset');
    const isGoing = ({ action }: ConfigurationChange): boolean => action === 'delete';
    // Rulesets that clients will use are created first; those that they used are deleted last.
    for (const change of rulesets.filter((each) => !isGoing(each)))
      await this.applyRuleset(tx, change, document, by);
    const clients = changes.filter(({ kind }) => kind === 'client');
    await this.clients.apply(tx, clients, { clients: byClientId(document.clients), isPruning }, by);
    for (const change of rulesets.filter(isGoing)) await this.applyRuleset(tx, change, document, by);
  }

  private async applyRuleset(
    tx: Transaction,
    { name, action }: ConfigurationChange,
    { rulesets = [] }: ConfigurationDocument,
    by: Administrator,
  ): Promise<void> {
    try {
      const ruleset = rulesets.find((each) => each.name === name);
      if (!ruleset) await this.rulesets.drop(tx, name, by);
      else if (action === 'create') await this.rulesets.add(tx, ruleset, by);
      else await this.rulesets.change(tx, name, ruleset, by);
    } catch (cause) {
      throw cause instanceof ProblemError ? placed(`rulesets.${name}`, cause) : cause;
    }
  }

  private record(
    tx: Transaction,
    action: AuditAction,
    by: Administrator,
    details: object | null,
  ): Promise<void> {
    const { accountId, clientId, address } = by;
    return this.audit.record(
      { action, outcome: 'ok', accountId, clientId, address, ...(details && { details }) },
      tx,
    );
  }
}

/** The client without expired secrets: they are not imported, as they would not be exported. */
function withLiveSecrets(client: ExportedClient, at: Date): ExportedClient {
  const secrets = client.secrets?.filter(({ expiresAt }) => !expiresAt || expiresAt > at);
  return { ...client, secrets };
}

function requireNoRepetition({ rulesets = [], clients = [] }: ConfigurationDocument): void {
  const names = [
    ...rulesets.map(({ name }) => `rulesets.${name}`),
    ...clients.map(({ clientId }) => `clients.${clientId}`),
  ];
  const seen = new Set<string>();
  const twice = names.find((name) => seen.has(name) || !seen.add(name));
  if (twice !== undefined) throw invalid([{ field: twice, message: 'appears twice' }]);
}
