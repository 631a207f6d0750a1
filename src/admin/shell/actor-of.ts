import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { Administrator } from './access/administrator.js';

/** The administrator as the actor of an audit event. */
export function actorOf({ accountId, clientId, address }: Administrator): AuditActor {
  return { accountId, clientId, address };
}
