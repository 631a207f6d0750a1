import type { FieldError } from '../../platform/errors/problems.js';
import { fieldsIn } from '../../platform/records/field.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';

type Sent = Record<string, unknown>;

export interface Renamed {
  readonly document: unknown;
  /** Warnings: what has an old name, and what to write instead. */
  readonly warnings: readonly string[];
  /** A member with its old and its new name. */
  readonly problems: readonly FieldError[];
}

const RENAMED = fieldsIn(CLIENT_FIELDS).flatMap(([name, { oldName }]) => (oldName ? [[oldName, name]] : []));

/** The opposite of rotatesRefreshToken, which it was before. */
const KEEPS = ['keepRefreshToken', 'keepsRefreshToken'];

/** Translates the names of before 0.2.0, which bootstrap files may still have (D193). */
export function withTodaysNames(document: unknown): Renamed {
  const { clients } = (isObject(document) ? document : {}) as { clients?: unknown };
  if (!Array.isArray(clients)) return { document, warnings: [], problems: [] };
  const warnings = new Set<string>();
  const problems: FieldError[] = [];
  const renamed = clients.map((client: unknown, i) => {
    if (!isObject(client)) return client;
    const { clientType } = client;
    const now = { ...client };
    if (clientType === 'Confidential' || clientType === 'Public') {
      now.clientType = clientType.toLowerCase();
      warnings.add(`the clientType ${clientType} is written ${clientType.toLowerCase()} now`);
    }
    for (const old of KEEPS) {
      if (!Object.hasOwn(client, old)) continue;
      warnings.add(
        `${old} of a client is the opposite of rotatesRefreshToken now, which is false unless it says otherwise`,
      );
      const field = `clients.${i}.${old}`;
      if (typeof client[old] !== 'boolean') problems.push({ field, message: 'must be a boolean value' });
      else if (Object.hasOwn(client, 'rotatesRefreshToken'))
        problems.push({
          field,
          message: 'is the opposite of rotatesRefreshToken now, and that is there too',
        });
      else now.rotatesRefreshToken = !client[old];
      delete now[old];
    }
    for (const [old, name] of RENAMED) {
      if (!Object.hasOwn(client, old)) continue;
      warnings.add(`${old} of a client is called ${name} now`);
      if (Object.hasOwn(client, name))
        problems.push({
          field: `clients.${i}.${old}`,
          message: `is called ${name} now, and that is there too`,
        });
      else now[name] = client[old];
      delete now[old];
    }
    return now;
  });
  return { document: { ...(document as Sent), clients: renamed }, warnings: [...warnings], problems };
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
