import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Length, Max, Min } from 'class-validator';
import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import type { Account } from '../../identity/accounts/account.entity.js';
import type { AccountProfile } from '../../identity/accounts/profile-rules.js';
import { defineFields } from '../../platform/records/field.js';
import { candidatesFor } from '../../identity/accounts/identifier.js';
import {
  AreIdentifiers,
  IdentifierEntry,
  IsValueOfItsType,
  normalizedEntry,
} from '../../identity/accounts/identifier-entry.js';
import { FAMILY_SETTINGS } from '../../identity/families/family.fields.js';
import { PASSWORD_PROBLEMS, problemWithNewPassword } from '../../identity/passwords/password-policy.js';
import { Rule } from '../../platform/checks/rule.js';
import { problemWithHash } from '../../platform/security/password-hasher.js';
import { newBodyOf } from '../../platform/records/rest.js';
import { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ExportedServer } from '../../oauth/exported-server.js';
import { Entries } from '../../platform/operations/entries.js';
import { IfSent } from '../../platform/operations/if-sent.js';

/** A client as an export has it; a hand-written file may have its secret in plain. */
export class BootstrapClient extends ExportedClient {
  @ApiPropertyOptional({ minLength: 8, maxLength: 255, description: 'In plain; kept as a hash.' })
  @IfSent()
  @Length(8, 255)
  @IsString()
  clientSecret?: string;
}

class BootstrapIdentifier extends IdentifierEntry {
  /** A login of an old account may look like a phone number (D20). */
  @IsValueOfItsType((entry) =>
    entry.type === 'Login' ? candidatesFor(entry.value).length > 0 : normalizedEntry(entry) !== null,
  )
  value!: string;
}

const FIELDS = defineFields<AccountProfile & Pick<Account, 'role'>>()({
  ...PROFILE_FIELDS,
  role: ACCOUNT_FIELDS.role,
});

export class BootstrapAccount extends newBodyOf(FIELDS) {
  @AreIdentifiers(() => BootstrapIdentifier)
  identifiers!: BootstrapIdentifier[];

  @ApiPropertyOptional()
  @IfSent()
  @Rule(problemWithPassword)
  @IsString()
  password?: string;

  @ApiPropertyOptional({ description: 'bcrypt, argon2id, scrypt or PBKDF2, as an import takes it.' })
  @IfSent()
  @Rule<BootstrapAccount>((hash, { password }) =>
    password === undefined ? problemWithHash(hash) : 'must be left out where there is a password',
  )
  passwordHash?: string;
}

async function problemWithPassword(
  password: string,
  { name, identifiers }: { readonly name: unknown; readonly identifiers: unknown },
): Promise<string | null> {
  const entries = Array.isArray(identifiers) ? (identifiers as ({ value?: unknown } | null)[]) : [];
  const own = [name, ...entries.map((entry) => entry?.value)].filter((text) => typeof text === 'string');
  const found = await problemWithNewPassword(password, own);
  return found && PASSWORD_PROBLEMS[found];
}

export class BootstrapMember {
  @ApiProperty({ minLength: 1, description: 'One of the account’s identifiers.' })
  @Length(1, 320)
  @IsString()
  identifier!: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 255,
    description: 'Where it is an ExternalId of a partner or provider.',
  })
  @IfSent()
  @Length(1, 255)
  @IsString()
  issuer?: string;

  @ApiProperty({
    ...{ type: 'integer', minimum: 0, maximum: 3 },
    description: '0 member, 1 administrator, 2 founder (3 means founder too).',
  })
  @Max(3)
  @Min(0)
  @IsInt()
  accountType!: number;
}

export class BootstrapFamily extends newBodyOf(FAMILY_SETTINGS) {
  @Entries(BootstrapMember)
  members?: BootstrapMember[];
}

/** The content of a bootstrap file: an export, and more for a new server. docs/bootstrap.schema.json is generated from it. */
export class BootstrapDocument extends ExportedServer {
  @Entries(BootstrapClient)
  clients?: BootstrapClient[];

  @Entries(BootstrapAccount)
  accounts?: BootstrapAccount[];

  @Entries(BootstrapFamily)
  families?: BootstrapFamily[];
}
