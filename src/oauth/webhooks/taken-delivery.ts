import { SECOND } from '../../platform/security/clock.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** Time limit of one attempt. */
export const WEBHOOK_LIMIT_MS = 15 * SECOND;
/** How long a delivery is reserved: no other node tries it before this attempt has surely ended. */
export const LEASE_MS = WEBHOOK_LIMIT_MS + 30 * SECOND;
/** The HTTP status of a receiver that wants no more. */
export const GONE = 410;

/** A delivery that this node is sending, with what its webhook is now. */
export interface TakenDelivery extends Pick<
  WebhookDelivery,
  | 'id'
  | 'webhookId'
  | 'messageId'
  | 'kind'
  | 'subject'
  | 'sequence'
  | 'data'
  | 'occurredAt'
  | 'attempts'
  | 'givesUpAt'
> {
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedPrevious: Buffer | null;
  /** It asks whether a receiver that failed is back. */
  readonly isProbe: boolean;
}

export interface WebhookAnswer {
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Its beginning, or why there is none. */
  readonly text: string;
  readonly durationMs: number;
  /** How long the receiver asks to wait (Retry-After); 0: it does not ask. */
  readonly retryAfterMs: number;
}
