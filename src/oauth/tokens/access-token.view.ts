import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { MacAlgorithm } from '../mac/mac.js';
import type { AccessTokenType } from './format/access-token.js';
import type { UnsignedAccessToken } from './jwt-access-tokens.js';
import type { SignInFacts } from './sign-in-facts.js';

const SHOWN = { bearer: 'Bearer', dpop: 'DPoP', mac: 'mac' } as const satisfies Record<
  AccessTokenType,
  string
>;

/** The access-token response (§2.4); Bearer and DPoP have no `mac_key` and `mac_algorithm` (D47). */
export class AccessTokenView {
  @ApiProperty({ description: 'Identifies the token; for MAC it is the id in the Authorization header.' })
  access_token!: string;

  @ApiProperty({ enum: ['Bearer', 'DPoP', 'mac'], description: 'DPoP where a proof came with the request.' })
  token_type!: 'Bearer' | 'DPoP' | 'mac';

  @ApiProperty({ description: 'Seconds.', example: 3600 })
  expires_in!: number;

  @ApiPropertyOptional({ description: 'For POST /token. Not issued for client_credentials.' })
  refresh_token?: string;

  @ApiPropertyOptional({
    description: 'What the access token is for, where the client asked for less than it may do.',
  })
  scope?: string;

  @ApiPropertyOptional({
    description: 'For scope openid (OpenID Connect Core §2): a JWT, signed as the client record says.',
  })
  id_token?: string;

  @ApiPropertyOptional({ description: 'Type of the token that a token exchange issued (RFC 8693 §2.2.1).' })
  issued_token_type?: string;

  @ApiPropertyOptional({ description: 'Secret to compute the MAC with.' })
  mac_key?: string;

  @ApiPropertyOptional({ enum: ['hmac-sha-1', 'hmac-sha-256'] })
  mac_algorithm?: MacAlgorithm;
}

/** Freshly issued tokens: the only place where their plain values exist. */
export interface IssuedTokens {
  readonly tokenType: AccessTokenType;
  readonly accessToken: string;
  /** Is answered in its place, once it is signed, outside of any transaction; left out: its resource takes no JWT. */
  readonly jwt?: UnsignedAccessToken;
  readonly expiresAt: number;
  readonly refreshToken: string | null;
  readonly macKey: string | null;
  readonly macAlgorithm: MacAlgorithm | null;
  readonly scope?: string | null;
  /** Claims that were asked for one by one (`requested-claims.ts`); absent: none. */
  readonly claims?: string | null;
  /** The sign-in that they belong to; absent: they are the client's own. */
  readonly signIn?: SignInFacts;
  /** Part of the answer to a token exchange. */
  readonly issuedTokenType?: string;
}

/** @param now milliseconds since the epoch */
export function toAccessTokenView(
  tokens: IssuedTokens,
  now: number,
  idToken: string | null = null,
): AccessTokenView {
  const view: AccessTokenView = {
    access_token: tokens.accessToken,
    token_type: SHOWN[tokens.tokenType],
    expires_in: Math.max(0, Math.round((tokens.expiresAt - now) / 1000)),
  };
  if (tokens.refreshToken !== null) view.refresh_token = tokens.refreshToken;
  if (tokens.scope) view.scope = tokens.scope;
  if (tokens.issuedTokenType) view.issued_token_type = tokens.issuedTokenType;
  if (idToken !== null) view.id_token = idToken;
  if (tokens.macKey !== null && tokens.macAlgorithm !== null) {
    view.mac_key = tokens.macKey;
    view.mac_algorithm = tokens.macAlgorithm;
  }
  return view;
}
