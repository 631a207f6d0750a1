import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AccountStatus } from '../../identity/accounts/account.entity.js';
import { ACCOUNT_FIELDS } from '../../identity/accounts/account.fields.js';
import { FAMILY_FIELDS, FAMILY_SETTINGS, MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { viewOf } from '../../platform/records/rest.js';
import { ApiNullable, listOf } from '../shell/views.js';

export class FamilySummary extends viewOf(FAMILY_FIELDS) {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty({ description: 'Number of members.' }) members!: number;
  @ApiProperty() createdAt!: Date;
}

export class FamilyPage extends listOf(FamilySummary) {}

@ApiSchema({ name: 'MemberView' })
export class FamilyMemberView extends viewOf(MEMBERSHIP_FIELDS) {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ACCOUNT_FIELDS.status.choices }) status!: AccountStatus;
}

export class OneFamilyView extends viewOf(FAMILY_SETTINGS) {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() createdAt!: Date;
  @ApiNullable(String, 'The address of its picture; null: none.')
  pictureUrl!: string | null;
  @ApiProperty({ type: [FamilyMemberView] }) members!: FamilyMemberView[];
}

export class FamilyInvitationView extends viewOf(MEMBERSHIP_FIELDS) {
  @ApiProperty({ description: 'Identifies the invitation when you withdraw it. It is not a credential.' })
  invitationId!: string;
  @ApiProperty({
    enum: ['invitation', 'membership'],
    description: 'invitation: to complete a pending account; membership: a client asks an account to join.',
  })
  kind!: 'invitation' | 'membership';
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'The address that it was sent to.' }) sentTo!: string;
  @ApiProperty() createdAt!: Date;
  @ApiProperty() expiresAt!: Date;
}

export class FamilyInvitationPage extends listOf(FamilyInvitationView) {}
