import type { Voucher } from '../sso/vouchers.js';
import type { TokenRequest } from './grant-type.js';
import { HERE, requestedScope } from '../tokens/target.js';
import { tokenTypeOf, type SignInArgs } from './shared.args.js';

/** The voucher that the request presents for a user. @throws CallError scopeNotValid */
export function voucherOf(
  { client, args, target: asked, thumbprint, address }: TokenRequest<SignInArgs>,
  token: string,
): Voucher {
  const target = asked ?? HERE;
  const scope = requestedScope(client, args.scope, target);
  const tokenType = tokenTypeOf(args);
  return { client, token, tokenType, thumbprint, deviceId: args.deviceId ?? null, scope, target, address };
}
