import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Client } from '../../oauth/clients/client.entity.js';
import { RulesetService } from '../../oauth/rulesets/ruleset.service.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdministeringClients } from '../shell/access/administering-clients.js';
import type { Editor } from '../shell/access/editor.js';
import type { Administrator } from '../shell/access/administrator.js';
import { amount } from '../shell/amount.js';
import { waitForImport } from '../shell/configuration-lock.js';
import { requireMatch } from '../shell/etag.js';
import { orProblem } from '../shell/record-problems.js';
import { keyIn, PAGE_LIMIT, pageOf, prefixPattern, type ListPage } from '../shell/paging.js';
import type { NewRuleset, RulesetChange, RulesetQuery } from './ruleset.args.js';
import type { RulesetView, RulesetPreviewView } from './ruleset.view.js';
import {
  compileRuleset,
  decidingRule,
  isAllowedBy,
  matchesPattern,
} from '../../oauth/rulesets/ruleset-rules.js';
import type { AskedStrength } from '../../platform/operations/caller.js';
import { DeclaredOperations } from '../shell/named-operations.js';

const LIST = {
  name: 'admin-rulesets',
  text: `SELECT r.name, r.description, r.patterns, r.is_shipped,
                (SELECT count(*)::int FROM client c WHERE c.ruleset_id = r.id AND c.kind = 'registered') AS clients
           FROM ruleset r WHERE r.name ILIKE $1 AND r.name > $2 ORDER BY r.name LIMIT $3`,
};

const SHOWN_CLIENTS = 200;

/** Lists, previews and changes rulesets (D35). */
@Injectable()
export class Rulesets {
  constructor(
    private readonly database: Database,
    @InjectRepository(Ruleset) private readonly rulesets: Repository<Ruleset>,
    @InjectRepository(Client) private readonly clients: Repository<Client>,
    private readonly service: RulesetService,
    private readonly administering: AdministeringClients,
    private readonly operations: DeclaredOperations,
  ) {}

  async list({ query = '', after, limit = PAGE_LIMIT }: RulesetQuery): Promise<ListPage<RulesetView>> {
    const [last] = keyIn(after, 1) ?? [''];
    const values = [prefixPattern(query), last, limit + 1];
    const found = await this.database.query<Row>(LIST, values);
    return pageOf(found.map(toView), limit, ({ name }) => [name]);
  }

  /** @throws ProblemError notFound */
  async get(name: string): Promise<RulesetView> {
    return this.view(this.rulesets.manager, await this.find(name));
  }

  /** @throws ProblemError conflict if the name is taken */
  create(asked: NewRuleset, by: Administrator): Promise<RulesetView> {
    return this.database.once(by, (tx) => this.add(tx, asked, by));
  }

  /** Takes effect on this node at once, on others by NOTIFY and within 5 s at the latest (D35). */
  async update(name: string, change: RulesetChange, by: Editor): Promise<RulesetView> {
    return this.database.transaction(async (tx) => {
      requireMatch(by, versionOfRuleset(await this.view(tx, await this.find(name, tx))));
      return this.change(tx, name, change, by);
    });
  }

  /** @throws ProblemError conflict if the ruleset is shipped or in use */
  async remove(name: string, by: Editor): Promise<void> {
    await this.database.transaction(async (tx) => {
      requireMatch(by, versionOfRuleset(await this.view(tx, await this.find(name, tx))));
      await this.drop(tx, name, by);
    });
  }

  async add(tx: Transaction, asked: NewRuleset, by: Administrator): Promise<RulesetView> {
    const { name, description = '', rules } = asked;
    const taken = `A ruleset ${name} already exists. Choose another name.`;
    const ruleset = { name, description, patterns: rules, isShipped: false };
    await orProblem(this.service.create(tx, ruleset, by), taken);
    return { name, description, rules, isShipped: false, clients: 0 };
  }

