import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../accounts/account.entity.js';
import { ADMIN_IDLE_MS } from './admin-sessions.js';
import type { CurrentAdminSession } from './administrator.js';

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
