import { Injectable } from '@nestjs/common';
import { countExternalIds } from '../../identity/accounts/account-identifiers.js';
import type { IdentityProvider } from '../../oauth/providers/identity-provider.entity.js';
import { ProviderSignIns } from '../../oauth/providers/provider-sign-ins.js';
import { ProviderStore } from '../../oauth/providers/provider-store.js';
import { PROVIDER_FIELDS } from '../../oauth/providers/provider.fields.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { membersOf } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Editor } from '../shell/access/editor.js';
import { actorOf } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import { orProblem } from '../shell/record-problems.js';
import type { NewProviderBody, ProviderChange } from './provider.args.js';
import type { ProviderView } from './provider.view.js';

const TAKEN = 'A provider with this id or this issuer already exists.';

/** Lists and changes the providers where people may sign in (D257). */
@Injectable()
export class Providers {
  constructor(
    private readonly database: Database,
    private readonly store: ProviderStore,
    private readonly signIns: ProviderSignIns,
  ) {}

  async list(): Promise<ProviderView[]> {
    const rows = await this.store.all();
    return Promise.all(rows.map((row) => this.view(row)));
  }

  /** @throws ProblemError notFound */
  async get(id: string): Promise<ProviderView> {
    return this.view(await this.find(id));
  }

  /** @throws ProblemError conflict if the id or the issuer is taken */
  async create({ clientSecret, ...asked }: NewProviderBody, by: Administrator): Promise<ProviderView> {
    const sealed = clientSecret === undefined ? null : this.store.seal(asked.id, clientSecret);
    const work = this.database.once(by, async (tx) => {
      await this.store.create(tx, asked, sealed, actorOf(by));
    });
    await orProblem(work, TAKEN);
    return followUp(this.get(asked.id));
  }

  /** Takes effect on every node within five seconds. @throws ProblemError notFound, preconditionFailed */
  update(id: string, change: ProviderChange, by: Editor): Promise<ProviderView> {
    return this.changing(id, by, (tx, row) => this.store.update(tx, row, change, actorOf(by)));
  }

  /** @param clientSecret null: it has none any more */
  setSecret(id: string, clientSecret: string | null, by: Editor): Promise<ProviderView> {
    return this.changing(id, by, async (tx, row) => {
      const sealedSecret = clientSecret === null ? null : this.store.seal(id, clientSecret);
      await this.store.setSecret(tx, id, sealedSecret, actorOf(by));
      return { ...row, sealedSecret };
    });
  }

  async remove(id: string, by: Editor): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.find(id, tx);
      requireMatch(by, versionOfProvider(toState(row)));
      await this.store.remove(tx, row, actorOf(by));
    });
  }

  private async changing(
    id: string,
    by: Editor,
    work: (tx: Transaction, row: IdentityProvider) => Promise<IdentityProvider>,
  ): Promise<ProviderView> {
    const after = await this.database.transaction(async (tx) => {
      const row = await this.find(id, tx);
      requireMatch(by, versionOfProvider(toState(row)));
      return work(tx, row);
    });
    return followUp(this.view(after));
  }

  /** @throws ProblemError notFound */
  async find(id: string, tx?: Transaction): Promise<IdentityProvider> {
    const row = await this.store.find(id, tx);
    if (!row) throw notFound(`provider ${JSON.stringify(id)}`);
    return row;
  }

  private async view(row: IdentityProvider): Promise<ProviderView> {
    const { id, issuer } = row;
    const accounts = await countExternalIds(this.database.dataSource.manager, issuer);
    return { ...toState(row), redirectUri: this.signIns.redirectUri(id), accounts };
  }
}

type ProviderState = Omit<ProviderView, 'redirectUri' | 'accounts'>;

/** The state that the ETag covers: what two administrators could overwrite of each other. */
export function versionOfProvider({
  redirectUri: _uri,
  accounts: _accounts,
  ...state
}: Partial<ProviderView>): object {
  return state;
}

function toState(row: IdentityProvider): ProviderState {
  return { ...membersOf(PROVIDER_FIELDS, row), hasSecret: row.sealedSecret !== null } as ProviderState;
}
