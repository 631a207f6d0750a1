import { Injectable } from '@nestjs/common';
import { ClientService } from '../../oauth/clients/client.service.js';
import { invalid, notFound } from '../../platform/errors/problem-error.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { orProblem } from '../shell/record-problems.js';
import { ClientLookup } from './client-lookup.js';
import type { AddedSecretView } from './client.view.js';

/** Adds and revokes secrets of clients for administrators (D34). */
@Injectable()
export class SecretsOfClients {
  constructor(
    private readonly lookup: ClientLookup,
    private readonly clients: ClientService,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemError invalid; conflict if there are two active ones already */
  async add(clientId: string, expiresAt: Date | null, by: Administrator): Promise<AddedSecretView> {
    const { id } = await this.lookup.find(clientId);
    if (expiresAt !== null && expiresAt <= this.clock.now())
      throw invalid([{ field: 'expiresAt', message: 'must be in the future' }]);
    const { plain, ...added } = await orProblem(this.clients.addSecret(id, expiresAt, by));
    return { ...added, secret: plain };
  }

  /** Revokes a secret, which stops working at once. @throws ProblemError notFound */
  async end(clientId: string, secretId: string, by: Administrator): Promise<void> {
    const { id } = await this.lookup.find(clientId);
    const isThere = /^\d{1,18}$/.test(secretId) && (await this.clients.endSecret(id, secretId, by));
    if (!isThere) throw notFound(`secret ${JSON.stringify(secretId)} of this client`);
  }
}
