import { bodyPipe } from '../../platform/operations/admin-body.js';
import { inParts } from '../../platform/database/in-parts.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import type { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ConfigurationDocument } from './configuration.args.js';

/**
 * Checks an import against its classes, some clients at a time: thousands take seconds, in which other requests are
 * served.
 * @throws ProblemError naming what is wrong in the first batch of clients that has an error
 */
export async function checkDocument(sent: unknown): Promise<ConfigurationDocument> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalid([{ field: 'body', message: 'must be an export: a JSON object with rulesets and clients' }]);
  const { clients, ...others } = sent as { clients?: unknown };
  if (!Array.isArray(clients)) return check(sent, 0);
  const document = await check(others, 0);
  const checked: ExportedClient[] = [];
  await inParts(clients as unknown[], async (part, from) => {
    checked.push(...((await check({ clients: part }, from)).clients ?? []));
  });
  return { ...document, clients: checked };
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
