export const KINDS = {
  status: 'an answer that says the server failed',
  form: 'an answer that is not of the declared form',
  leak: 'a stack, SQL or a secret where it should not be',
  slow: 'an answer that took the server too long',
  silent: 'no answer',
  ended: 'the process ended',
  memory: 'memory that grows',
  complaint: 'something on stderr',
} as const;

type FaultKind = keyof typeof KINDS;

/** A fault; faults with the same key are the same one. */
export interface Fault {
  readonly kind: FaultKind;
  readonly key: string;
  /** The operation, or another subject. */
  readonly about: string;
  /** A sentence that describes it. */
  readonly what: string;
}

export function fault(kind: FaultKind, about: string, what: string): Fault {
  return { kind, about, key: `${kind} ${about}: ${what}`.replace(/\d+/g, '0').slice(0, 200), what };
}
