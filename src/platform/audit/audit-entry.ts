import type { AuditEvent } from './audit-event.entity.js';
import { classOf } from './audit-actions.js';

/** The stored fields of an event, without its time. */
export type KeptEntry = Pick<AuditEvent, 'action' | 'outcome'> &
  Partial<Pick<AuditEvent, 'clientId' | 'accountId' | 'target' | 'address' | 'details'>>;

/** An event as its cause reports it; a refusal always has the caller's address. */
export type AuditEntry = KeptEntry &
  ({ readonly outcome: 'ok' } | { readonly outcome: 'refused'; readonly address: string });

/** Returns the row of an event. Only the recorded fields: an actor may have more, such as its session and role. */
export function eventOf(
  { action, outcome, clientId, accountId, target, address, details }: KeptEntry,
  at: Date,
): KeptEntry & Pick<AuditEvent, 'at' | 'class'> {
  return { at, class: classOf(action), action, outcome, clientId, accountId, target, address, details };
}
