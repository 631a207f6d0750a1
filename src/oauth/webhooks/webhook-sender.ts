import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { OutsideFetchError, postOutside } from '../../platform/security/outside-fetch.js';
import { Sealer } from '../../platform/security/sealer.js';
import { VERSION } from '../../platform/version.js';
import { SEND_LIMIT_MS, type TakenDelivery, type WebhookAnswer } from './taken-delivery.js';
import { bodyOf } from './webhook-body.js';
import { signatureHeaders } from './webhook-signature.js';
import { webhookContext } from './webhook.entity.js';

/** How much of a receiver's answer is kept for administrators to read. */
const KEPT_BYTES = 1024;

/** Sends a delivery as Standard Webhooks has it; any 2xx is success. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly config: AppConfig,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Never fails: what went wrong is the answer. */
  async send(delivery: TakenDelivery): Promise<WebhookAnswer> {
    const since = performance.now();
    const { text, ...answer } = await this.post(delivery).catch((cause: unknown) => {
      if (!(cause instanceof OutsideFetchError)) throw cause;
      return { status: null, retryAfterMs: 0, text: cause.message };
    });
    // PostgreSQL keeps no NUL in a text.
    return { ...answer, text: text.replaceAll('\0', ''), durationMs: Math.round(performance.now() - since) };
  }

  private post(delivery: TakenDelivery) {
    const { url, messageId } = delivery;
    const body = bodyOf({ ...delivery, type: delivery.kind });
    const timestamp = Math.floor(this.clock.millis() / SECOND);
    return postOutside(new URL(url), {
      signal: AbortSignal.timeout(SEND_LIMIT_MS),
      maxBytes: KEPT_BYTES,
      insideNetworks: this.config.jwksInsideNetworks,
      headers: {
        'Content-Type': 'application/json',
        Accept: '*/*',
        'User-Agent': `Hearth/${VERSION}`,
        ...signatureHeaders({ id: `msg_${messageId}`, timestamp, body }, this.secretsOf(delivery)),
      },
      body,
    });
  }

  private secretsOf({ webhookId, sealedSecret, sealedPrevious }: TakenDelivery): Buffer[] {
    const sealed = sealedPrevious === null ? [sealedSecret] : [sealedSecret, sealedPrevious];
    return sealed.map((each) => this.sealer.open('webhook', each, webhookContext(webhookId)));
  }
}

export function isSuccess({ status }: WebhookAnswer): boolean {
  return status !== null && status >= 200 && status <= 299;
}
