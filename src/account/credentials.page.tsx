import type { TFunction } from 'i18next';
import { renderSection } from './frame/account-frame.js';
import { SecondFactorCard } from './factors/second-factor-card.js';
import type { FormOutcome } from './frame/form-outcome.js';
import { ProveFirst } from './frame/prove-first.js';
import type { Protection } from '../identity/factors/second-factors.js';
import { ConnectionsCard, type ConnectionsProps } from './providers/connections.page.js';
import { Choice, Field, FormDone, Submit } from '../platform/pages/form.js';
import type { PasskeyList } from './passkeys/own-passkeys.js';
import { PasskeySection } from './passkeys/passkey-section.js';
import { SuspendedCard } from './suspended/suspended-card.js';
import type { SuspendedWay } from './suspended/suspended-ways.js';
import { typedFields } from '../platform/pages/page-errors.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';

export interface CredentialsProps {
  readonly identifiers: readonly {
    /** null: the person can't remove it. */
    readonly id: string | null;
    readonly value: string;
    readonly isValidated: boolean;
    /** A link can confirm it: an e-mail address or phone number that nobody confirmed. */
    readonly canConfirm: boolean;
  }[];
  /** Addresses that wait for their confirmation. */
  readonly waiting: readonly string[];
  /** Ways in that a remedy suspended. */
  readonly suspended: readonly SuspendedWay[];
  /** null: this server supports no passkeys. */
  readonly passkeys: PasskeyList | null;
  /** A suspended passkey waits for a second factor. */
  readonly isSuspendedWaiting: boolean;
  /** Whether a removal was refused: the passkey is the last way to sign in. */
  readonly isLastPasskey: boolean;
  readonly connections: ConnectionsProps;
  /** The address that the form before the redirect sent a link to; null: none. */
  readonly sentTo: string | null;
  /** What the password's form before the redirect did. */
  readonly done?: 'account.passwordChanged' | 'account.passwordReplaced';
  /** Why a form is shown again. */
  readonly address?: FormOutcome<{ readonly identifier: string }>;
  readonly password?: FormOutcome<{ readonly reason: string }>;
  /** Whether the account has a password. */
  readonly hasPassword: boolean;
  /** The page that asks for a proof first; null: a recent proof suffices. */
  readonly proof: string | null;
  /** Likewise for the password's form, which asks for the current password itself. */
  readonly passwordProof: string | null;
  /** null: the account has no second factor. */
  readonly protection: Protection | null;
}

interface SectionProps {
  readonly t: TFunction;
  readonly props: CredentialsProps;
}

/** The sign-in methods of the account: addresses, passkeys and password (D106). */
export function credentialsPage(reader: Reader, props: CredentialsProps): string {
  const t = textsIn(reader.language);
  return renderSection(reader, {
    section: 'signIn',
    children: (
      <>
        <SuspendedCard
          t={t}
          reader={reader}
          ways={props.suspended}
          isWaiting={props.isSuspendedWaiting}
          proof={props.proof}
        />
        <Identifiers t={t} props={props} />
        {props.passkeys && (
          <PasskeySection
            reader={reader}
            list={props.passkeys}
            proof={props.proof}
            isLast={props.isLastPasskey}
          />
        )}
        <Password t={t} props={props} />
        <SecondFactorCard t={t} reader={reader} protection={props.protection} />
        <p>
          <a href="/account/device-passwords">{t('devicePasswords.title')}</a>
        </p>
        <ConnectionsCard t={t} {...props.connections} />
      </>
    ),
  });
}

function Identifiers({ t, props: { identifiers, waiting, sentTo, address, proof } }: SectionProps) {
  const field = typedFields(t, address?.errors, address?.values);
  const added = waiting.filter((value) => identifiers.every((one) => one.value !== value));
  const canRemove = identifiers.filter(({ id }) => id !== null).length > 1;
  return (
    <section class="card" id="identifiers">
      <h2>{t('account.you')}</h2>
      <FormDone>{sentTo !== null && t('account.addressSent', { value: sentTo })}</FormDone>
      <ul class="rows">
        {identifiers.map(({ id, value, isValidated, canConfirm }) => (
          <li key={value}>
            <div>
              {value} {isValidated && <small>{t('account.validated')}</small>}
              {canConfirm && <small>{t('account.waiting')}</small>}
            </div>
            {canConfirm && proof !== null && <a href={proof}>{t('account.checkup.confirm')}</a>}
            {canConfirm && proof === null && (
              <form method="post" action="/account/identifiers#identifiers" class="plain">
                <input type="hidden" name="identifier" value={value} />
                <Submit class="secondary small">{t('account.add')}</Submit>
              </form>
            )}
            {canRemove && id !== null && (
              <a href={`/account/identifiers/${id}`} aria-label={t('account.removeLabel', { value })}>
                {t('account.remove')}
              </a>
            )}
          </li>
        ))}
        {added.map((value) => (
          <li key={value}>
            <div>
              {value} <small>{t('account.waiting')}</small>
            </div>
          </li>
        ))}
      </ul>
      <details open={address !== undefined}>
        <summary>{t('account.addAddress')}</summary>
        <ProveFirst t={t} path={proof}>
          <form method="post" action="/account/identifiers#identifiers" class="plain">
            <Field
              {...field('identifier')}
              label={t('account.address')}
              type="text"
              hint={t('account.addressHint')}
            />
            <Submit class="secondary">{t('account.add')}</Submit>
          </form>
        </ProveFirst>
      </details>
    </section>
  );
}

function Password({ t, props: { identifiers, password, hasPassword, passwordProof, done } }: SectionProps) {
  const field = typedFields(t, password?.errors, { reason: password?.values?.reason });
  const title = t(hasPassword ? 'account.changePassword' : 'account.choosePassword');
  return (
    <section class="card" id="password-section">
      <h2>{title}</h2>
      <FormDone>{done && t(done)}</FormDone>
      {!hasPassword && <p class="hint">{t('account.noPassword')}</p>}
      <ProveFirst t={t} path={passwordProof}>
        <form method="post" action="/account/password#password-section" class="plain">
          <input
            type="text"
            name="username"
            value={identifiers[0]?.value}
            autocomplete="username"
            readonly
            hidden
          />
          {hasPassword && (
            <Field
              {...field('current')}
              label={t('account.currentPassword')}
              type="password"
              autocomplete="current-password"
            />
          )}
          <Field
            {...field('password')}
            label={t('account.newPassword')}
            type="password"
            autocomplete="new-password"
            hint={t('invitation.passwordRule')}
          />
          {hasPassword && (
            <Choice
              {...field('reason')}
              label={t('account.passwordReason')}
              options={[
                {
                  value: 'known',
                  label: t('account.passwordKnown'),
                  hint: t('account.passwordKnownHint'),
                },
                {
                  value: 'another',
                  label: t('account.passwordAnother'),
                  hint: t('account.passwordAnotherHint'),
                },
              ]}
            />
          )}
          <button type="submit">{title}</button>
        </form>
      </ProveFirst>
    </section>
  );
}
