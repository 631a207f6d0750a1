import { MINUTE, type Clock } from '../../platform/security/clock.js';
import type { TokenKeys } from '../tokens/format/token-keys.js';
import { isTagged, TAG_BYTES } from '../tokens/format/token-keys.js';

const TIME_BYTES = 4;
const BYTES = TIME_BYTES + TAG_BYTES;
/** Clocks of two nodes differ by less; within this time a nonce of a minute that has not come yet is good too. */
const AHEAD_MINUTES = 1;
/** How long a nonce is good after its minute. */
const GOOD_MINUTES = 5;

/**
 * The nonces of proofs (RFC 9449 §8): the minute and an HMAC of it under a key that comes from MASTER_KEY. Nothing is
 * stored, and every node knows those of every other (D266).
 */
export class DpopNonces {
  private made: { readonly minute: number; readonly nonce: string } | null = null;

  constructor(
    private readonly keys: TokenKeys,
    private readonly clock: Clock,
  ) {}

  /** Returns the nonce that all clients get now. */
  current(): string {
    const minute = this.minute();
    if (this.made?.minute !== minute) this.made = { minute, nonce: this.nonceOf(minute) };
    return this.made.nonce;
  }

  /** Returns when the nonce expires, in milliseconds since the epoch; null: it is not ours, or it expired. */
  endOf(nonce: string): number | null {
    const bytes = Buffer.from(nonce, 'base64url');
    if (bytes.length !== BYTES || bytes.toString('base64url') !== nonce) return null;
    const time = bytes.subarray(0, TIME_BYTES);
    const minute = time.readUInt32BE();
    const age = this.minute() - minute;
    if (age < -AHEAD_MINUTES || age > GOOD_MINUTES) return null;
    const isOurs = [...this.keys.listed].some((key) =>
      isTagged(key, 'dpop-nonce', time, bytes.subarray(TIME_BYTES)),
    );
    return isOurs ? (minute + GOOD_MINUTES + 1) * MINUTE : null;
  }

  private nonceOf(minute: number): string {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUInt32BE(minute);
    return Buffer.concat([time, this.keys.newest.tag('dpop-nonce', time)]).toString('base64url');
  }

  private minute(): number {
    return Math.floor(this.clock.millis() / MINUTE);
  }
}
