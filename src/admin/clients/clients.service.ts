import { Injectable } from '@nestjs/common';
import { authenticatesByKey } from '../../oauth/clients/client-profiles.js';
import { settingsFrom } from '../../oauth/clients/client-record.js';
import { ClientSecrets, type StoredSecret } from '../../oauth/clients/client-secrets.js';
import { ClientService } from '../../oauth/clients/client.service.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { stillThere, ProblemError, invalid, notFound } from '../../platform/errors/problem-error.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { AdministeringClients } from '../shell/access/administering-clients.js';
import type { Editor } from '../shell/access/editor.js';
import type { Administrator } from '../shell/access/administrator.js';
import { requireMatch } from '../shell/etag.js';
import { orProblem } from '../shell/record-problems.js';
import type { NewClientBody } from '../../oauth/clients/client-entry.js';
import type { ClientChange } from './client.args.js';
import { ClientLookup, versionOfClient } from './client-lookup.js';
import type { ClientView, CreatedClientView, AddedSecretView } from './client.view.js';
import { GrantRemoval } from '../../oauth/consent/grant-removal.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Problems } from '../../platform/errors/problems.js';
import { Clock } from '../../platform/security/clock.js';

/**
 * Creates, changes and deletes client records with their secrets (§2.3, D34). The audit event of a change has the values
 * before and after.
 */
@Injectable()
export class Clients {
  constructor(
    private readonly database: Database,
    private readonly lookup: ClientLookup,
    private readonly clients: ClientService,
    private readonly secrets: ClientSecrets,
    private readonly administering: AdministeringClients,
    private readonly grants: GrantRemoval,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemError invalid; conflict if the client_id is taken */
  async create(asked: NewClientBody, by: Administrator): Promise<CreatedClientView> {
    const { clientId, clientType } = asked;
    const secret = clientType === 'public' || authenticatesByKey(asked) ? null : randomSecret();
    const stored = secret === null ? null : await this.secrets.store(secret);
    const view = await this.database.transaction(async (tx) => {
      await this.add(tx, asked, stored, by);
      const created = stillThere(await tx.findOneBy(Client, { clientId }), 'client');
      return this.lookup.view(tx, created);
    });
    return { ...view, secret };
  }

  /** Takes effect on this node at once, on others by NOTIFY and within 5 s at the latest (D35). @throws ProblemError */
  async update(clientId: string, change: ClientChange, by: Editor): Promise<ClientView> {
    return this.database.transaction(async (tx) => {
      const client = await this.lookup.find(clientId, tx);
      requireMatch(by, versionOfClient(await this.lookup.view(tx, client)));
      await this.change(tx, client, change, by);
      return this.lookup.view(tx, stillThere(await tx.findOneBy(Client, { id: client.id }), 'client'));
    });
  }

  /**
   * Deletes a client with all that belongs to it. A client with many grants must be disabled first, and takes several
   * requests.
   * @throws ProblemError notFound, preconditionFailed; conflict if it is not disabled; unfinished
   */
  async remove(clientId: string, by: Editor): Promise<void> {
    const wasEmptied = await this.emptyFirst(clientId, by);
    const removing = this.database.transaction(async (tx) => {
      const client = await this.lookup.find(clientId, tx);
      requireMatch(by, versionOfClient(await this.lookup.view(tx, client)));
      await this.clients.remove(tx, client, by);
    });
    await (wasEmptied ? followUp(removing) : removing);
  }

  /** @throws ProblemError invalid; conflict if there are two active ones already */
  async addSecret(clientId: string, expiresAt: Date | null, by: Administrator): Promise<AddedSecretView> {
    const { id } = await this.lookup.find(clientId);
    if (expiresAt !== null && expiresAt <= this.clock.now())
      throw invalid([{ field: 'expiresAt', message: 'must be in the future' }]);
    const { plain, ...added } = await orProblem(this.clients.addSecret(id, expiresAt, by));
    return { ...added, secret: plain };
  }

  /** Revokes a secret, which stops working at once. @throws ProblemError notFound */
  async endSecret(clientId: string, secretId: string, by: Administrator): Promise<void> {
    const { id } = await this.lookup.find(clientId);
    const isThere = /^\d{1,18}$/.test(secretId) && (await this.clients.endSecret(id, secretId, by));
    if (!isThere) throw notFound(`secret ${JSON.stringify(secretId)} of this client`);
  }

  /** @returns whether something was deleted, so that it can't be said any more that nothing was */
  private async emptyFirst(clientId: string, by: Editor): Promise<boolean> {
    const client = await this.lookup.find(clientId);
    if (!(await this.grants.isLarge(client.id))) return false;
    requireMatch(by, versionOfClient(await this.lookup.get(clientId)));
    if (!client.isDisabled)
      throw new ProblemError(Problems.conflict, 'It has many grants: disable it, then delete it.');
    const { removed, isDone } = await this.grants.run(client.id);
    if (isDone) return true;
    const text = `${removed.toLocaleString('en')} grants were deleted, and there are more: delete it again to go on.`;
    throw new ProblemError(Problems.unfinished, text);
  }

  private async add(
    tx: Transaction,
    asked: NewClientBody,
    secret: Pick<StoredSecret, 'scheme' | 'verifier'> | null,
    by: Administrator,
  ): Promise<void> {
    const { clientId, clientType, name, ruleset } = asked;
    const rulesetId = await this.lookup.rulesetId(tx, ruleset);
    const record = { ...settingsFrom(asked, rulesetId), clientId, clientType, name, rulesetId };
    const taken = `A client ${clientId} already exists. Choose another client_id.`;
    await orProblem(this.clients.create(tx, record, secret ? [secret] : [], by), taken);
  }

  /**
   * @param client its locked row
   * @throws ProblemError confirmationRequired if the change would let it administer
   */
  private async change(
    tx: Transaction,
    client: Client,
    change: ClientChange,
    by: Administrator,
  ): Promise<void> {
    const { ruleset } = change;
    const settings = settingsFrom(
      change,
      ruleset === undefined ? undefined : await this.lookup.rulesetId(tx, ruleset),
    );
    const reachOf = async (state: Client): Promise<string[]> => {
      const { patterns } = stillThere(await tx.findOneBy(Ruleset, { id: state.rulesetId }), 'ruleset');
      return this.administering.reachOfClient(state, patterns);
    };
    const after = { ...client, ...settings };
    this.administering.requireConfirmed(by, await reachOf(client), await reachOf(after));
    await orProblem(this.clients.update(tx, client, settings, by));
  }
}
