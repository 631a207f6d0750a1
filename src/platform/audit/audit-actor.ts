import type { AuditEvent } from './audit-event.entity.js';

/** The actor of an administrator's change: the administrator, the client of the token used, and the address. */
export type AuditActor = Pick<AuditEvent, 'accountId' | 'clientId' | 'address'>;

/** The server itself: the bootstrap file, and automatic changes. */
export const HEARTH: AuditActor = Object.freeze({ accountId: null, clientId: null, address: null });
