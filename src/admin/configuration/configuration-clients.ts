import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import { ClientSecret } from '../../clients/client-secret.entity.js';
import { ClientService } from '../../clients/client.service.js';
import { invalid } from '../../errors/problems.js';
import type { Administrator } from '../access/administrator.js';
import { ClientLookup } from '../clients/client-lookup.js';
import { Clients } from '../clients/clients.service.js';
import { orProblem } from '../refused-record.js';
import type { ExportedClient, ExportedSecret } from './configuration.args.js';
import { keyOf } from './differences.js';

interface Wanted {
  /** null: it goes. */
  readonly client: ExportedClient | null;
  /** Secrets that the document does not name go. */
  readonly isPruning: boolean;
}

/** Makes one client as a document has it. */
@Injectable()
export class ConfigurationClients {
  constructor(
    private readonly lookup: ClientLookup,
    private readonly administered: Clients,
    private readonly clients: ClientService,
  ) {}

  /** @returns the id of the client's row */
  async apply(
    tx: EntityManager,
    clientId: string,
    { client, isPruning }: Wanted,
    by: Administrator,
  ): Promise<string> {
    const there = await tx.findOneBy(Client, { clientId });
    if (!client) {
      const gone = await this.lookup.find(clientId, tx);
      await this.clients.remove(tx, gone, by);
      return gone.id;
    }
    const { secrets, clientType, ...settings } = client;
    if (there && there.clientType !== clientType) throw invalid([typeStays(there.clientType)]);
    if (there) await this.administered.change(tx, there, settings, by);
    else await this.administered.add(tx, client, null, by);
    const row = await this.lookup.find(clientId, tx);
    if (secrets) await this.applySecrets(tx, row, { secrets, isPruning }, by);
    return row.id;
  }

  /** To be said after the commit. */
  announce(ids: readonly string[]): Promise<void> {
    return this.clients.announce(...ids);
  }

  private async applySecrets(
    tx: EntityManager,
    client: Client,
    { secrets, isPruning }: { secrets: readonly ExportedSecret[]; isPruning: boolean },
    by: Administrator,
  ): Promise<void> {
    const wanted = new Map(secrets.map((secret) => [keyOf(secret), secret]));
    for (const { id, scheme, verifier } of await tx.findBy(ClientSecret, { clientId: client.id })) {
      const key = keyOf({ scheme, verifier: verifier.toString(scheme === 'bcrypt' ? 'utf8' : 'hex') });
      const isWanted = wanted.delete(key);
      if (!isWanted && isPruning) await this.clients.dropSecret(tx, client, id, by);
    }
    for (const { scheme, verifier, expiresAt = null } of wanted.values()) {
      const bytes = Buffer.from(verifier, scheme === 'bcrypt' ? 'utf8' : 'hex');
      await orProblem(this.clients.keepSecret(tx, client, { scheme, verifier: bytes, expiresAt }, by));
    }
  }
}

function typeStays(type: string) {
  return { field: 'clientType', message: `is ${type} here and stays: delete the client first` };
}
