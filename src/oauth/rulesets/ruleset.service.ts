import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { changed, type Change } from '../../platform/audit/changed.js';
import { Changes } from '../../platform/database/changes.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import { problemWithRule } from './ruleset-rules.js';
import { Ruleset } from './ruleset.entity.js';

/**
 * Writes rulesets (§2.3, D35). A change takes effect on this node once it is committed, on others by NOTIFY and within 5 s
 * at the latest.
 */
@Injectable()
export class RulesetService {
  constructor(
    private readonly changes: Changes,
    private readonly audit: AuditLog,
  ) {}

  find(tx: EntityManager, name: string): Promise<Ruleset | null> {
    return tx.findOneBy(Ruleset, { name });
  }

  /** @throws InvalidRecordError for an invalid pattern */
  async create(
    tx: Transaction,
    ruleset: Pick<Ruleset, 'name' | 'description' | 'patterns' | 'isShipped'>,
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    requirePatterns(ruleset.patterns);
    this.changes.publishAfter(tx, 'rulesets');
    const row = { ...ruleset } as Ruleset;
    await tx.insert(Ruleset, row);
    const { name, description, patterns: rules } = ruleset;
    const details = changed(null, { description, rules });
    await this.record(tx, actor, { action: 'ruleset.created', target: `ruleset:${name}`, details });
    return row.id;
  }

  /**
   * @param ruleset the current row, locked
   * @throws InvalidRecordError for an invalid pattern
   */
  async update(
    tx: Transaction,
    ruleset: Ruleset,
    change: Partial<Pick<Ruleset, 'description' | 'patterns'>>,
    actor: AuditActor = HEARTH,
  ): Promise<void> {
    const { id, name } = ruleset;
    const { description = ruleset.description, patterns = ruleset.patterns } = change;
    requirePatterns(patterns);
    this.changes.publishAfter(tx, 'rulesets');
    await tx.update(Ruleset, { id }, { description, patterns });
    const before = { description: ruleset.description, rules: ruleset.patterns };
    const details = changed(before, { description, rules: patterns });
    await this.record(tx, actor, { action: 'ruleset.updated', target: `ruleset:${name}`, details });
  }

  async remove(tx: Transaction, ruleset: Ruleset, actor: AuditActor): Promise<void> {
    const { id, name, description, patterns: rules } = ruleset;
    this.changes.publishAfter(tx, 'rulesets');
    await tx.delete(Ruleset, { id });
    const details = { before: { description, rules } };
    await this.record(tx, actor, { action: 'ruleset.deleted', target: `ruleset:${name}`, details });
  }

  private record(
    tx: Transaction,
    actor: AuditActor,
    event: { action: AuditAction; target: string; details: Change },
  ): Promise<void> {
    const { accountId, clientId, address } = actor;
    return this.audit.record({ ...event, accountId, clientId, address, outcome: 'ok' }, tx);
  }
}

function requirePatterns(patterns: readonly string[]): void {
  const wrong = patterns.find((pattern) => problemWithRule(pattern) !== null);
  if (wrong === undefined) return;
  const problem = `${JSON.stringify(wrong)} ${problemWithRule(wrong)}`;
  throw new InvalidRecordError(`pattern ${problem}`, [{ field: 'rules', message: problem }]);
}