  async change(
    tx: Transaction,
    name: string,
    change: RulesetChange,
    by: Administrator,
  ): Promise<RulesetView> {
    const row = await this.find(name, tx);
    const { description = row.description, rules = row.patterns } = change;
    const reachOf = (patterns: readonly string[]) => this.administering.reachOf(patterns);
    this.administering.requireConfirmed(by, reachOf(row.patterns), reachOf(rules));
    await orProblem(this.service.update(tx, row, { description, patterns: rules }, by));
    return { ...(await this.view(tx, row)), description, rules };
  }

  async drop(tx: Transaction, name: string, by: Administrator): Promise<void> {
    const row = await this.find(name, tx);
    const { clients } = await this.view(tx, row);
    if (row.isShipped)
      throw new ProblemError(
        Problems.conflict,
        `${name} ships with Hearth. It can be changed, but not deleted.`,
      );
    if (clients > 0) {
      const advice = `${name} is the ruleset of ${amount(clients, 'client')}. Choose another one there first.`;
      throw new ProblemError(Problems.conflict, advice);
    }
    await this.service.remove(tx, row, by);
  }

  /**
   * Computes what a set of rules would allow, without saving it.
   * @param name the ruleset that the rules would replace; empty or unknown: a new one
   */
  async preview(rules: readonly string[], name = ''): Promise<RulesetPreviewView> {
    const saved = await this.rulesets.findOneBy({ name });
    const calls = this.operations.all.map(({ name: call, summary }) => {
      const rule = decidingRule(rules, call);
      return { name: call, summary, allowed: isAllowedBy(rule), rule };
    });
    const [before, after] = [saved?.patterns ?? [], rules].map((patterns) => compileRuleset(name, patterns));
    const changed = calls.filter((call) => saved && call.allowed !== before.allows(call.name));
    const asking = calls.filter(
      ({ name: call, allowed }) =>
        saved && allowed && before.allows(call) && !isSame(before.strengthFor(call), after.strengthFor(call)),
    );
    const idle = rules.filter((rule) => !calls.some(({ name: call }) => matchesPattern(rule, call)));
    const clients = await this.clientsOf(saved);
    return { calls, clients, changed: namesOf(changed), asking: namesOf(asking), idle };
  }

  private async clientsOf(saved: Ruleset | null): Promise<string[]> {
    if (!saved) return [];
    const using = await this.clients.find({
      select: { clientId: true },
      where: { rulesetId: saved.id, kind: 'registered' },
      order: { clientId: 'ASC' },
      take: SHOWN_CLIENTS,
    });
    return using.map(({ clientId }) => clientId);
  }

  /** In a transaction the row is locked. */
  private async find(name: string, tx?: EntityManager): Promise<Ruleset> {
    if (tx) await waitForImport(tx);
    const rulesets = tx?.getRepository(Ruleset) ?? this.rulesets;
    const lock = tx ? ({ mode: 'pessimistic_write' } as const) : undefined;
    const row = await rulesets.findOne({ where: { name }, lock });
    if (!row) throw notFound(`ruleset ${JSON.stringify(name)}`);
    return row;
  }

  private async view(
    tx: EntityManager,
    { id, name, description, patterns, isShipped }: Ruleset,
  ): Promise<RulesetView> {
    return {
      name,
      description,
      rules: patterns,
      isShipped,
      clients: await tx.countBy(Client, { rulesetId: id, kind: 'registered' }),
    };
  }
}

/** The state that the ETag covers: what two administrators could overwrite of each other. */
export function versionOfRuleset({ description, rules }: RulesetView): object {
  return { description, rules };
}

interface Row {
  name: string;
  description: string;
  patterns: string[];
  is_shipped: boolean;
  clients: number;
}

function toView({ name, description, patterns, is_shipped: isShipped, clients }: Row): RulesetView {
  return { name, description, rules: patterns, isShipped, clients };
}

function namesOf(calls: readonly { readonly name: string }[]): string[] {
  return calls.map(({ name }) => name);
}

function isSame(one: AskedStrength | null, other: AskedStrength | null): boolean {
  return one?.acr === other?.acr && one?.maxAgeSeconds === other?.maxAgeSeconds;
}
