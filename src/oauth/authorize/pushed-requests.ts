import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import type { SentRequest } from './sent-request.js';

/** What the addresses of pushed requests begin with (RFC 9126 §2.2). */
export const REQUEST_URI = 'urn:ietf:params:oauth:request_uri:';
/** For the way from the client over a browser back to here. */
const LIFETIME_S = 90;

const KEEP: Statement = {
  name: 'pushed-request-keep',
  text: 'INSERT INTO pushed_request (digest, client_id, query, expires_at) VALUES ($1, $2, $3, $4)',
};
/** If two browsers come at once, one gets it. */
const TAKE: Statement = {
  name: 'pushed-request-take',
  text: `DELETE FROM pushed_request WHERE digest = $1 AND client_id = $2 AND expires_at > $3 RETURNING query, expires_at`,
};

interface Row {
  readonly query: string;
  readonly expires_at: Date;
}

/** The answer to a pushed request. */
export interface Pushed {
  readonly requestUri: string;
  readonly expiresInSeconds: number;
}

/** Authorization requests between `/par` and `/authorize` (RFC 9126, D267). */
@Injectable()
export class PushedRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError clientNotAuthenticated for a client that was deleted meanwhile */
  async keep(clientId: Long, { query }: SentRequest): Promise<Pushed> {
    const name = randomSecret();
    const expiresAt = new Date(this.clock.millis() + LIFETIME_S * SECOND);
    await this.store([digestOf(name), clientId, query, expiresAt]);
    return { requestUri: `${REQUEST_URI}${name}`, expiresInSeconds: LIFETIME_S };
  }

  /** Uses it up. null: there is none of this client that is alive. */
  async take(clientId: Long, requestUri: string): Promise<SentRequest | null> {
    const digest = digestOf(requestUri.slice(REQUEST_URI.length));
    const taken = await this.database.query<Row & Record<string, unknown>>(TAKE, [
      digest,
      clientId,
      this.clock.now(),
    ]);
    if (taken.length === 0) return null;
    const [{ query, expires_at: expiresAt }] = taken;
    const giveBack = async (): Promise<void> => {
      await this.store([digest, clientId, query, expiresAt]);
    };
    return { parameters: Object.fromEntries(new URLSearchParams(query)), query, isPushed: true, giveBack };
  }

  private async store(row: [digest: Buffer, clientId: Long, query: string, expiresAt: Date]): Promise<void> {
    await this.database
      .query(KEEP, row)
      .catch((cause: unknown) => throwIfClientGone(cause, 'pushed_request_client_id_fkey'));
  }
}
