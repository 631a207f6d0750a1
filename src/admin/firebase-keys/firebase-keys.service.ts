import { Injectable } from '@nestjs/common';
import type { FirebaseKey } from '../../identity/passwords/firebase-key.entity.js';
import { FirebaseKeys } from '../../identity/passwords/firebase-keys.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { notFound } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Editor } from '../shell/access/editor.js';
import { actorOf } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import { conflict } from '../shell/record-problems.js';
import type { NewFirebaseKeyBody } from './firebase-key.args.js';
import type { FirebaseKeyView } from './firebase-key.view.js';

/** Adds, lists and deletes the signer keys of Firebase projects (D407). */
@Injectable()
export class AdministeredFirebaseKeys {
  constructor(
    private readonly database: Database,
    private readonly keys: FirebaseKeys,
  ) {}

  async list(): Promise<FirebaseKeyView[]> {
    const [rows, used] = await Promise.all([this.keys.all(), this.keys.used()]);
    return rows.map((row) => viewOf(row, used));
  }

  /** @throws ProblemError notFound */
  async get(id: string): Promise<FirebaseKeyView> {
    const [row, used] = await Promise.all([this.find(id), this.keys.used()]);
    return viewOf(row, used);
  }

  /** A key that is known already stays as it is. */
  async add({ label, signerKey }: NewFirebaseKeyBody, by: Administrator): Promise<FirebaseKeyView> {
    const key = Buffer.from(signerKey, 'base64');
    const id = await this.database.once(by, (tx) => this.keys.add(tx, label, key, actorOf(by)));
    return followUp(this.get(id));
  }

  /** @throws ProblemError notFound, preconditionFailed; conflict if accounts need it and `evenIfUsed` is false */
  async remove(id: string, evenIfUsed: boolean, by: Editor): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.find(id, tx);
      const view = viewOf(row, await this.keys.used(tx));
      requireMatch(by, view);
      if (view.accounts > 0 && !evenIfUsed)
        throw conflict(
          `${view.accounts} accounts have a password hash that needs this key, until they sign in. Delete it all the same with evenIfUsed=true: they will have to set a new password.`,
        );
      await this.keys.remove(tx, row, view.accounts, actorOf(by));
    });
  }

  /** @throws ProblemError notFound */
  private async find(id: string, tx?: Transaction): Promise<FirebaseKey> {
    const row = await this.keys.find(id, tx);
    if (!row) throw notFound(`Firebase signer key ${JSON.stringify(id)}`);
    return row;
  }
}

function viewOf({ id, label, createdAt }: FirebaseKey, used: ReadonlyMap<string, number>): FirebaseKeyView {
  return { id, label, createdAt: createdAt.toISOString(), accounts: used.get(id) ?? 0 };
}
