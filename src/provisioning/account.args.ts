import { PROFILE_FIELDS } from '../identity/accounts/account.fields.js';
import { FAMILY_FIELDS } from '../identity/families/family.fields.js';
import { ChoiceArg, LongArg, TextArg, type OwnRules } from '../platform/operations/args.js';
import type { Long } from '../platform/operations/long.js';
import { FieldArg } from '../platform/records/field-arg.js';

/** Rows of a list in one answer. */
export const LONGEST_PAGE = 100;

/** An earlier revision called the founder 3 (D13). */
const ACCOUNT_TYPES = ['0', '1', '2', '3'];
const ACCOUNT_TYPE = '0 member, 1 administrator, 2 founder (3 means founder too).';
/** `phone` is another name of Msisdn (D19). */
const IDENTIFIER_TYPES = ['Email', 'phone', 'Msisdn', 'login'];
/** The account's id at a partner, for single sign-on (D115). */
const FURTHER_TYPES = [...IDENTIFIER_TYPES, 'ExternalId'];

export class CreateAccountArgs implements OwnRules {
  @LongArg('familyId', { optional: true, description: 'The family to join; or FamilyName.' })
  familyId?: Long;

  @FieldArg(FAMILY_FIELDS.name, {
    optional: true,
    description: 'Creates a family of this name to join (D18).',
  })
  familyName?: string;

  @ChoiceArg('Type', IDENTIFIER_TYPES, { description: 'Kind of Identifier.' })
  type!: 'Email' | 'phone' | 'Msisdn' | 'login';

  @TextArg('Identifier', {
    max: 320,
    description: 'E-mail address, phone number or login, according to Type.',
  })
  identifier!: string;

  @FieldArg(PROFILE_FIELDS.name)
  name!: string;

  @FieldArg(PROFILE_FIELDS.countryCode, { aliases: ['countryCode'] })
  countryCode!: string;

  @ChoiceArg('AccountType', ACCOUNT_TYPES, { optional: true, description: `${ACCOUNT_TYPE} Default 0.` })
  accountType?: string;

  @FieldArg(PROFILE_FIELDS.locale, { optional: true })
  locale?: string;

  problems(): string[] {
    const hasFamily = this.familyId !== undefined || this.familyName !== undefined;
    return hasFamily ? [] : ['familyId (or FamilyName) is required'];
  }
}

export class UpdateAccountArgs implements OwnRules {
  @LongArg('accountId', { description: 'The account.' })
  accountId!: Long;

  @FieldArg(PROFILE_FIELDS.name, { optional: true })
  name?: string;

  @FieldArg(PROFILE_FIELDS.countryCode, { optional: true, aliases: ['countryCode'] })
  countryCode?: string;

  @ChoiceArg('AccountType', ACCOUNT_TYPES, { optional: true, description: `${ACCOUNT_TYPE} In familyId.` })
  accountType?: string;

  @LongArg('familyId', {
    optional: true,
    description: 'For AccountType, when the account is in several families (D15).',
  })
  familyId?: Long;

  @FieldArg(PROFILE_FIELDS.locale, { optional: true })
  locale?: string;

  @ChoiceArg('Type', FURTHER_TYPES, { optional: true, description: 'Kind of Identifier (D23, D115).' })
  type?: 'Email' | 'phone' | 'Msisdn' | 'login' | 'ExternalId';

  @TextArg('Identifier', {
    optional: true,
    max: 320,
    description:
      "A further identifier for the account; a message asks to confirm it. An ExternalId is the account's id in the system of the calling client's issuer.",
  })
  identifier?: string;

  problems(): string[] {
    const isHalf = (this.type === undefined) !== (this.identifier === undefined);
    return isHalf ? ['Type and Identifier belong together: give both'] : [];
  }
}

export class MembershipArgs {
  @LongArg('accountId', { description: 'The account.' })
  accountId!: Long;

  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;
}

export class AddMemberArgs implements OwnRules {
  @LongArg('accountId', { optional: true, description: 'The account; or Type and Identifier.' })
  accountId?: Long;

  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;

  @ChoiceArg('Type', IDENTIFIER_TYPES, { optional: true, description: 'Kind of Identifier.' })
  type?: 'Email' | 'phone' | 'Msisdn' | 'login';

  @TextArg('Identifier', {
    optional: true,
    max: 320,
    description:
      'Where there is no accountId: whoever has it is asked to join, and is a member once they accept. The answer is true, whether or not there is such an account (D159).',
  })
  identifier?: string;

  @ChoiceArg('AccountType', ACCOUNT_TYPES, {
    optional: true,
    description: `${ACCOUNT_TYPE} Default 0 (D16).`,
  })
  accountType?: string;

  problems(): string[] {
    const { accountId, type, identifier } = this;
    if (accountId !== undefined || (type !== undefined && identifier !== undefined)) return [];
    return type === undefined && identifier === undefined
      ? ['accountId (or Type and Identifier) is required']
      : ['Type and Identifier belong together: give both'];
  }
}

export class AccountIdArgs {
  @LongArg('accountId', { description: 'The account.' })
  accountId!: Long;

  @LongArg('familyId', { optional: true, description: 'When given, the family must exist (§7.2).' })
  familyId?: Long;
}

/** Where a list goes on, and how much of it is answered. */
export class ListArgs implements OwnRules {
  @LongArg('after', {
    optional: true,
    description: 'next of the page before. Without it the list begins.',
  })
  after?: Long;

  @LongArg('limit', { optional: true, description: `At most so many: 1 to ${LONGEST_PAGE}, the default.` })
  limit?: Long;

  problems(): string[] {
    const { limit = String(LONGEST_PAGE) } = this;
    const most = Number(limit);
    return most >= 1 && most <= LONGEST_PAGE ? [] : [`limit must be from 1 to ${LONGEST_PAGE}`];
  }
}

export class SearchArgs implements OwnRules {
  @TextArg('email', { optional: true, max: 320, description: 'An e-mail address.' })
  email?: string;

  @TextArg('MSISDN', {
    optional: true,
    max: 64,
    aliases: ['phone'],
    description: 'A phone number, internationalized; or a national one with UserCountryCode.',
  })
  msisdn?: string;

  @TextArg('login', { optional: true, max: 320, description: 'A login.' })
  login?: string;

  @TextArg('externalId', {
    optional: true,
    max: 255,
    description: 'An ExternalId of your own issuer; must match exactly.',
  })
  externalId?: string;

  @TextArg('identifier', {
    optional: true,
    max: 320,
    description:
      'An identifier of any kind. One that matches two accounts is refused: use a parameter for its kind.',
  })
  identifier?: string;

  @FieldArg(PROFILE_FIELDS.countryCode, { optional: true, aliases: ['countryCode'] })
  countryCode?: string;

  problems(): string[] {
    const given = [this.email, this.msisdn, this.login, this.externalId, this.identifier].filter(
      (value) => value !== undefined,
    );
    return given.length === 1 ? [] : ['give exactly one of email, MSISDN, login, externalId and identifier'];
  }
}
