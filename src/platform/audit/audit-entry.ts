import type { AuditEvent } from './audit-event.entity.js';
import { classOf } from './catalogue.js';

/** An event as whoever causes it tells it. */
export type AuditEntry = Pick<AuditEvent, 'action' | 'outcome'> &
  Partial<Pick<AuditEvent, 'clientId' | 'accountId' | 'target' | 'address' | 'details'>>;

/** An event as it is stored: the recorded fields alone, since an actor may have more, such as its session and role. */
export function eventOf(
  { action, outcome, clientId, accountId, target, address, details }: AuditEntry,
  at: Date,
): AuditEntry & Pick<AuditEvent, 'at' | 'class'> {
  return { at, class: classOf(action), action, outcome, clientId, accountId, target, address, details };
}
