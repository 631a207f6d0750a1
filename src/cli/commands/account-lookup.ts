import type { AccountSummary } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import type { ApiClient } from '../api-client.js';
import { Failure } from '../failure.js';

export const WHICH = 'number of the account, or an identifier: e-mail address, phone number, login';

/** Finds an account by its number or one of its identifiers, and returns its number. */
export async function accountIdOf(api: ApiClient, which: string): Promise<string> {
  if (/^\d{1,18}$/.test(which)) return which;
  const wanted = which.toLowerCase();
  const found = api.list<AccountSummary>('/accounts', { query: which }, { limit: 200 });
  for await (const { accountId, identifiers } of found)
    if (identifiers.some((own) => own.toLowerCase() === wanted)) return accountId;
  throw new Failure(
    `No account has the identifier ${which}. Search with: ${hearthCommand('account list --query')}`,
    'notFound',
  );
}
