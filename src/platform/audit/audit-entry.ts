import type { AuditEvent } from './audit-event.entity.js';
import { classOf } from './catalogue.js';

/** What is kept of an event, but when it was. */
export type KeptEntry = Pick<AuditEvent, 'action' | 'outcome'> &
  Partial<Pick<AuditEvent, 'clientId' | 'accountId' | 'target' | 'address' | 'details'>>;

/** An event as whoever causes it tells it: of a refusal always with where it came from. */
export type AuditEntry = KeptEntry &
  ({ readonly outcome: 'ok' } | { readonly outcome: 'refused'; readonly address: string });

/** An event as it is stored: the recorded fields alone, since an actor may have more, such as its session and role. */
export function eventOf(
  { action, outcome, clientId, accountId, target, address, details }: KeptEntry,
  at: Date,
): KeptEntry & Pick<AuditEvent, 'at' | 'class'> {
  return { at, class: classOf(action), action, outcome, clientId, accountId, target, address, details };
}
