import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, Matches, ValidateIf } from 'class-validator';
import { PROVIDER_FIELDS } from '../../oauth/providers/provider.fields.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';

const SECRET = {
  maxLength: 1000,
  description: 'The client secret that the provider gave. It is sealed, and never shown again.',
};
/** Printable ASCII (RFC 6749 appendix A.2). */
const IS_SECRET = [/^[\x20-\x7e]+$/, { message: 'must be printable ASCII' }] as const;

/** The body that creates a provider. */
export class NewProviderBody extends newBodyOf(PROVIDER_FIELDS) {
  @ApiPropertyOptional(SECRET)
  @IfSent()
  @Matches(...IS_SECRET)
  @Length(1, 1000)
  @IsString()
  clientSecret?: string;
}

/** Only the members that are sent are changed. */
export class ProviderChange extends changeBodyOf(PROVIDER_FIELDS) {}

export class ProviderSecretBody {
  @ApiProperty({
    ...SECRET,
    type: String,
    nullable: true,
    description: `${SECRET.description} null: it has none.`,
  })
  @ValidateIf((_body, value) => value !== null)
  @Matches(...IS_SECRET)
  @Length(1, 1000)
  @IsString()
  clientSecret!: string | null;
}
