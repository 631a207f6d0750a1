import { Injectable } from '@nestjs/common';
import { AccountService } from '../../identity/accounts/account.service.js';
import { candidatesFor } from '../../identity/accounts/identifier.js';
import { ClientService } from '../../oauth/clients/client.service.js';
import { Database } from '../../platform/database/database.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { isLong } from '../../platform/operations/long.js';
import { beginsWith, UNNAMED } from '../shell/paging.js';
import type { AuditEventView } from './audit-trail.view.js';

/** The most accounts or clients that one name may stand for. With more, the query would read event by event. */
const MOST = 20;
const ACCOUNTS = {
  name: UNNAMED,
  text: `SELECT id FROM account a WHERE ${beginsWith('a.name', '$1')} ORDER BY lower(a.name) COLLATE "C", a.id LIMIT ${MOST + 1}`,
};
const CLIENTS = {
  name: UNNAMED,
  text: `SELECT client_id AS id FROM client WHERE ${beginsWith('name', '$1')} ORDER BY client_id LIMIT ${MOST + 1}`,
};
const NAMES = {
  name: 'audit-names',
  text: `SELECT 'account:' || id AS target, name FROM account WHERE id = ANY($1::bigint[])
         UNION ALL SELECT 'client:' || client_id, name FROM client WHERE client_id = ANY($2::text[])
         UNION ALL SELECT 'family:' || id, name FROM family WHERE id = ANY($3::bigint[])`,
};

/** The names of the objects of events, by target: `account:7`, `client:shop`, `family:4`. Deleted ones have none. */
export type Names = ReadonlyMap<string, string>;

/** Finds accounts, clients and families by name: events only hold ids. */
@Injectable()
export class AuditNames {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly clients: ClientService,
  ) {}

  /**
   * The accounts that are meant: by number, also of a deleted one, by an identifier, or by the beginning of a name.
   * @throws ProblemError invalid
   */
  async accountsCalled(text: string): Promise<string[]> {
    if (isLong(text)) return [text];
    const known = await this.accounts.allByIdentifier(candidatesFor(text), {});
    if (known.length > 0) return known;
    const named = await this.database.query<{ id: string }>(ACCOUNTS, [text]);
    if (named.length === 0)
      throw invalid([
        { field: 'account', message: 'must be a number, an identifier or the beginning of a name' },
      ]);
    return fewOf(named, 'account');
  }

  /** The one that is meant. @throws ProblemError invalid */
  async oneAccountCalled(text: string): Promise<string> {
    const [accountId, other] = await this.accountsCalled(text);
    if (other === undefined) return accountId;
    throw invalid([{ field: 'account', message: 'fits several accounts: use the number of one' }]);
  }

  /** The clients that are meant: by client_id, also of a deleted one, or by the beginning of a name. */
  async clientsCalled(text: string): Promise<string[]> {
    const named = (await this.clients.exists(text))
      ? []
      : await this.database.query<{ id: string }>(CLIENTS, [text]);
    return named.length === 0 ? [text] : fewOf(named, 'client');
  }

  /** Finds the names of all objects of these events. */
  async of(events: readonly AuditEventView[]): Promise<Names> {
    const targets = events.flatMap(targetsIn);
    const ids = (kind: string) =>
      targets
        .filter((target) => target.startsWith(`${kind}:`))
        .map((target) => target.slice(kind.length + 1));
    const values = [ids('account').filter(isLong), ids('client'), ids('family').filter(isLong)];
    const found = await this.database.query<{ target: string; name: string }>(NAMES, values);
    return new Map(found.map(({ target, name }) => [target, name]));
  }
}

/** Everything that an event names, as targets. */
function targetsIn({ accountId, clientId, target, details }: AuditEventView): string[] {
  const { account, client, family } = (details ?? {}) as Readonly<Record<string, unknown>>;
  const named = { account, client, family };
  return [
    ...(accountId === null ? [] : [`account:${accountId}`]),
    ...(clientId === null ? [] : [`client:${clientId}`]),
    ...(target === null ? [] : [target]),
    ...Object.entries(named).flatMap(([kind, id]) => (typeof id === 'string' ? [`${kind}:${id}`] : [])),
  ];
}

function fewOf(found: readonly { readonly id: string }[], field: 'account' | 'client'): string[] {
  if (found.length <= MOST) return found.map(({ id }) => id);
  throw invalid([{ field, message: `fits more than ${MOST} ${field}s: type more of it` }]);
}
