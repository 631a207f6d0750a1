import { bodyPipe } from '../../platform/operations/admin-body.js';
import { inParts } from '../../platform/database/in-parts.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import type { FieldError } from '../../platform/errors/problems.js';
import type { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ConfigurationDocument } from './configuration.args.js';
import { brandingName } from './differences.js';
import { FoundProblems } from '../../platform/errors/found-problems.js';

type Sent = Readonly<Record<string, unknown>>;

/** What names an entry of each list. */
const NAMES: Readonly<Record<string, (entry: Sent) => unknown>> = {
  rulesets: ({ name }) => name,
  clients: ({ clientId }) => clientId,
  brandings: ({ client }) => (client === null || typeof client === 'string' ? brandingName(client) : null),
  providers: ({ id }) => id,
  webhooks: ({ id }) => id,
  resources: ({ id }) => id,
};

/**
 * Checks an import against its classes, some clients at a time: thousands take seconds, in which other requests are
 * served.
 * @throws ProblemError naming everything that is wrong, in all parts
 */
export async function checkDocument(sent: unknown): Promise<ConfigurationDocument> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalid([{ field: 'body', message: 'must be an export: a JSON object with rulesets and clients' }]);
  const { clients, ...others } = sent as Sent;
  const problems = new FoundProblems();
  const document = await problems.in(check(Array.isArray(clients) ? others : sent, 0));
  const checked: ExportedClient[] = [];
  if (Array.isArray(clients))
    await inParts(clients as unknown[], async (part, from) => {
      checked.push(...((await problems.in(check({ clients: part }, from)))?.clients ?? []));
    });
  problems.add(repetitionsIn(sent as Sent));
  problems.requireNone();
  return { ...document, ...(Array.isArray(clients) && { clients: checked }) };
}

/** @param from index in the document of the part's first client */
async function check(part: object, from: number): Promise<ConfigurationDocument> {
  try {
    const asked = { type: 'body', metatype: ConfigurationDocument } as const;
    return (await bodyPipe.transform(part, asked)) as ConfigurationDocument;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    throw invalid(cause.fields.map((error) => ({ ...error, field: moved(error.field, from) })));
  }
}

function moved(field: string, from: number): string {
  return field.replace(/^clients\.(\d+)/, (_, index: string) => `clients.${Number(index) + from}`);
}

/** The list may be malformed, which another check reports. */
function repetitionsIn(sent: Sent): FieldError[] {
  return Object.entries(NAMES).flatMap(([list, nameOf]) => {
    const entries = Array.isArray(sent[list]) ? (sent[list] as (Sent | null)[]) : [];
    const names = entries.map((entry) => entry && nameOf(entry)).filter((name) => typeof name === 'string');
    const seen = new Set<string>();
    const twice = new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
    return [...twice].map((name) => ({ field: `${list}.${name}`, message: 'appears twice' }));
  });
}
