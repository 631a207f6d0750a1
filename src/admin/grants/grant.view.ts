import { ApiProperty } from '@nestjs/swagger';
import type { TokenType } from '../../oauth/tokens/token-grant.entity.js';
import type { AccessTokenType } from '../../oauth/tokens/format/access-token.js';
import type { TokenState } from '../../oauth/tokens/token-inspection.js';
import { ApiNullable, listOf } from '../shell/views.js';

class TargetView {
  @ApiNullable(
    String,
    'What requests name as `resource`; null: it was deleted.',
    'https://reports.example/api',
  )
  identifier!: string | null;
  @ApiNullable(String, 'null: this server, or deleted.', 'Reports')
  name!: string | null;
}

const RESOURCES = {
  type: [TargetView] as [typeof TargetView],
  description:
    'The resources that it is for, this server among them if it is. Empty: only this server; or the grant of the client itself, each of whose tokens says its own.',
};

export class GrantView {
  @ApiProperty({ example: '31' }) grantId!: string;
  @ApiProperty() clientId!: string;
  @ApiProperty() clientName!: string;
  @ApiNullable(String, 'null: the grant of the client itself.')
  accountId!: string | null;
  @ApiNullable(String) accountName!: string | null;
  @ApiNullable(String, 'a01deviceId.') deviceId!: string | null;
  @ApiProperty({ enum: ['bearer', 'mac'] }) tokenType!: TokenType;
  @ApiNullable(String, 'null: everything that the ruleset allows.')
  scope!: string | null;
  @ApiProperty(RESOURCES) resources!: readonly TargetView[];
  @ApiProperty() createdAt!: Date;
  @ApiNullable(
    Date,
    'A refresh extends it. null: the grant of the client itself, which stands until it is revoked.',
  )
  expiresAt!: Date | null;
  @ApiNullable(Date, 'The last refresh; null: there was none.')
  refreshedAt!: Date | null;
  @ApiNullable(String, 'The address that the last refresh came from.')
  refreshedFrom!: string | null;
  @ApiNullable(
    String,
    'The thumbprint (RFC 7638) of the key that its tokens are bound to by DPoP. null: none; or the client has a secret, and each of its tokens is of a key of its own, or of none.',
  )
  keyThumbprint!: string | null;
  @ApiProperty({ description: 'How often its refresh token was replaced.' }) generation!: number;
}

export class GrantPage extends listOf(GrantView) {}

export class TokenView {
  @ApiProperty({ description: 'Whether it is accepted now.' }) active!: boolean;
  @ApiProperty({
    enum: ['active', 'expired', 'revoked', 'spent', 'accountClosed', 'clientDisabled', 'unknown'],
    description:
      'spent: a refresh token that was exchanged. unknown: not issued here, or deleted long after it expired.',
  })
  state!: TokenState | 'unknown';
  @ApiProperty({ enum: ['access', 'refresh', null], nullable: true }) kind!: 'access' | 'refresh' | null;
  @ApiProperty({
    enum: ['bearer', 'dpop', 'mac', null],
    nullable: true,
    description: 'dpop: it is bound to a key.',
  })
  tokenType!: AccessTokenType | null;
  @ApiNullable(String) grantId!: string | null;
  @ApiNullable(String) clientId!: string | null;
  @ApiNullable(String) accountId!: string | null;
  @ApiNullable(String) deviceId!: string | null;
  @ApiNullable(String) scope!: string | null;
  @ApiProperty(RESOURCES) resources!: readonly TargetView[];
  @ApiNullable(Date) expiresAt!: Date | null;
}
