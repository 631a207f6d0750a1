import type { Operation } from '../operations/operation.js';

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key gets the same answer for 24 hours, and does nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,64}$' },
};

/** The header of an operation that answers a repeated request as the first one. */
export function keyParameter({ idempotency, writes }: Operation): readonly object[] {
  return idempotency === 'answered alike' && writes ? [KEY] : [];
}
