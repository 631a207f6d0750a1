import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import type { AuditAction } from '../../audit/catalogue.js';
import { SHIPPED_RULESETS } from '../../clients/shipped-rulesets.js';
import { Database } from '../../database/database.js';
import { invalid, ProblemError } from '../../errors/problems.js';
import { Clock } from '../../security/clock.js';
import type { Administrator } from '../access/administrator.js';
import { requireMatch } from '../etag.js';
import { Rulesets } from '../rulesets/rulesets.service.js';
import { ConfigurationClients } from './configuration-clients.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { differences } from './differences.js';
import { readConfiguration } from './read-configuration.js';

/** Writers wait, readers don't: nothing changes between the comparison and the change. */
const LOCK = 'LOCK TABLE ruleset, client IN SHARE ROW EXCLUSIVE MODE';

export interface ImportOptions {
  readonly isDryRun: boolean;
  readonly isPruning: boolean;
  /** Of the dry run: what it told is done, or nothing. */
  readonly ifMatch?: string;
}

/** Thrown to take back what a dry run did. */
class TakenBack extends Error {}

/** Rulesets and clients as one document, so that what was tried on one server moves to another. */
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
   * All of it or nothing. A dry run does it too and takes it back: what it tells is what would happen.
   * @throws ProblemError
   */
  async import(
    document: ConfigurationDocument,
    { isDryRun, isPruning, ifMatch }: ImportOptions,
    by: Administrator,
  ): Promise<ConfigurationChange[]> {
    requireNoRepetition(document);
    let changes: ConfigurationChange[] = [];
    let touched: string[] = [];
    const work = async (tx: EntityManager): Promise<void> => {
      await tx.query(LOCK);
      const shipped = SHIPPED_RULESETS.map(({ name }) => name);
      changes = differences(await readConfiguration(tx, this.clock.now()), { document, isPruning, shipped });
      if (ifMatch) requireMatch(ifMatch, changes);
      touched = await this.apply(tx, changes, { document, isPruning }, by);
      if (isDryRun) throw new TakenBack();
      if (changes.length > 0) await this.record(tx, 'import.made', by, { changes: changes.length });
    };
    await this.database.transaction(work).catch((cause: unknown) => {
      if (!(cause instanceof TakenBack)) throw cause;
    });
    if (!isDryRun && changes.length > 0) {
      await this.rulesets.announce();
      await this.clients.announce(touched);
    }
    return changes;
  }

  /** @returns the ids of the clients that it changed */
  private async apply(
    tx: EntityManager,
    changes: readonly ConfigurationChange[],
    { document, isPruning }: { document: ConfigurationDocument; isPruning: boolean },
    by: Administrator,
  ): Promise<string[]> {
    const touched: string[] = [];
    for (const change of changes) {
      const { kind, name } = change;
      const client = document.clients?.find(({ clientId }) => clientId === name) ?? null;
      const work =
        kind === 'ruleset'
          ? this.applyRuleset(tx, change, document, by)
          : this.clients.apply(tx, name, { client, isPruning }, by);
      const id = await work.catch((cause: unknown) => {
        throw cause instanceof ProblemError ? at(`${kind}s.${name}`, cause) : cause;
      });
      if (id) touched.push(id);
    }
    return touched;
  }

  private async applyRuleset(
    tx: EntityManager,
    { name, action }: ConfigurationChange,
    { rulesets = [] }: ConfigurationDocument,
    by: Administrator,
  ): Promise<null> {
    const ruleset = rulesets.find((each) => each.name === name);
    if (!ruleset) await this.rulesets.drop(tx, name, by);
    else if (action === 'create') await this.rulesets.add(tx, ruleset, by);
    else await this.rulesets.change(tx, name, ruleset, by);
    return null;
  }

  private record(
    tx: EntityManager,
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

/** A refusal with the place in the document that caused it. */
function at(path: string, { definition, message, fields }: ProblemError): ProblemError {
  const placed = fields.map((error) => ({ ...error, field: `${path}.${error.field}` }));
  return placed.length > 0 ? invalid(placed) : new ProblemError(definition, `${path}: ${message}`);
}

function requireNoRepetition({ rulesets = [], clients = [] }: ConfigurationDocument): void {
  const names = [
    ...rulesets.map(({ name }) => `rulesets.${name}`),
    ...clients.map(({ clientId }) => `clients.${clientId}`),
  ];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid([{ field: twice, message: 'is there twice' }]);
}
