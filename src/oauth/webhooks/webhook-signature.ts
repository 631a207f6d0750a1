import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newWebhookSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns the secret as receivers configure it: `whsec_` and Base64. */
export function shownSecret(secret: Buffer): string {
  return PREFIX + secret.toString('base64');
}

interface SignedMessage {
  readonly id: string;
  /** When this attempt is made, in seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of Standard Webhooks: one signature for each secret, so that a receiver may know either. */
export function signatureHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly Buffer[],
): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
