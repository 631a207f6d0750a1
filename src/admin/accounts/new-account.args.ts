import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { OWN_TYPES, type OwnType } from '../../identity/mailed-links/identifier-changes.js';
import { FormField, Told, trimmed } from '../../platform/checks/form.js';
import { Rule } from '../../platform/checks/rule.js';
import { newBodyOf } from '../../platform/records/rest.js';
import { problemWithGiven } from './given-identifier.js';

const LONGEST = 320;

/** A further identifier for an account. Whether it is well-formed can depend on the account's country. */
export class NewIdentifierBody {
  @ApiProperty({ enum: OWN_TYPES })
  @FormField(trimmed, 'Kind')
  @IsIn(OWN_TYPES)
  type!: OwnType;

  @ApiProperty({
    example: 'anna@family.example',
    description: 'A phone number with +, or as one writes it in the country of the account.',
  })
  @FormField(trimmed, 'Identifier')
  @IsString()
  @Length(1, LONGEST)
  value!: string;
}

/** The console's form of a further identifier, which reports all problems together. */
export class NewIdentifierForm extends NewIdentifierBody {
  @FormField(trimmed, 'Identifier')
  @Rule<NewIdentifierForm>((text, { type, country }) => problemWithGiven(text, type, country))
  declare value: string;

  /** Country code of the account. */
  @Told()
  country!: string | null;
}

/** A new account, which is pending until its person has chosen a password. */
export class NewAccountBody extends newBodyOf(PROFILE_FIELDS) {
  @ApiProperty({ enum: OWN_TYPES, description: 'Kind of identifier.' })
  @FormField(trimmed, 'Kind')
  @IsIn(OWN_TYPES)
  type!: OwnType;

  @ApiProperty({
    example: 'anna@family.example',
    description:
      'What the person signs in with, and where the invitation is sent; for a login an administrator passes it on.',
  })
  @FormField(trimmed, 'Identifier')
  @Rule<NewAccountBody>((text, { type, countryCode }) => problemWithGiven(text, type, countryCode))
  @IsString()
  @Length(1, LONGEST)
  identifier!: string;
}
