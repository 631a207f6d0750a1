import type { ApiDescription } from '../document.js';
import type { Entry } from '../entry.js';
import { sampleOf } from './sample.js';
import { ALSO_SENT, OWN_VALUES } from './values.js';

/** A request of an example, from which each language is written. */
export interface ExampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** How the caller authenticates; null: not at all. */
  readonly proof: 'client' | 'token' | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ExampleBody | null;
}

type ExampleBody =
  | { readonly kind: 'form' | 'multipart'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly type: string; readonly text: string };

/** Returns the example of an operation: with required parameters, and useful others (sent.ts). */
export function exampleOf(entry: Entry, document: ApiDescription): ExampleRequest {
  const body = bodyOf(entry, document);
  const { query, headers, path } = parametersOf(entry, document);
  // An operation without changes and without a body is shown as GET.
  const method = entry.methods.includes('GET') && body === null ? 'GET' : entry.methods[0];
  return { method, path: path + (query === '' ? '' : `?${query}`), proof: proofOf(entry), headers, body };
}

function parametersOf({ id, path, described }: Entry, document: ApiDescription) {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const { name, in: place, required, schema = {} } of described.parameters ?? []) {
    if (!required && !ALSO_SENT[id]?.includes(name)) continue;
    const value = OWN_VALUES[id]?.[name] ?? sampleOf(schema, document, { name });
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'header') headers[name] = name === 'If-Match' ? '*' : String(value);
    else query.set(name, String(value));
  }
  const more = OWN_VALUES[id]?.parameters as Record<string, string> | undefined;
  for (const [name, value] of Object.entries(more ?? {})) query.set(name, value);
  return { path: filled, query: query.toString(), headers };
}

function bodyOf({ id, described }: Entry, document: ApiDescription): ExampleBody | null {
  const content = described.requestBody?.content;
  const form = OWN_VALUES[id]?.form as Record<string, string> | undefined;
  if (form) return { kind: 'form', fields: form };
  if (!content) return null;
  const [type] = Object.keys(content);
  const schema = content[type].schema ?? {};
  const only = ALSO_SENT[id] ?? [];
  const value = OWN_VALUES[id]?.body ?? sampleOf(schema, document, { only });
  if (type === 'application/json') return { kind: 'json', value };
  if (typeof value === 'string') return { kind: 'text', type, text: value };
  const fields = Object.entries(value as object).map(([name, one]) => [name, textOf(one)] as const);
  if (fields.length === 0) return null;
  return { kind: type === 'multipart/form-data' ? 'multipart' : 'form', fields: Object.fromEntries(fields) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a user's token for operations on its account or of the administration, else the client's credentials. */
function proofOf({ path, described }: Entry): ExampleRequest['proof'] {
  const { security = [] } = described;
  if (security.length === 0 || isOpen(described)) return null;
  const takes = (scheme: string) => security.some((one) => scheme in one);
  if (path.startsWith('/admin/') || described['x-account'] === 'required' || !takes('client'))
    return takes('bearer') ? 'token' : null;
  return 'client';
}

function isOpen({ operationId }: Entry['described']): boolean {
  return ['log2in', 'log2out', 'weblogin'].includes(operationId); // of a browser, with its cookie
}
