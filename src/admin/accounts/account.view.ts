import { ApiProperty } from '@nestjs/swagger';
import type { AccountStatus, Role } from '../../identity/accounts/account.entity.js';
import type { IdentifierType } from '../../identity/accounts/identifier.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';

export class AccountSummary {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['pending', 'active', 'disabled'] }) status!: AccountStatus;
  @ApiProperty({ enum: ['administrator', 'support', null], nullable: true }) role!: Role | null;
  @ApiProperty({ type: [String] }) identifiers!: string[];
  @ApiProperty() createdAt!: Date;
  @ApiProperty({ type: Date, nullable: true }) lastLoginAt!: Date | null;
}

export class AccountPage {
  @ApiProperty({ type: [AccountSummary] }) items!: AccountSummary[];
  @ApiProperty({ type: String, nullable: true }) next!: string | null;
}

export class AccountIdentifierView {
  @ApiProperty({ example: '17' }) identifierId!: string;
  @ApiProperty({ enum: ['Email', 'Msisdn', 'ExternalId', 'Login', 'AccessToken', 'SOMETHING_ELSE'] })
  type!: IdentifierType;
  @ApiProperty() value!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of an ExternalId: in whose system it is the id.',
  })
  issuer!: string | null;
  @ApiProperty() isValidated!: boolean;
}

export class MembershipView {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [0, 1, 2], description: '0 member, 1 administrator, 2 founder' })
  accountType!: MemberTypeValue;
}

/** A consent, as the user sees it under "connected apps". */
export class ConnectedAppView {
  @ApiProperty() clientId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: [String] }) scopes!: readonly string[];
  @ApiProperty({ type: String, nullable: true }) homepageUrl!: string | null;
  @ApiProperty() since!: Date;
}

export class WaitingLinkView {
  @ApiProperty({ enum: ['invitation', 'confirmation', 'addition', 'reset', 'membership'] }) kind!: string;
  @ApiProperty({ description: 'Where it was sent.' }) sentTo!: string;
  @ApiProperty() createdAt!: Date;
  @ApiProperty() expiresAt!: Date;
}

export class AccountView {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['pending', 'active', 'disabled'] }) status!: AccountStatus;
  @ApiProperty({ enum: ['administrator', 'support', null], nullable: true }) role!: Role | null;
  @ApiProperty({ type: String, nullable: true }) countryCode!: string | null;
  @ApiProperty({ type: String, nullable: true }) locale!: string | null;
  @ApiProperty() createdAt!: Date;
  @ApiProperty({ type: Date, nullable: true }) lastLoginAt!: Date | null;
  @ApiProperty({ type: [AccountIdentifierView] }) identifiers!: AccountIdentifierView[];
  @ApiProperty({ type: [MembershipView] }) families!: MembershipView[];
  @ApiProperty({ type: [ConnectedAppView] }) connectedApps!: ConnectedAppView[];
  @ApiProperty({ type: [WaitingLinkView], description: 'Mailed links that still work.' })
  waitingLinks!: WaitingLinkView[];
  @ApiProperty({ description: 'Browsers that are signed in.' }) sessions!: number;
  @ApiProperty({ description: 'Active grants: devices and applications.' }) grants!: number;
}

export class SessionView {
  @ApiProperty({ description: 'Names it in the address that ends it; worth nothing by itself.' })
  sessionId!: string;
  @ApiProperty({ enum: ['browser', 'webapp', 'administration'] })
  kind!: 'browser' | 'webapp' | 'administration';
  @ApiProperty({ type: String, nullable: true, description: 'Of a web application: its client.' })
  clientId!: string | null;
  @ApiProperty({ type: Date, nullable: true }) signedInAt!: Date | null;
  @ApiProperty() expiresAt!: Date;
}

export class SessionPage {
  @ApiProperty({ type: [SessionView] }) items!: SessionView[];
  @ApiProperty({ type: String, nullable: true }) next!: string | null;
}

export class ConsentPage {
  @ApiProperty({ type: [ConnectedAppView] }) items!: ConnectedAppView[];
  @ApiProperty({ type: String, nullable: true }) next!: string | null;
}
