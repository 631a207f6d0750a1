import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../../identity/accounts/account.entity.js';
import { ADMIN_IDLE_MS } from './admin-sessions.js';
import type { Administrator, CurrentAdminSession } from './administrator.js';

export class AdminSessionView {
  @ApiProperty({ example: '12' })
  accountId!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: ['administrator', 'support'] })
  role!: Role;

  @ApiProperty({ description: 'Over by then, unless it is used; 12 hours at most.' })
  expiresAt!: Date;

  @ApiProperty({ description: 'Seconds without a request after which it is over.' })
  idleSeconds!: number;

  @ApiProperty({ description: 'Until then what needs the password once more goes without.' })
  confirmedUntil!: Date;
}

export function adminSessionView(session: CurrentAdminSession): AdminSessionView {
  const { accountId, name, role, expiresAt, confirmedUntil } = session;
  return { accountId, name, role, expiresAt, idleSeconds: ADMIN_IDLE_MS / 1000, confirmedUntil };
}

/** Who can sign in now. */
export class FirstAdministratorView {
  @ApiProperty({ example: '12' })
  accountId!: string;
}

/** Who calls, in a session or by an access token. */
export class AdminCallerView {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '12',
    description: 'null: a client acts for itself.',
  })
  accountId!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The client by whose access token; null in a session.',
  })
  clientId!: string | null;

  @ApiProperty({ enum: ['administrator', 'support'] })
  role!: Role;

  @ApiProperty({ type: String, nullable: true, description: 'This and the rest: null with an access token.' })
  name!: string | null;

  @ApiProperty({ type: Date, nullable: true })
  expiresAt!: Date | null;

  @ApiProperty({ type: Number, nullable: true })
  idleSeconds!: number | null;

  @ApiProperty({ type: Date, nullable: true })
  confirmedUntil!: Date | null;
}

const NO_SESSION = { name: null, expiresAt: null, idleSeconds: null, confirmedUntil: null };

export function adminCallerView({ accountId, clientId, role, session }: Administrator): AdminCallerView {
  return { ...(session ? adminSessionView(session) : NO_SESSION), accountId, clientId, role };
}
