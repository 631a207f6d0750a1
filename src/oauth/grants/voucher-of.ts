import type { Voucher } from '../sso/vouchers.js';
import type { TokenRequest } from './grant-type.js';
import { requestedScope } from '../tokens/requested-scope.js';
import { tokenTypeOf, type SignInArgs } from './shared.args.js';

/** The voucher that the request presents for a user. @throws CallError scopeNotValid */
export function voucherOf(
  { client, args, thumbprint, address }: TokenRequest<SignInArgs>,
  token: string,
): Voucher {
  const scope = requestedScope(client, args.scope);
  const tokenType = tokenTypeOf(args);
  return { client, token, tokenType, thumbprint, deviceId: args.deviceId ?? null, scope, address };
}
