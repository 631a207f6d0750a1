import {
  normalizeIdentifier,
  shownIdentifier,
  type IdentifierType,
} from '../identity/accounts/identifier.js';
import { problemWithTextsTo } from '../identity/accounts/text-reach.js';
import { problemWithPhoneNumber } from '../identity/accounts/phone-number.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { MemberType, type MemberTypeValue } from '../identity/families/family-member.entity.js';

/** Types of identifiers: the stored type of each sent one (D19). */
export const STORED_TYPE = {
  Email: 'Email',
  phone: 'Msisdn',
  Msisdn: 'Msisdn',
  login: 'Login',
  ExternalId: 'ExternalId',
} as const;
const FORMAT_ERROR = {
  Email: Errors.emailInvalid,
  Msisdn: Errors.msisdnInvalid,
  Login: Errors.identifierInvalid,
  ExternalId: Errors.identifierInvalid,
};

export type WireType = keyof typeof STORED_TYPE;

/** A valid identifier as it was sent. */
export interface GivenIdentifier<Type extends IdentifierType = IdentifierType> {
  readonly type: Type;
  readonly value: string;
  readonly normalized: string;
}

/** @throws CallError emailInvalid, msisdnInvalid, identifierInvalid */
export function identifierOf<Wire extends WireType>(
  wireType: Wire,
  value: string,
  countryCode: string | null,
): GivenIdentifier<(typeof STORED_TYPE)[Wire]> {
  const type = STORED_TYPE[wireType];
  const normalized = normalizeIdentifier(type, value, countryCode);
  if (normalized === null) throw malformed(type, problemWithPhoneNumber(value, countryCode));
  const dear = type === 'Msisdn' ? problemWithTextsTo(normalized) : null;
  if (dear !== null) throw malformed(type, dear);
  return { type, value: type === 'ExternalId' ? value : shownIdentifier(type, value.trim()), normalized };
}

/** An earlier revision called the founder 3 (D13). */
export function memberTypeOf(accountType = '0'): MemberTypeValue {
  return Math.min(Number(accountType), MemberType.founder) as MemberTypeValue;
}

/** @param phone the problem of a phone number */
function malformed(type: (typeof STORED_TYPE)[WireType], phone: string | null): CallError {
  const said = {
    Msisdn: `Identifier ${phone}.`,
    ExternalId: 'Identifier must have 1 to 255 characters without control characters.',
    Email: undefined,
    Login: undefined,
  };
  return new CallError(FORMAT_ERROR[type], {}, { message: said[type] });
}
