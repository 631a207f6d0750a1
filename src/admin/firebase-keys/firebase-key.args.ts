import { ApiProperty } from '@nestjs/swagger';
import { Rule } from '../../platform/checks/rule.js';
import { lengthRule, problemWithText } from '../../platform/operations/text-rules.js';
import { SIGNER_KEY_BYTES } from '../../platform/security/foreign-hash.js';
import { QueryFlag } from '../shell/query-flag.js';

/** The body that adds a signer key. */
export class NewFirebaseKeyBody {
  @ApiProperty({ example: 'my-project', description: 'Which Firebase project it is.' })
  @Rule(problemWithLabel)
  label!: string;

  @ApiProperty({
    format: 'password',
    // Of the example that Firebase publishes with its scrypt: nobody's key.
    example: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    description:
      'base64_signer_key of the project’s password hash parameters: 88 characters. It is sealed, and never shown again.',
  })
  @Rule(problemWithSignerKey)
  signerKey!: string;
}

export class FirebaseKeyDeletion {
  @QueryFlag('Also deletes a key that hashes of accounts need: their users have to set a new password.')
  evenIfUsed?: boolean;
}

function problemWithLabel(text: unknown): string | null {
  if (typeof text !== 'string') return 'must be a text';
  return text.length < 1 || text.length > 100 ? lengthRule(1, 100) : problemWithText(text);
}

function problemWithSignerKey(text: unknown): string | null {
  const isKey =
    typeof text === 'string' &&
    /^[A-Za-z0-9+/]+=*$/.test(text) &&
    Buffer.from(text, 'base64').length === SIGNER_KEY_BYTES;
  return isKey
    ? null
    : `must be the base64_signer_key of the project’s password hash parameters: base64 of ${SIGNER_KEY_BYTES} bytes`;
}
