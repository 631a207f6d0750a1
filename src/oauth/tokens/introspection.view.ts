import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ACR_VALUES } from '../../identity/sessions/acr.js';

/** RFC 7800 §3.1. */
class ConfirmationView {
  @ApiProperty({ description: 'SHA-256 thumbprint of the key (RFC 7638), in base64url.' })
  jkt!: string;
}

/** RFC 7662 §2.2. Of an inactive token nothing but that is said. */
export class IntrospectionView {
  @ApiProperty({ description: 'Whether the token is known, alive and one that this client may ask about.' })
  active!: boolean;

  @ApiPropertyOptional({ description: 'Absent: all that the ruleset of the client allows.' })
  scope?: string;

  @ApiPropertyOptional()
  client_id?: string;

  @ApiPropertyOptional({ enum: ['Bearer', 'DPoP', 'mac', 'refresh_token'] })
  token_type?: 'Bearer' | 'DPoP' | 'mac' | 'refresh_token';

  @ApiPropertyOptional({ description: 'Seconds since the epoch.' })
  exp?: number;

  @ApiPropertyOptional({ description: "The accountId; absent for a client's own token." })
  sub?: string;

  @ApiPropertyOptional({
    type: ConfirmationView,
    description: 'The key that the token is bound to (RFC 9449 §6.2); absent: none.',
  })
  cnf?: ConfirmationView;

  @ApiPropertyOptional({
    enum: ACR_VALUES,
    description: 'How the user signed in (RFC 9470 §6.2); absent where somebody else vouched.',
  })
  acr?: string;

  @ApiPropertyOptional({ description: 'When, in seconds since the epoch.' })
  auth_time?: number;

  @ApiPropertyOptional({ description: 'This server.' })
  iss?: string;

  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    description:
      'What it is for (RFC 8707): this server, or the identifiers of resources; a text if it is one.',
  })
  aud?: string | readonly string[];
}
