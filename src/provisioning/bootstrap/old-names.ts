import type { FieldError } from '../../platform/errors/problems.js';
import { IDENTIFIER_OLD_NAMES } from '../../identity/accounts/identifier-entry.js';
import { isObject, type JsonObject } from '../../platform/records/is-object.js';
import { oldNamesIn, Renaming, type OldNames } from '../../platform/records/old-names.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';

export interface Renamed {
  readonly document: unknown;
  /** Warnings: what has an old name, and what to write instead. */
  readonly warnings: readonly string[];
  /** A member with its old and its new name. */
  readonly problems: readonly FieldError[];
}

const KEEPS = {
  name: 'rotatesRefreshToken',
  is: 'the opposite of rotatesRefreshToken',
  from: (keeps: boolean) => !keeps,
};
const OF_CLIENTS: OldNames = {
  keepRefreshToken: KEEPS,
  keepsRefreshToken: KEEPS,
  ...oldNamesIn(CLIENT_FIELDS),
};
const OF_ACCOUNTS: OldNames = {
  administrator: {
    name: 'role',
    is: '"role": "administrator"',
    from: (isAdministrator) => (isAdministrator ? 'administrator' : null),
  },
};

/** Translates the names of before 0.2.0, which bootstrap files may still have (D193). */
export function withTodaysNames(document: unknown): Renamed {
  if (!isObject(document)) return { document, warnings: [], problems: [] };
  const renaming = new Renaming();
  const clients = renaming.list(document.clients, {
    ...{ path: 'clients', of: 'a client', names: OF_CLIENTS },
    more: (client) => withTodaysType(client, renaming.warnings),
  });
  const accounts = renaming.list(document.accounts, {
    ...{ path: 'accounts', of: 'an account', names: OF_ACCOUNTS },
    more: (account, path) => ({
      ...account,
      identifiers: renaming.list(account.identifiers, {
        ...{ path: `${path}.identifiers`, of: 'an identifier', names: IDENTIFIER_OLD_NAMES },
      }),
    }),
  });
  return {
    document: { ...document, clients, accounts },
    warnings: [...renaming.warnings],
    problems: renaming.problems,
  };
}

function withTodaysType(client: JsonObject, warnings: Set<string>): JsonObject {
  const { clientType } = client;
  if (clientType !== 'Confidential' && clientType !== 'Public') return client;
  warnings.add(`the clientType ${clientType} is written ${clientType.toLowerCase()} now`);
  return { ...client, clientType: clientType.toLowerCase() };
}
