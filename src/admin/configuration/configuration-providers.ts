import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExportedProvider } from '../../oauth/providers/provider-entry.js';
import { ProviderStore } from '../../oauth/providers/provider-store.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { orProblem } from '../shell/record-problems.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';

interface Wanted {
  readonly document: ConfigurationDocument;
  readonly problems: FoundProblems;
}

/** Exports providers, and applies their changes of an import. */
@Injectable()
export class ConfigurationProviders {
  constructor(private readonly store: ProviderStore) {}

  async read(tx: EntityManager): Promise<Pick<ConfigurationDocument, 'providers'>> {
    return { providers: await this.store.exported(tx) };
  }

  /** @throws ProblemError */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { document: { providers = [] }, problems }: Wanted,
    by: Administrator,
  ): Promise<void> {
    // Deletes come first: another provider may get the issuer of a deleted one.
    for (const { name } of changes.filter(({ action }) => action === 'delete')) {
      const row = await this.store.find(name, tx);
      if (row) await this.store.remove(tx, row, actorOf(by));
    }
    for (const { name, action } of changes.filter((each) => each.action !== 'delete')) {
      const wanted = providers.find(({ id }) => id === name) as ExportedProvider;
      const path = `providers.${name}`;
      if (action === 'create') {
        const work = this.store.restore(tx, wanted, path, actorOf(by));
        await problems.in(orProblem(work, `${path}: another provider has this issuer.`));
      } else await problems.in(this.change(tx, wanted, path, by));
    }
  }

  private async change(
    tx: Transaction,
    wanted: ExportedProvider,
    path: string,
    by: Administrator,
  ): Promise<void> {
    const { id } = wanted;
    const sealed = this.store.sealedIn(wanted, path);
    const row = await this.store.find(id, tx);
    if (!row) throw invalid([{ field: path, message: 'was deleted just now' }]);
    if (row.issuer !== wanted.issuer)
      throw invalid([
        {
          field: `${path}.issuer`,
          message: `can’t be changed: it is ${row.issuer} here; delete it first`,
        },
      ]);
    await this.store.update(tx, row, wanted, actorOf(by));
    const isSame = sealed === undefined || Buffer.compare(sealed ?? NONE, row.sealedSecret ?? NONE) === 0;
    if (!isSame) await this.store.setSecret(tx, id, sealed, actorOf(by));
  }
}

const NONE = Buffer.alloc(0);
