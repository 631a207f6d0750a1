import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ACCOUNT_FIELDS } from '../../identity/accounts/account.fields.js';
import type { IdentifierType } from '../../identity/accounts/identifier.js';
import { MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { viewOf } from '../../platform/records/rest.js';
import { ApiNullable, listOf } from '../shell/views.js';

export class AccountSummary extends viewOf(ACCOUNT_FIELDS, ['name', 'status', 'role']) {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty({ type: [String] }) identifiers!: string[];
  @ApiProperty() createdAt!: Date;
  @ApiNullable(Date) lastLoginAt!: Date | null;
}

@ApiSchema({ name: 'AccountPage' })
export class AccountListView extends listOf(AccountSummary) {}

export class AccountIdentifierView {
  @ApiProperty({ example: '17' }) identifierId!: string;
  @ApiProperty({ enum: ['Email', 'Msisdn', 'ExternalId', 'Login', 'AccessToken', 'SOMETHING_ELSE'] })
  type!: IdentifierType;
  @ApiProperty() value!: string;
  @ApiNullable(String, 'For an ExternalId: the system that the id belongs to.')
  issuer!: string | null;
  @ApiProperty() isValidated!: boolean;
}

/** The outcome for an identifier that an administrator added. */
export class AddedIdentifierView {
  @ApiProperty({
    enum: ['added', 'asked', 'invited'],
    description:
      'added: the account has it. asked: a link was sent there, and the account has it once the link was used. invited: the account is pending; it has it, and an invitation was sent there.',
  })
  outcome!: 'added' | 'asked' | 'invited';
  @ApiProperty({ description: 'As it is stored: an address normalized.' }) value!: string;
  @ApiNullable(String, 'null until the link was used.')
  identifierId!: string | null;
}

class MembershipView extends viewOf(MEMBERSHIP_FIELDS) {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() name!: string;
}

class AllowedScopeView {
  @ApiProperty({ example: 'reports:read' }) name!: string;
  @ApiProperty({ description: 'As users read it. Empty: the resource no longer defines it.' }) text!: string;
}

class AllowedResourceView {
  @ApiProperty({ example: 'https://reports.example/api' }) identifier!: string;
  @ApiNullable(String, 'null: it was deleted, or the client may no longer ask for it.')
  name!: string | null;
  @ApiProperty({ type: [AllowedScopeView] }) scopes!: readonly AllowedScopeView[];
}

/** A consent, shown to the user as a connected app. */
export class ConnectedAppView {
  @ApiProperty() clientId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: [String], description: 'Of this server.' }) scopes!: readonly string[];
  @ApiProperty({ type: [AllowedResourceView], description: 'Resources, with their own scopes.' })
  resources!: readonly AllowedResourceView[];
  @ApiNullable(String) homepageUrl!: string | null;
  @ApiProperty() since!: Date;
  @ApiNullable(Date, 'When it last got tokens; null: it has none now.')
  lastUsed!: Date | null;
}

class WaitingLinkView {
  @ApiProperty({
    enum: ['invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery', 'handOver'],
  })
  kind!: string;
  @ApiProperty({ description: 'The address that it was sent to.' }) sentTo!: string;
  @ApiProperty() createdAt!: Date;
  @ApiProperty() expiresAt!: Date;
}

export class AccountView extends viewOf(ACCOUNT_FIELDS) {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() createdAt!: Date;
  @ApiNullable(Date) lastLoginAt!: Date | null;
  @ApiNullable(Date, 'When it is deleted, as its user asked; until then the user may keep it.')
  deletesAt!: Date | null;
  @ApiNullable(Date, 'On hold: disabled until then at the latest. null: not on hold, or secured.')
  heldUntil!: Date | null;
  @ApiNullable(
    Date,
    'Secured: disabled since then, until its owner chooses a new password by a link, however long that takes. null: not secured, or opened.',
  )
  securedAt!: Date | null;
  @ApiNullable(
    String,
    'Of a secured account: the only address that gets a link, also by "Forgot your password?". null: it was removed, or the link was handed over; only securing the account again makes another.',
    'a…@family.example',
  )
  securedFor!: string | null;
  @ApiNullable(Date, 'Of a secured account: until when its link works. null: none does.')
  securedLinkUntil!: Date | null;
  @ApiProperty({ description: 'It has a second factor: one-time codes, or a passkey.' })
  isProtected!: boolean;
  @ApiProperty({
    description:
      'It has a role and no second factor that works here, so setting up the first takes a set-up code.',
  })
  takesSetupCode!: boolean;
  @ApiProperty({ type: [AccountIdentifierView] }) identifiers!: AccountIdentifierView[];
  @ApiProperty({ type: [MembershipView] }) families!: MembershipView[];
  @ApiProperty({ type: [ConnectedAppView] }) connectedApps!: ConnectedAppView[];
  @ApiProperty({ type: [WaitingLinkView], description: 'Mailed links that still work.' })
  waitingLinks!: WaitingLinkView[];
  @ApiProperty({ description: 'Number of signed-in browsers.' }) sessions!: number;
  @ApiProperty({ description: 'Number of active grants: devices and applications.' }) grants!: number;
}

/** An account that was put on hold. */
export class HeldView {
  @ApiProperty({ description: 'Then it is active again, unless an administrator does something before.' })
  heldUntil!: Date;
}

/** An account that was secured. */
export class SecuredView {
  @ApiProperty({
    description: 'Until then the link works. Nothing opens the account until it, or a later one, is used.',
  })
  linkUntil!: Date;
  @ApiNullable(
    String,
    'Where the link was sent; null: it waits in the outbox, to be handed over.',
    'a…@family.example',
  )
  sentTo!: string | null;
  @ApiProperty({ description: 'The recovery of the second factor has begun.' }) isRecovering!: boolean;
}

export class SessionView {
  @ApiProperty({ description: 'Identifies the session when you end it. It is not a credential.' })
  sessionId!: string;
  @ApiProperty({ enum: ['browser', 'webapp', 'administration'] })
  kind!: 'browser' | 'webapp' | 'administration';
  @ApiNullable(String, 'For a web application: its client.')
  clientId!: string | null;
  @ApiNullable(String, 'Browser of the sign-in, such as Firefox; null: not known.')
  browser!: string | null;
  @ApiNullable(String, 'Such as Windows or iPhone; null: not known.')
  system!: string | null;
  @ApiNullable(String, 'Roughly, such as 203.0.113.x; null: not known.')
  network!: string | null;
  @ApiNullable(Date) signedInAt!: Date | null;
  @ApiProperty() lastUsedAt!: Date;
  @ApiProperty() expiresAt!: Date;
}

export class SessionPage extends listOf(SessionView) {}

export class ConsentPage extends listOf(ConnectedAppView) {}

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
