import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { viewOf } from '../../platform/records/rest.js';

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

export class ClientList {
  @ApiProperty({ type: [ClientSummary] })
  items!: ClientSummary[];

  @ApiProperty({ type: String, nullable: true })
  next!: string | null;
}

/** A secret as it may be shown: when, never what. */
export class SecretView {
  @ApiProperty({ example: '7' })
  id!: string;

  @ApiProperty()
  createdAt!: Date;

  @ApiProperty({ type: Date, nullable: true })
  expiresAt!: Date | null;

  @ApiProperty({ type: Date, nullable: true, description: 'Written within seconds of its use.' })
  lastUsedAt!: Date | null;
}

export class AddedSecretView {
  @ApiProperty({ example: '7' })
  id!: string;

  @ApiProperty({ description: 'Shown here, and never again.' })
  secret!: string;

  @ApiProperty()
  createdAt!: Date;

  @ApiProperty({ type: Date, nullable: true })
  expiresAt!: Date | null;
}

/** Something that the client did lately and that `strict` would refuse. */
export class ClientLegacyUseView {
  @ApiProperty({ example: 'secret-in-query' })
  feature!: string;

  @ApiProperty({ description: 'What to do instead.' })
  meaning!: string;

  @ApiProperty()
  lastUsedAt!: Date;
}

export class ClientView extends viewOf(CLIENT_FIELDS) {
  @ApiProperty()
  createdAt!: Date;

  @ApiProperty({ type: [SecretView] })
  secrets!: SecretView[];

  @ApiProperty({ type: [ClientLegacyUseView] })
  legacyUse!: ClientLegacyUseView[];
}

export class CreatedClientView extends ClientView {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Shown here, and never again; null for a public client.',
  })
  secret!: string | null;
}

export class RedirectTestView {
  @ApiProperty()
  matches!: boolean;

  @ApiProperty({ description: 'By which RedirectUrl, or what to change.' })
  reason!: string;
}

/** One way to a token of a client. */
export class TrialView {
  @ApiProperty({ example: 'For a user who allows it' })
  title!: string;

  @ApiProperty({ description: 'What to do, and what to put in place of CODE and the like.' })
  advice!: string;

  @ApiPropertyOptional({ description: 'To be opened in a browser first.' })
  link?: string;

  @ApiProperty({ type: [String], description: 'For a shell, in their order; SECRET stands for the secret.' })
  commands!: readonly string[];
}

export class TrialsView {
  @ApiProperty({ type: [TrialView], description: 'None where its ruleset leaves it no way to a token.' })
  trials!: TrialView[];
}

export class CallTestView {
  @ApiProperty()
  allowed!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The rule that decides; null: none matches.' })
  rule!: string | null;

  @ApiProperty({ example: 'WEB', description: 'NOAUTHENT where that allows it to anybody.' })
  ruleset!: string;

  @ApiProperty({ description: 'Whether there is a call of this name.' })
  isKnown!: boolean;
}
