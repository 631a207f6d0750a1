import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { single, type AuthorizeParameters, type AuthorizeRequest } from './authorize-request.js';

/** The id of no account. */
const NOBODY: Long = '0';

/** Whom an authorization request expects: the user of its id_token_hint (OpenID Connect Core §3.1.2.1, D102). */
@Injectable()
export class UserHints {
  constructor(private readonly idTokens: IdTokens) {}

  /** One that is not ours says nothing about the user, who then signs in whoever it is; with prompt=none nobody can. */
  async apply(request: AuthorizeRequest, parameters: AuthorizeParameters): Promise<AuthorizeRequest> {
    const hint = single(parameters, 'id_token_hint');
    if (hint === null) return request;
    const read = await this.idTokens.read(hint);
    if (read) return { ...request, hintedAccountId: read.accountId };
    const { prompt } = request;
    if (prompt === 'none') return { ...request, hintedAccountId: NOBODY };
    return { ...request, prompt: prompt === null ? 'login' : `${prompt} login` };
  }
}

/** Whether the account is the expected one. */
export function isHinted(
  { hintedAccountId }: Pick<AuthorizeRequest, 'hintedAccountId'>,
  accountId: Long,
): boolean {
  return hintedAccountId === null || hintedAccountId === accountId;
}
