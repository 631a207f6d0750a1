import { IsOptional } from 'class-validator';
import { problemWithNewPassword } from '../identity/passwords/password-policy.js';
import {
  isCountryCode,
  isTimeZone,
  localeOf,
  problemWithName,
  type OwnProfile,
} from '../identity/accounts/profile-rules.js';
import { asTyped, FormField, orNull, Told } from '../platform/checks/form.js';
import { PageRule } from '../platform/pages/page-errors.js';
import { ownAddress } from './identifiers/own-identifiers.service.js';

/** Name, country, language and time zone. */
export class ProfileForm implements OwnProfile {
  @FormField()
  @PageRule(problemWithName)
  name!: string;

  @FormField(orNull)
  @IsOptional()
  @PageRule((code) => (isCountryCode(code) ? null : 'chooseFromList'))
  countryCode!: string | null;

  @FormField(orNull)
  @IsOptional()
  @PageRule((code) => (localeOf(code) !== null ? null : 'chooseFromList'))
  locale!: string | null;

  @FormField(orNull)
  @IsOptional()
  @PageRule((name) => (isTimeZone(name) ? null : 'chooseFromList'))
  timeZone!: string | null;
}

/** The current password. It is verified, so it has no rule here. */
export class ProofForm {
  @FormField(asTyped)
  current!: string;
}

/** Another e-mail address or phone number. */
export class NewAddressForm {
  @FormField()
  @PageRule<NewAddressForm>((text, { country }) =>
    ownAddress(text, country) === null ? 'addressInvalid' : null,
  )
  identifier!: string;

  /** The account's country: a phone number may be written without its prefix. */
  @Told()
  country!: string | null;
}

/** A new password in place of the current one. */
export class PasswordForm extends ProofForm {
  @FormField(asTyped)
  @PageRule<PasswordForm>((password, { own }) => problemWithNewPassword(password, own))
  password!: string;

  /** Why it is changed; asked where there was one. */
  @FormField()
  @PageRule<PasswordForm>((reason, { isFirst }) =>
    isFirst || isReason(reason) ? null : 'passwordReasonRequired',
  )
  reason!: string;

  /** The account's name and identifiers. */
  @Told()
  own!: readonly string[];

  /** The account has no password yet. */
  @Told()
  isFirst!: boolean;
}

/** Reasons for a new password, each with the remedy that it applies. */
export const PASSWORD_REASONS = { known: 'replacePassword', another: 'rotatePassword' } as const;
type PasswordReason = keyof typeof PASSWORD_REASONS;

export function isReason(text: string): text is PasswordReason {
  return Object.hasOwn(PASSWORD_REASONS, text);
}
