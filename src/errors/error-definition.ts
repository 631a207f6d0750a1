/**
 * What a caller can see of an error; its identity is its key in the catalogue.
 * `name`, `type` and `value` are the interface's (§7, D8); `status` is the HTTP status (D9);
 * `meaning` is the sentence that may leave the process; `oauth` is the code that the standard
 * endpoints use instead (D12, RFC 6749 §5.2).
 */
export interface ErrorDefinition {
  readonly name: string;
  readonly type: 'Ex' | 'Un';
  readonly value: number;
  readonly status: number;
  readonly meaning: string;
  readonly oauth: { readonly error: string; readonly status: number };
}

/** An entry as the catalogue writes it down. */
export type ErrorEntry = Omit<ErrorDefinition, 'status' | 'oauth'> & {
  status?: number;
  oauth?: { error: string; status?: number };
};

/** Fills in what an entry leaves to the rule. */
export function defineErrors<K extends string>(
  entries: Record<K, ErrorEntry>,
): Readonly<Record<K, ErrorDefinition>> {
  const defined = Object.entries<ErrorEntry>(entries).map(([key, entry]) => {
    const status = entry.status ?? entry.value; // D9: the value of an `Un` is its status
    const oauth = { error: entry.oauth?.error ?? 'invalid_request', status: entry.oauth?.status ?? 400 };
    return [key, Object.freeze({ ...entry, status, oauth })];
  });
  return Object.freeze(Object.fromEntries(defined) as Record<K, ErrorDefinition>);
}
