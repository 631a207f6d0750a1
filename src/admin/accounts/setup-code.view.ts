import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountView } from './account.view.js';

/** A code with which an account with a role sets up its first second factor. */
export class SetupCodeView {
  @ApiProperty({ example: '0q9x4-5vk3d-7m2ht-c8nzp-w6rje', description: 'Shown this once; it works once.' })
  code!: string;
  @ApiProperty() expiresAt!: Date;
}

/** An account after a change. */
export class ChangedAccountView extends AccountView {
  @ApiPropertyOptional({
    type: SetupCodeView,
    description:
      'With the role that was given: hand it to the person, who needs it to set up the first second factor. Absent where no role was given, or the account has a second factor.',
  })
  setupCode?: SetupCodeView;
}
