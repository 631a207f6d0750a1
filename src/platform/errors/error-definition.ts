/** Everything about an error; it is identified by its key in the catalogue. */
export interface ErrorDefinition {
  /** Name, type and value as in the interface (§7, D8). */
  readonly name: string;
  readonly type: 'Ex' | 'Un';
  readonly value: number;
  /** HTTP status (D9). */
  readonly status: number;
  /** The sentence that is sent to callers. */
  readonly meaning: string;
  /** The answer of the standard endpoints (D12, RFC 6749 §5.2). */
  readonly oauth: { readonly error: string; readonly status: number };
  /** Its RFC 9457 type on pages and in the administration; null: the status is enough. */
  readonly problem: string | null;
  /**
   * The audit action when calls and endpoints refuse with it; null: it is routine, or recorded where it is thrown
   * (D125).
   */
  readonly audit: 'client.refused' | 'call.denied' | 'token.refused' | null;
}

/** An entry as written in the catalogue. */
type ErrorEntry = Pick<ErrorDefinition, 'name' | 'type' | 'value' | 'meaning'> & {
  readonly status?: number;
  readonly oauth?: { readonly error: string; readonly status?: number };
  readonly problem?: string;
  readonly audit?: ErrorDefinition['audit'];
};

/** Problem types by status, for entries without their own. */
const PROBLEMS: Readonly<Record<number, string>> = {
  401: 'not-signed-in',
  403: 'forbidden',
  429: 'too-many-attempts',
  503: 'unavailable',
};

/** Fills in the defaults of entries. */
export function defineErrors<K extends string>(
  entries: Record<K, ErrorEntry>,
): Readonly<Record<K, ErrorDefinition>> {
  const defined = Object.entries<ErrorEntry>(entries).map(([key, entry]) => [key, complete(entry)]);
  return Object.freeze(Object.fromEntries(defined) as Record<K, ErrorDefinition>);
}

function complete(entry: ErrorEntry): ErrorDefinition {
  const { status = entry.value } = entry; // D9: the value of an `Un` is its status
  const { error = 'invalid_request', status: oauthStatus = 400 } = entry.oauth ?? {};
  const problem = entry.problem ?? PROBLEMS[status];
  return Object.freeze({
    ...entry,
    status,
    oauth: Object.freeze({ error, status: oauthStatus }),
    problem: problem === undefined ? null : `urn:hearth:problem:${problem}`,
    audit: entry.audit ?? null,
  });
}
