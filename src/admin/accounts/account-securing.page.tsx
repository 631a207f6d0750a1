import type { PageProps } from '../shell/console/console-frame.js';
import type { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import { maskedEmail } from '../../identity/accounts/masked-email.js';
import { Checkbox, Choice } from '../../platform/pages/form.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { renderQuestion } from '../shell/console/question.js';
import { SecureBody } from './account-securing.args.js';
import type { AccountView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

interface AskedProps extends PageProps {
  readonly account: AccountView;
}

interface SecureProps extends AskedProps {
  /** Where the link may be sent. */
  readonly addresses: readonly AccountIdentifier[];
  readonly asksPassword: boolean;
  /** The values that were sent. */
  readonly values?: Partial<SecureBody>;
}

const BY_HAND = {
  value: 'link',
  label: 'A one-time link, handed over',
  hint: 'The account has no address for it. Read the link in the outbox, and give it to the owner yourself.',
};

export function holdAccountPage({ by, account, problem }: AskedProps): string {
  const address = addressOfAccount(account.accountId);
  return renderQuestion({
    title: `Put ${account.name} on hold`,
    section: 'accounts',
    of: { name: account.name, href: address },
    by,
    problem,
    lead: (
      <>
        For an account that someone else may be using, until an administrator secures it. Nobody can sign in
        for 72 hours at most; then the account is active again. Its confirmed addresses are told.
        {by.role === 'support' && ' Support can do this once in 30 days for an account.'}
      </>
    ),
    children: (
      <div class="card">
        <h2>What ends</h2>
        <p>
          All browsers and apps are signed out, their tokens are revoked, device passwords and open links end,
          and invitations to families that it sent too. None of this comes back after the hold.
        </p>
        <h2>What stays</h2>
        <p>
          The password, addresses, passkeys, the second factor and connected apps. A password reset link that
          you send from the account’s page ends the hold when it is used. A recovery of the second factor that
          support or an administrator started goes on.
        </p>
        <ConfirmForm action={`${address}/hold`} verb="Put on hold" isDanger asksPassword={false} />
      </div>
    ),
  });
}

export function secureAccountPage(props: SecureProps): string {
  const { account, asksPassword, errors = {} } = props;
  const address = addressOfAccount(account.accountId);
  return renderQuestion({
    ...props,
    title: `Secure ${account.name}`,
    section: 'accounts',
    of: { name: account.name, href: address },
    lead: (
      <>
        For an account that someone else got into. Nothing opens it until its owner chooses a new password by
        a link to the address that you choose, however long that takes. First make sure that you speak with
        the owner, and remove addresses that are no longer theirs. All confirmed addresses are told.
      </>
    ),
    children: (
      <>
        <div class="card">
          <h2>What ends</h2>
          <p>
            The password, device passwords, all sign-ins, tokens that a password or a partner’s word made,
            links, a recovery that is under way, and invitations to families that the account sent. Of the
            last 30 days also apps and one-time codes; addresses, connections and passkeys are suspended, and
            the owner can take them back. What was set up with a second factor counts as older.
          </p>
          <h2>What stays</h2>
          <p>Older addresses, passkeys, one-time codes and apps, families, and the role.</p>
        </div>
        <div class="card">
          <ConfirmForm
            action={`${address}/secure`}
            verb="Secure this account"
            isDanger
            asksPassword={asksPassword}
            error={errors.password}
          >
            <Choices {...props} />
          </ConfirmForm>
        </div>
      </>
    ),
  });
}

function Choices({ account, addresses, values = {}, errors = {} }: SecureProps) {
  const field = fieldsOf(SecureBody, values, errors);
  const options = addresses.map(({ id, value, addedAt }) => ({
    value: id,
    label: maskedEmail(value),
    hint:
      addedAt === null
        ? 'There with the account, or added before dates were kept'
        : `Since ${dayOf(addedAt)}`,
  }));
  return (
    <>
      <Choice {...field('to')} options={options.length === 0 ? [BY_HAND] : options} />
      <Checkbox
        {...field('endsGrants')}
        isChecked={values.endsGrants ?? false}
        label="Disconnect all apps"
        hint="Also those of more than 30 days ago, with their tokens. Apps ask the owner again."
      />
      {account.isProtected && (
        <Checkbox
          {...field('startsRecovery')}
          isChecked={values.startsRecovery ?? false}
          label="Start recovery of the second factor"
          hint="If the owner lost it. It is removed after the usual wait, which every address can stop."
        />
      )}
    </>
  );
}

/** "4 January 2026". */
function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
