import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { viewOf } from '../../platform/records/rest.js';
import { ApiNullable, listOf } from '../shell/views.js';

const SUMMARY = [
  'clientId',
  'name',
  'ruleset',
  'clientType',
  'profile',
  'isPrivileged',
  'isDisabled',
] as const;

export class ClientSummary extends viewOf(CLIENT_FIELDS, SUMMARY) {
  @ApiProperty()
  createdAt!: Date;
}

export class ClientList extends listOf(ClientSummary) {}

/** The dates of a secret; never the secret itself. */
export class SecretView {
  @ApiProperty({ example: '7' })
  id!: string;

  @ApiProperty()
  createdAt!: Date;

  @ApiNullable(Date)
  expiresAt!: Date | null;

  @ApiNullable(Date, 'Recorded within seconds of its use.')
  lastUsedAt!: Date | null;
}

export class AddedSecretView {
  @ApiProperty({ example: '7' })
  id!: string;

  @ApiProperty({ description: 'Shown only here.' })
  secret!: string;

  @ApiProperty()
  createdAt!: Date;

  @ApiNullable(Date)
  expiresAt!: Date | null;
}

/** Something that the client did recently and that the `strict` profile would refuse. */
class ClientLegacyUseView {
  @ApiProperty({ example: 'secret-in-query' })
  feature!: string;

  @ApiProperty({ description: 'What to do instead.' })
  meaning!: string;

  @ApiProperty()
  lastUsedAt!: Date;
}

/** What becomes of the client's refresh token at a refresh. */
class RefreshRotationView {
  @ApiProperty({
    description: 'Whether a refresh replaces it. Otherwise it stays the same until it expires.',
  })
  rotates!: boolean;

  @ApiProperty({ example: 'the profile strict asks for it' })
  reason!: string;
}

export class ClientView extends viewOf(CLIENT_FIELDS) {
  @ApiProperty()
  createdAt!: Date;

  @ApiProperty({ description: 'What follows from clientType, profile and rotatesRefreshToken.' })
  refreshRotation!: RefreshRotationView;

  @ApiProperty({ type: [SecretView] })
  secrets!: SecretView[];

  @ApiProperty({ type: [ClientLegacyUseView] })
  legacyUse!: ClientLegacyUseView[];
}

export class CreatedClientView extends ClientView {
  @ApiNullable(String, 'Shown only here; null for a public client.')
  secret!: string | null;
}

export class RedirectTestView {
  @ApiProperty()
  matches!: boolean;

  @ApiProperty({ description: 'The RedirectUrl that matches, or what to change.' })
  reason!: string;
}

export class LogoutTestView {
  @ApiProperty({ description: 'Whether it answered 2xx.' })
  delivered!: boolean;

  @ApiProperty({ description: 'Its answer, or why it was not asked.' })
  reason!: string;
}

/** One way to get a token for a client. */
class TrialView {
  @ApiProperty({ example: 'With a user’s consent' })
  title!: string;

  @ApiProperty({ description: 'What to do, and what to replace placeholders such as CODE with.' })
  advice!: string;

  @ApiPropertyOptional({ description: 'An address to open in a browser first.' })
  link?: string;

  @ApiProperty({ type: [String], description: 'Shell commands, in order; SECRET stands for the secret.' })
  commands!: readonly string[];
}

export class TrialsView {
  @ApiProperty({ type: [TrialView], description: 'Empty if no command to paste gets it a token.' })
  trials!: TrialView[];
}

export class CallTestView {
  @ApiProperty()
  allowed!: boolean;

  @ApiNullable(String, 'The rule that decides; null: no rule matches.')
  rule!: string | null;

  @ApiProperty({
    example: 'WEB',
    description: 'The ruleset that decides: NOAUTHENT if that allows the call to everybody.',
  })
  ruleset!: string;

  @ApiProperty({ description: 'Whether a call of this name exists.' })
  isKnown!: boolean;
}
