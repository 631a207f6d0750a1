import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { MessageDelivery } from '../../identity/notifications/message-delivery.js';
import type { LogoutPayload } from '../../identity/notifications/outbox.js';
import { PermanentRefusal, SendLater } from '../../identity/notifications/senders.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import { SECOND } from '../../platform/security/clock.js';
import { fetchOutside, OutsideFetchError } from '../../platform/security/outside-fetch.js';
import { randomIdentifier } from '../../platform/security/secrets.js';
import { IdTokens } from './id-tokens.js';

const TIME_LIMIT_MS = 10 * SECOND;
const MAX_BYTES = 64 * 1024;
/** The HTTP status of a receiver that wants no more logout tokens. */
const GONE = 410;
/** The account of a logout token that is sent as a test: no account has this id. */
const NOBODY: Long = '0';

type Receiver = Pick<KnownClient, 'clientId' | 'idTokenSigningAlg' | 'backchannelLogoutUri'>;

/** Whether a client takes logout tokens. */
interface LogoutTrial {
  readonly delivered: boolean;
  /** One sentence. */
  readonly reason: string;
}

/** Posts signed logout tokens to clients (OpenID Connect Back-Channel Logout 1.0 §2.5, D214). */
@Injectable()
export class LogoutTokens {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly idTokens: IdTokens,
    private readonly delivery: MessageDelivery,
    private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    this.delivery.deliverLogoutsBy((payload) => this.deliver(payload));
  }

  /** Sends a logout token of a sign-in that never existed. */
  async try(client: Receiver): Promise<LogoutTrial> {
    try {
      await this.post(client, {
        clientId: client.clientId,
        sub: NOBODY,
        sid: randomIdentifier(),
        jti: randomUUID(),
      });
      return { delivered: true, reason: 'It took the logout token.' };
    } catch (cause) {
      if (!(cause instanceof OutsideFetchError)) throw cause;
      return { delivered: false, reason: `The logout token was not delivered: ${cause.message}.` };
    }
  }

  /**
   * Posts to the URL that is now in the client's record. Sends nothing if the client is gone or has no URL any more.
   * @throws PermanentRefusal, SendLater
   */
  private async deliver(payload: LogoutPayload): Promise<void> {
    const client = await this.clients.findByClientId(payload.clientId);
    if (!client?.backchannelLogoutUri) return;
    try {
      await this.post(client, payload);
    } catch (cause) {
      if (!(cause instanceof OutsideFetchError)) throw cause;
      const { message, status, retryAfterMs } = cause;
      throw status === GONE ? new PermanentRefusal(message) : new SendLater(message, retryAfterMs);
    }
  }

  /** @throws OutsideFetchError */
  private async post(client: Receiver, { sub, sid, jti }: LogoutPayload): Promise<void> {
    const { backchannelLogoutUri: uri } = client;
    if (uri === null) throw new OutsideFetchError('the client has no backchannelLogoutUri');
    const logoutToken = await this.idTokens.issueLogoutToken(client, { sub, sid, jti });
    await fetchOutside(new URL(uri), {
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      maxBytes: MAX_BYTES,
      insideNetworks: this.config.jwksInsideNetworks,
      accept: '*/*',
      form: { logout_token: logoutToken },
    });
  }
}
