import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../platform/database/database.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { KnownClient } from '../clients/client-directory.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import { ownerOf, type Owner } from './context-owner.js';
import type { PushedRequestView } from './pushed-request.view.js';
import type { SentRequest } from './sent-request.js';

/** What the addresses of pushed requests begin with (RFC 9126 §2.2). */
export const REQUEST_URI = 'urn:ietf:params:oauth:request_uri:';
/** For the way from the client over a browser back to here. */
const LIFETIME_S = 90;

const KEEP: Statement = {
  name: 'pushed-request-keep',
  text: 'INSERT INTO pushed_request (digest, client_id, document_url, query, expires_at) VALUES ($1, $2, $3, $4, $5)',
};
/** If two browsers come at once, one gets it. */
const TAKE: Statement = {
  name: 'pushed-request-take',
  text: `DELETE FROM pushed_request WHERE digest = $1 AND expires_at > $2
           AND client_id IS NOT DISTINCT FROM $3 AND document_url IS NOT DISTINCT FROM $4 RETURNING query, expires_at`,
};

interface Row {
  readonly query: string;
  readonly expires_at: Date;
}

/** Authorization requests between `/par` and `/authorize` (RFC 9126, D267). */
@Injectable()
export class PushedRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError clientNotAuthenticated for a client that was deleted meanwhile */
  async keep(client: KnownClient, { query }: SentRequest): Promise<PushedRequestView> {
    const name = randomSecret();
    const expiresAt = new Date(this.clock.millis() + LIFETIME_S * SECOND);
    await this.store(digestOf(name), ownerOf(client), query, expiresAt);
    return { request_uri: `${REQUEST_URI}${name}`, expires_in: LIFETIME_S };
  }

  /** Uses a request up. null: this client has no such request that is still valid. */
  async take(client: KnownClient, requestUri: string): Promise<SentRequest | null> {
    const owner = ownerOf(client);
    const digest = digestOf(requestUri.slice(REQUEST_URI.length));
    const taken = await this.database.query<Row & Record<string, unknown>>(TAKE, [
      digest,
      this.clock.now(),
      owner.clientId,
      owner.documentUrl,
    ]);
    if (taken.length === 0) return null;
    const [{ query, expires_at: expiresAt }] = taken;
    const giveBack = async (): Promise<void> => {
      await this.store(digest, owner, query, expiresAt);
    };
    return { parameters: parametersIn(query), query, isPushed: true, giveBack };
  }

  private async store(
    digest: Buffer,
    { clientId, documentUrl }: Owner,
    query: string,
    expiresAt: Date,
  ): Promise<void> {
    await this.database
      .query(KEEP, [digest, clientId, documentUrl, query, expiresAt])
      .catch((cause: unknown) => throwIfClientGone(cause, 'pushed_request_client_id_fkey'));
  }
}

/** As of a URL: a repeated parameter is a list. */
function parametersIn(query: string): SentRequest['parameters'] {
  const sent = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
