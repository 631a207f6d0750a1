import { TextArg } from '../../../platform/operations/args.js';
import { ACCESS_TOKEN_TYPE, JWT_TYPE, MAX_ASSERTION, VALIDATION_TOKEN_TYPE } from '../../sso/vouchers.js';
import { SignInArgs } from '../shared.args.js';

/** RFC 8693 §2.1. */
export class TokenExchangeArgs extends SignInArgs {
  @TextArg('subject_token', {
    max: MAX_ASSERTION,
    secret: true,
    description: 'For a token exchange (RFC 8693): a validation token or an assertion.',
  })
  subjectToken!: string;

  @TextArg('subject_token_type', { description: `${VALIDATION_TOKEN_TYPE} or ${JWT_TYPE}.` })
  subjectTokenType!: string;

  @TextArg('requested_token_type', { optional: true, description: `${ACCESS_TOKEN_TYPE} if at all.` })
  requestedTokenType?: string;

  @TextArg('audience', {
    optional: true,
    max: 2048,
    description:
      'In a token exchange the same as resource: this issuer, or the identifier of a registered resource.',
  })
  audience?: string;

  @TextArg('actor_token', {
    optional: true,
    max: MAX_ASSERTION,
    secret: true,
    description: 'Refused: nobody acts for someone else here.',
  })
  actorToken?: string;
}
