import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { SHIPPED_RULESETS } from '../../oauth/rulesets/shipped-rulesets.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { etagOf, requireMatch } from '../shell/etag.js';
import { ConfigurationBrandings } from './configuration-brandings.js';
import type { ExportedClient } from '../../oauth/clients/client-entry.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { differences, byClientId } from './differences.js';
import { FoundProblems } from '../../platform/errors/found-problems.js';
import { readConfiguration } from './read-configuration.js';
import type { PreparedBrandings } from '../../identity/branding/branding-imports.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Rulesets } from '../rulesets/rulesets.service.js';
import { ConfigurationConnections } from './configuration-connections.js';
import { ConfigurationClients } from './configuration-clients.js';
import { atPath } from './problem-path.js';

/** Blocks writers but not readers, so that nothing changes between the comparison and the import. */
const LOCK = 'LOCK TABLE ruleset, client IN SHARE ROW EXCLUSIVE MODE';

interface ImportOptions {
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

interface Wanted {
  readonly document: ConfigurationDocument;
  /** undefined: an image of them can't be read, which is among the problems. */
  readonly brandings: PreparedBrandings | undefined;
  readonly isPruning: boolean;
  readonly problems: FoundProblems;
}

/** Thrown to roll back a dry run. */
class TakenBack extends Error {}

/** Exports and imports rulesets, clients, brandings, providers, webhooks and resources as one document. */
@Injectable()
export class Configuration {
  constructor(
    private readonly database: Database,
    private readonly rulesets: Rulesets,
    private readonly clients: ConfigurationClients,
    private readonly brandings: ConfigurationBrandings,
    private readonly connections: ConfigurationConnections,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async export(by: Administrator): Promise<ConfigurationDocument> {
    return this.database.transaction(async (tx) => {
      await this.audit.record(doneBy(by, 'export.made', null), tx);
      return this.read(tx, this.clock.now());
    });
  }

  /**
   * Imports all of the document or nothing. A dry run does the same and rolls back, so its result is exact.
   * @param sent what `checkDocument` found no problem with
   * @throws ProblemError naming everything that is wrong
   */
  async import(
    sent: ConfigurationDocument,
    { isDryRun, isPruning, ifMatch }: ImportOptions,
    by: Administrator,
  ): Promise<ImportOutcome> {
    const at = this.clock.now();
    const problems = new FoundProblems();
    const brandings = await problems.in(this.brandings.prepare(sent));
    const document = {
      ...sent,
      clients: sent.clients?.map((client) => withLiveSecrets(client, at)),
      brandings: sent.brandings && brandings && [...brandings.brandings],
    };
    let outcome: ImportOutcome = { changes: [], etag: '' };
    const work = async (tx: Transaction): Promise<void> => {
      await tx.query(LOCK);
      const shipped = SHIPPED_RULESETS.map(({ name }) => name);
      const now = await this.read(tx, at);
      const changes = await differences(now, { document, isPruning, shipped });
      const sealed = [document.providers, document.webhooks].map((all) =>
        all?.map((each) => each.sealedSecret),
      );
      const state = { changes, secrets: document.clients?.map(({ secrets }) => secrets), sealed }; // changes show only the number of secrets
      outcome = { changes, etag: etagOf(state) };
      if (ifMatch !== undefined) requireMatch({ ifMatch }, state);
      await this.apply(tx, changes, { document, brandings, isPruning, problems }, by);
      if (isDryRun) throw new TakenBack();
      if (changes.length === 0) return;
      await this.audit.record(doneBy(by, 'import.made', null, { changes: changes.length }), tx);
    };
    await this.database.transaction(work).catch((cause: unknown) => {
      if (!(cause instanceof TakenBack)) throw cause;
    });
    return outcome;
  }

  private async read(tx: Transaction, at: Date): Promise<ConfigurationDocument> {
    const configuration = await readConfiguration(tx, at);
    return { ...configuration, ...(await this.brandings.read(tx)), ...(await this.connections.read(tx)) };
  }

  /** Applies changes in an order in which each finds what it names. @throws ProblemError naming everything that is wrong */
  private async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { document, brandings, isPruning, problems }: Wanted,
    by: Administrator,
  ): Promise<void> {
    const of = (kind: ConfigurationChange['kind']) => changes.filter((change) => change.kind === kind);
    const isGoing = ({ action }: ConfigurationChange): boolean => action === 'delete';
    // Rulesets that clients will use are created first; those that they used are deleted last.
    for (const change of of('ruleset').filter((each) => !isGoing(each)))
      await problems.in(this.applyRuleset(tx, change, document, by));
    const clients = { clients: byClientId(document.clients), isPruning, problems };
    const refused = await this.clients.apply(tx, of('client'), clients, by);
    if (brandings) await this.brandings.apply(tx, of('branding'), { ...brandings, refused, problems }, by);
    await this.connections.apply(tx, of, { document, refused, problems }, by);
    problems.requireNone(); // before rulesets go, which clients that were refused may still have
    for (const change of of('ruleset').filter(isGoing)) await this.applyRuleset(tx, change, document, by);
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
      throw cause instanceof ProblemError ? atPath(`rulesets.${name}`, cause) : cause;
    }
  }
}

/** The client without expired secrets: they are not imported, as they would not be exported. */
function withLiveSecrets(client: ExportedClient, at: Date): ExportedClient {
  const secrets = client.secrets?.filter(({ expiresAt }) => !expiresAt || expiresAt > at);
  return { ...client, secrets };
}
