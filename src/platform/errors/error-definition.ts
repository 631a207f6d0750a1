/** All that there is to know of an error; its identity is its key in the catalogue. */
export interface ErrorDefinition {
  /** With type and value the interface's (§7, D8). */
  readonly name: string;
  readonly type: 'Ex' | 'Un';
  readonly value: number;
  /** Of HTTP (D9). */
  readonly status: number;
  /** The sentence that may leave the process. */
  readonly meaning: string;
  /** What the standard endpoints answer instead (D12, RFC 6749 §5.2). */
  readonly oauth: { readonly error: string; readonly status: number };
  /** The type of RFC 9457 by which pages and the administration tell it; null: the status says it all. */
  readonly problem: string | null;
  /** How calls and endpoints count it as refused; null: it is everyday, or recorded where it is raised (D125). */
  readonly audit: 'client.refused' | 'call.denied' | 'token.refused' | null;
}

/** An entry as the catalogue writes it down. */
type ErrorEntry = Pick<ErrorDefinition, 'name' | 'type' | 'value' | 'meaning'> & {
  readonly status?: number;
  readonly oauth?: { readonly error: string; readonly status?: number };
  readonly problem?: string;
  readonly audit?: ErrorDefinition['audit'];
};

/** What a caller does about it, for those that the entry says nothing of. */
const PROBLEMS: Readonly<Record<number, string>> = {
  401: 'not-signed-in',
  403: 'forbidden',
  429: 'too-many-attempts',
  503: 'unavailable',
};

/** Fills in what an entry leaves to the rule. */
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
