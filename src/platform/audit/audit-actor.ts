import type { AuditEvent } from './audit-event.entity.js';

/** Who made an administrator's change: the administrator, the client by whose token, and from where. */
export type AuditActor = Pick<AuditEvent, 'accountId' | 'clientId' | 'address'>;

/** Nobody from outside: the bootstrap file, and what Hearth does by itself. */
export const HEARTH: AuditActor = Object.freeze({ accountId: null, clientId: null, address: null });
