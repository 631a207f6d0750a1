import { Injectable } from '@nestjs/common';
import type { ProtectedResource } from '../../oauth/resources/protected-resource.entity.js';
import { ResourceStore } from '../../oauth/resources/resource-store.js';
import { RESOURCE_FIELDS } from '../../oauth/resources/resource.fields.js';
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
import type { NewResourceBody, ResourceChange } from './resource.args.js';
import type { ResourceView } from './resource.view.js';

const TAKEN = 'A resource with this id or this identifier already exists.';

/** Lists and changes the resource servers that tokens are issued for (D400). */
@Injectable()
export class Resources {
  constructor(
    private readonly database: Database,
    private readonly store: ResourceStore,
  ) {}

  async list(): Promise<ResourceView[]> {
    return (await this.store.all()).map(toView);
  }

  /** @throws ProblemError notFound */
  async get(id: string): Promise<ResourceView> {
    return toView(await this.find(id));
  }

  /** @throws ProblemError invalid; conflict if the id or the identifier is taken */
  async create(asked: NewResourceBody, by: Administrator): Promise<ResourceView> {
    const work = this.database.once(by, async (tx) => {
      await this.store.create(tx, asked, actorOf(by));
    });
    await orProblem(work, TAKEN);
    return followUp(this.get(asked.id));
  }

  /** Takes effect on every node within five seconds. @throws ProblemError notFound, invalid, preconditionFailed */
  async update(id: string, change: ResourceChange, by: Editor): Promise<ResourceView> {
    const work = this.database.transaction(async (tx) => {
      const row = await this.find(id, tx);
      requireMatch(by, toView(row));
      return this.store.update(tx, row, change, actorOf(by));
    });
    return toView(await orProblem(work, TAKEN));
  }

  /** @throws ProblemError notFound, preconditionFailed */
  async remove(id: string, by: Editor): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.find(id, tx);
      requireMatch(by, toView(row));
      await this.store.remove(tx, row, actorOf(by));
    });
  }

  /** @throws ProblemError notFound */
  private async find(id: string, tx?: Transaction): Promise<ProtectedResource> {
    const row = await this.store.find(id, tx);
    if (!row) throw notFound(`resource ${JSON.stringify(id)}`);
    return row;
  }
}

function toView(row: ProtectedResource): ResourceView {
  return membersOf(RESOURCE_FIELDS, row) as ResourceView;
}
