import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { Administrator } from './access/administrator.js';

/** Who did it, for the audit. */
export function actorOf({ accountId, clientId, address }: Administrator): AuditActor {
  return { accountId, clientId, address };
}
