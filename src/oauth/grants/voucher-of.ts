import type { CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { parseScope, usefulScopes } from '../tokens/scope.js';
import type { Voucher } from '../sso/vouchers.js';
import type { TokenRequest } from './grant-type.js';
import { tokenTypeOf, type VouchedArgs } from './shared.args.js';

/** The voucher that the request presents for a user. @throws CallError scopeNotValid */
export function voucherOf({ client, args, address }: TokenRequest<VouchedArgs>, token: string): Voucher {
  const scope = args.scope === undefined ? null : scopeFor(client, args.scope);
  return { client, token, tokenType: tokenTypeOf(args), deviceId: args.deviceId ?? null, scope, address };
}

/** The requested scope, narrowed to the client's ruleset. */
function scopeFor(client: CallerClient, text: string): string {
  const scopes = parseScope(text) === null ? [] : usefulScopes(text, client);
  if (scopes.length === 0) throw new CallError(Errors.scopeNotValid);
  return scopes.join(' ');
}
