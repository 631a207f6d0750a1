import { ArrayMaxSize, ArrayUnique, IsOptional } from 'class-validator';
import { PROFILE_FIELDS } from '../../../identity/accounts/account.fields.js';
import type { NewAccount } from '../../../identity/accounts/account.service.js';
import { IDENTIFIER_TYPES } from '../../../identity/accounts/identifier.js';
import {
  AreIdentifiers,
  IDENTIFIER_OLD_NAMES,
  IdentifierEntry,
  IsValueOfItsType,
  newIdentifiers,
  normalizedEntry,
} from '../../../identity/accounts/identifier-entry.js';
import { storedProfile } from '../../../identity/accounts/profile-rules.js';
import { checkSync } from '../../../platform/checks/check.js';
import { Rule } from '../../../platform/checks/rule.js';
import { isObject } from '../../../platform/records/is-object.js';
import { Renaming } from '../../../platform/records/old-names.js';
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
}

/** What makes an identifier of a line unique; an invalid one is never equal to another. */
function keyOfIdentifier(each: unknown): unknown {
  return each instanceof ImportedIdentifier &&
    typeof each.value === 'string' &&
    IDENTIFIER_TYPES.includes(each.type)
    ? keyOfEntry(each)
    : Symbol();
}

/** An account to create, with normalized identifiers (D20), or what is wrong with the line. */
export type ParsedLine = {
  /** What should be written differently. */
  readonly warning?: string;
} & (
  { readonly account: NewAccount; readonly keys: readonly IdentifierKey[] } | { readonly message: string }
);

/** The unique columns of an identifier as one string. */
export type IdentifierKey = string;

export function parseLine(text: string): ParsedLine {
  const renaming = new Renaming();
  const checked = checkSync(ImportedAccount, withTodaysNames(parsedJson(text), renaming));
  const problems = [...renaming.problems, ...('value' in checked ? [] : checked.problems)];
  const told = renaming.warnings.size > 0 && { warning: [...renaming.warnings].join('; ') };
  if (problems.length === 0 && 'value' in checked) return { ...accountOf(checked.value), ...told };
  return { message: problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; '), ...told };
}

function withTodaysNames(line: unknown, renaming: Renaming): unknown {
  if (!isObject(line)) return line;
  const { identifiers } = line;
  const asked = { path: 'identifiers', of: 'an identifier', names: IDENTIFIER_OLD_NAMES };
  return { ...line, identifiers: renaming.list(identifiers, asked) };
}

function accountOf(line: ImportedAccount): Extract<ParsedLine, { keys: unknown }> {
  const { passwordHash = null } = line;
  const identifiers = newIdentifiers(line.identifiers);
  const keys = line.identifiers.map(keyOfEntry);
  return { account: { ...storedProfile(line), identifiers, passwordHash, role: null }, keys };
}

function keyOfEntry(entry: ImportedIdentifier): IdentifierKey {
  return keyOf(normalizedEntry(entry) ?? '', entry.issuer ?? '');
}

export function keyOf(normalized: string, issuer: string): IdentifierKey {
  return JSON.stringify([normalized, issuer]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // not an object
  }
}
