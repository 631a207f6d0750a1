import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExportedResource } from '../../oauth/resources/resource-entry.js';
import { ResourceStore } from '../../oauth/resources/resource-store.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { orProblem } from '../shell/record-problems.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import { atPath } from './problem-path.js';

interface Wanted {
  readonly document: ConfigurationDocument;
  readonly problems: FoundProblems;
}

/** Exports resources, and applies their changes of an import. */
@Injectable()
export class ConfigurationResources {
  constructor(private readonly store: ResourceStore) {}

  async read(tx: EntityManager): Promise<Pick<ConfigurationDocument, 'resources'>> {
    return { resources: await this.store.exported(tx) };
  }

  /** @throws ProblemError */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { document: { resources = [] }, problems }: Wanted,
    by: Administrator,
  ): Promise<void> {
    // Deletes come first: another resource may get the identifier of a deleted one.
    for (const { name } of changes.filter(({ action }) => action === 'delete')) {
      const row = await this.store.find(name, tx);
      if (row) await this.store.remove(tx, row, actorOf(by));
    }
    for (const { name, action } of changes.filter((each) => each.action !== 'delete')) {
      const wanted = resources.find(({ id }) => id === name) as ExportedResource;
      const work =
        action === 'create' ? this.store.create(tx, wanted, actorOf(by)) : this.change(tx, wanted, by);
      const told = orProblem(work, 'another resource has this identifier').catch((cause: unknown) => {
        throw cause instanceof ProblemError ? atPath(`resources.${name}`, cause) : cause;
      });
      await problems.in(told);
    }
  }

  private async change(tx: Transaction, wanted: ExportedResource, by: Administrator): Promise<void> {
    const row = await this.store.find(wanted.id, tx);
    if (!row) throw invalid([{ field: 'id', message: 'was deleted just now' }]);
    if (row.identifier !== wanted.identifier) {
      const message = `can’t be changed: it is ${row.identifier} here; delete it first`;
      throw invalid([{ field: 'identifier', message }]);
    }
    await this.store.update(tx, row, wanted, actorOf(by));
  }
}
