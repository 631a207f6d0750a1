import { ArrayMaxSize, ArrayUnique, IsBoolean, IsOptional } from 'class-validator';
import { PROFILE_FIELDS } from '../../../identity/accounts/account.fields.js';
import type { NewAccount } from '../../../identity/accounts/account.service.js';
import { IDENTIFIER_TYPES } from '../../../identity/accounts/identifier.js';
import {
  AreIdentifiers,
  IdentifierEntry,
  IsValueOfItsType,
  newIdentifiers,
  normalizedEntry,
} from '../../../identity/accounts/identifier-entry.js';
import { storedProfile } from '../../../identity/accounts/profile-rules.js';
import { checkSync } from '../../../platform/checks/check.js';
import { Rule } from '../../../platform/checks/rule.js';
import { newBodyOf } from '../../../platform/records/rest.js';
import { problemWithHash } from '../../../platform/security/password-hasher.js';

class ImportedIdentifier extends IdentifierEntry {
  @IsValueOfItsType()
  value!: string;
}

/** One line of an import. */
class ImportedAccount extends newBodyOf(PROFILE_FIELDS) {
  @ArrayUnique(keyOfIdentifier, { message: 'has the same identifier twice' })
  @ArrayMaxSize(20)
  @AreIdentifiers(() => ImportedIdentifier)
  identifiers!: ImportedIdentifier[];

  @IsOptional()
  @Rule(problemWithHash)
  passwordHash?: string;

  /** Nobody can sign in until an administrator enables the account. */
  @IsOptional()
  @IsBoolean()
  isDisabled?: boolean;
}

/** The key by which identifiers of a line are compared. An invalid identifier equals no other. */
function keyOfIdentifier(each: unknown): unknown {
  return each instanceof ImportedIdentifier &&
    typeof each.value === 'string' &&
    IDENTIFIER_TYPES.includes(each.type)
    ? keyOfEntry(each)
    : Symbol();
}

/** An account to create, with normalized identifiers (D20), or what is wrong with the line. */
export type ParsedLine =
  { readonly account: NewAccount; readonly keys: readonly IdentifierKey[] } | { readonly message: string };

/** The unique columns of an identifier as one string. */
export type IdentifierKey = string;

export function parseLine(text: string): ParsedLine {
  const checked = checkSync(ImportedAccount, parsedJson(text));
  if ('value' in checked) return accountOf(checked.value);
  return { message: checked.problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ') };
}

function accountOf(line: ImportedAccount): Extract<ParsedLine, { keys: unknown }> {
  const { passwordHash = null, isDisabled = false } = line;
  const identifiers = newIdentifiers(line.identifiers);
  const keys = line.identifiers.map(keyOfEntry);
  const account = { ...storedProfile(line), identifiers, passwordHash, isDisabled, role: null };
  return { account, keys };
}

function keyOfEntry(entry: ImportedIdentifier): IdentifierKey {
  return identifierKeyOf(normalizedEntry(entry) ?? '', entry.issuer ?? '');
}

export function identifierKeyOf(normalized: string, issuer: string): IdentifierKey {
  return JSON.stringify([normalized, issuer]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // not an object
  }
}
