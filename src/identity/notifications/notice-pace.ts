import type { Transaction } from '../../platform/database/transaction.js';
import { DAY, MINUTE } from '../../platform/security/clock.js';
import { NOTICE_KINDS, type OutboxMessage } from './outbox-message.entity.js';

/** How many notices are sent at once within a time that begins with the first of them; the others wait for its end. */
const PACE = {
  email: { atOnce: 1, withinMs: 60 * MINUTE, ofOneKind: true },
  sms: { atOnce: 3, withinMs: DAY, ofOneKind: false }, // each costs money
} as const;

/**
 * $6: the earliest begin of the time that a notice sent now would belong to; the time of the last notice may have ended
 * since.
 */
const TOLD = `SELECT count(*)::int AS told, min(m.created_at) AS "beganAt" FROM outbox_message m
  WHERE m.account_id = $1 AND m.channel = $2 AND m.recipient = $3 AND m.by_other = $4 AND m.kind = ANY($5)
    AND m.held_until IS NULL AND m.created_at > $6 AND m.created_at >= coalesce((
      SELECT max(h.held_until) FROM outbox_message h
       WHERE h.account_id = $1 AND h.channel = $2 AND h.recipient = $3 AND h.by_other = $4 AND h.kind = ANY($5) AND h.held_until <= $7), '-infinity')`;

type NewNotice = Pick<OutboxMessage, 'accountId' | 'recipient' | 'kind' | 'byOther'> & {
  readonly channel: keyof typeof PACE;
};

/**
 * Returns when a notice is sent, with others as one message (D336): every address gets every notice, and nobody gets
 * more messages than they read. Notices of what others do to an account have a pace of their own.
 * @returns null: it is sent at once
 */
export async function heldUntil(tx: Transaction, notice: NewNotice, now: Date): Promise<Date | null> {
  const { accountId, channel, recipient, byOther, kind } = notice;
  const { atOnce, withinMs, ofOneKind } = PACE[channel];
  const since = new Date(now.getTime() - withinMs);
  const kinds = ofOneKind ? [kind] : NOTICE_KINDS;
  const values = [accountId, channel, recipient, byOther, kinds, since, now];
  const [{ told, beganAt }] = await tx.query<[{ told: number; beganAt: Date | null }]>(TOLD, values);
  return beganAt === null || told < atOnce ? null : new Date(beganAt.getTime() + withinMs);
}

/**
 * SQL: two waiting messages are sent as one. An e-mail has notices of one kind; a text message counts notices of all
 * kinds.
 * @param a, b aliases of `outbox_message`
 */
export function isWith(a: string, b: string): string {
  return `(${a}.account_id = ${b}.account_id AND ${a}.channel = ${b}.channel AND ${a}.recipient = ${b}.recipient
     AND ${a}.held_until = ${b}.held_until AND ${a}.by_other = ${b}.by_other AND (${a}.kind = ${b}.kind OR ${a}.channel = 'sms'))`;
}
