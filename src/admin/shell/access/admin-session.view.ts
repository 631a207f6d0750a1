import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../../identity/accounts/account.entity.js';
import { ADMIN_IDLE_MS } from './admin-sessions.js';
import type { Administrator, CurrentAdminSession } from './administrator.js';
import { ApiNullable } from '../views.js';

export class AdminSessionView {
  @ApiProperty({ example: '12' })
  accountId!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: ['administrator', 'support'] })
  role!: Role;

  @ApiProperty({
    description: 'When the session ends unless it is used; 12 hours after sign-in at the latest.',
  })
  expiresAt!: Date;

  @ApiProperty({ description: 'Seconds without a request after which the session ends.' })
  idleSeconds!: number;

  @ApiProperty({ description: 'Until then the password need not be confirmed again.' })
  confirmedUntil!: Date;
}

export function adminSessionView(session: CurrentAdminSession): AdminSessionView {
  const { accountId, name, role, expiresAt, confirmedUntil } = session;
  return { accountId, name, role, expiresAt, idleSeconds: ADMIN_IDLE_MS / 1000, confirmedUntil };
}

/** The administrator that was created. */
export class FirstAdministratorView {
  @ApiProperty({ example: '12' })
  accountId!: string;
}

/** The caller, in a session or with an access token. */
export class AdminCallerView {
  @ApiNullable(String, 'null: a client that acts for itself.', '12')
  accountId!: string | null;

  @ApiNullable(String, 'The client whose access token it is; null in a session.')
  clientId!: string | null;

  @ApiProperty({ enum: ['administrator', 'support'] })
  role!: Role;

  @ApiNullable(String, 'null with an access token, as are the following members.')
  name!: string | null;

  @ApiNullable(Date)
  expiresAt!: Date | null;

  @ApiNullable(Number)
  idleSeconds!: number | null;

  @ApiNullable(Date)
  confirmedUntil!: Date | null;
}

const NO_SESSION = { name: null, expiresAt: null, idleSeconds: null, confirmedUntil: null };

export function adminCallerView({ accountId, clientId, role, session }: Administrator): AdminCallerView {
  return { ...(session ? adminSessionView(session) : NO_SESSION), accountId, clientId, role };
}
