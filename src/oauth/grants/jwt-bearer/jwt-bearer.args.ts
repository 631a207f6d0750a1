import { TextArg } from '../../../platform/operations/args.js';
import { MAX_ASSERTION } from '../../sso/vouchers.js';
import { SignInArgs } from '../shared.args.js';

/** RFC 7523 §2.1. */
export class JwtBearerArgs extends SignInArgs {
  @TextArg('assertion', {
    max: MAX_ASSERTION,
    secret: true,
    description: 'For the grant type jwt-bearer (RFC 7523 §2.1).',
  })
  assertion!: string;
}
