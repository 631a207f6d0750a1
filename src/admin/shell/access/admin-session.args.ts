import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import { asTyped, FormField, trimmed } from '../../../platform/checks/form.js';
import { IfSent } from '../../../platform/operations/if-sent.js';
import { PRINTABLE } from '../../../platform/operations/text-rules.js';

export class ConfirmBody {
  @ApiProperty({ format: 'password' })
  @FormField(asTyped, 'Password')
  @IsString()
  @Length(1, 1024)
  password!: string;
}

class SignInBody extends ConfirmBody {
  @ApiProperty({ description: 'E-mail address, phone number or login of an account with a role.' })
  @FormField(trimmed, 'E-mail address or login')
  @IsString()
  @Length(1, 255)
  identifier!: string;
}

export class OpenBody extends SignInBody {
  @ApiPropertyOptional({
    description:
      'One-time code or recovery code, for an account with a second factor; without it the answer is `second-factor-required`.',
  })
  @IfSent()
  @IsString()
  @Length(1, 60)
  code?: string;
}

export class SetupBody extends SignInBody {
  @ApiProperty({ description: 'The setup code that the server printed at startup.' })
  @FormField(trimmed, 'Setup code')
  @IsString()
  @Length(1, 100)
  code!: string;

  @ApiProperty({ description: 'The name of the first administrator.' })
  @FormField(trimmed, 'Your name')
  @IsString()
  @Length(1, 255)
  @Matches(PRINTABLE.regex, { message: `is ${PRINTABLE.meaning}` })
  name!: string;
}
