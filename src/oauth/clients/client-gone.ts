import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';

/** For what is kept of a client that was deleted after it authenticated. @throws CallError clientNotAuthenticated, or the cause */
export function throwIfClientGone(cause: unknown, foreignKey: string): never {
  throw isForeignKeyViolation(cause, foreignKey) ? new CallError(Errors.clientNotAuthenticated) : cause;
}
