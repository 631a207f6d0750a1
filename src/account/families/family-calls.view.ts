import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FamilyView } from '../../identity/accounts/account-information.view.js';

const ACCOUNT_TYPE = { enum: ['0', '1', '2'], description: '0 member, 1 administrator, 2 founder' };
const TIME = { example: '2026-01-31T08:15:30.000Z' };

/** A family of the account, with the role of the account in it. Every value is a string, as in §2.5. */
export class OwnFamilyView extends FamilyView {
  @ApiProperty(ACCOUNT_TYPE) accountType!: string;
}

export class OwnFamiliesView {
  @ApiProperty({ type: [OwnFamilyView] }) families!: OwnFamilyView[];
}

export class OtherMemberView {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty(ACCOUNT_TYPE) accountType!: string;
  @ApiProperty(TIME) memberSince!: string;
}

export class WaitingHandOverView {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({
    ...TIME,
    description: 'When the family is handed over, unless the founder stops it (D335).',
  })
  beginsAt!: string;
}

export class FamilyWithMembersView extends OwnFamilyView {
  @ApiProperty({ type: [OtherMemberView], description: 'The founder first, then administrators.' })
  members!: OtherMemberView[];

  @ApiPropertyOptional({ description: 'For the founder, while a hand-over waits.' })
  handOver?: WaitingHandOverView;
}

export class SentInvitationView {
  @ApiProperty({ example: '31' }) invitationId!: string;
  @ApiProperty({ description: 'The address, as the sender typed it.' }) identifier!: string;
  @ApiProperty({ description: 'The name of the member who sent it.' }) invitedBy!: string;
  @ApiProperty(TIME) expiresAt!: string;
  @ApiProperty({ enum: ['true', 'false'], description: 'Whether the account may withdraw it.' })
  mayWithdraw!: string;
}

export class SentInvitationsView {
  @ApiProperty({ type: [SentInvitationView] }) invitations!: SentInvitationView[];
}
