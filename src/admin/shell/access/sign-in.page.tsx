import { Field, FormDone, FormError } from '../../../platform/pages/form.js';
import { stepPage } from '../../../platform/pages/step-page.js';
import { HEARTH_LOOK } from '../../../platform/pages/look.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../../platform/pages/passkey-sign-in.js';
import type { UnknownPasskey } from '../../../platform/pages/passkey-signals.js';
import { ShowPassword } from '../../../platform/pages/show-password.js';
import { forgottenPath } from '../../../platform/pages/sign-in-path.js';
import { fieldsOf } from '../console/fields-of.js';
import type { FormErrors } from '../console/sent-form.js';
import { SetupBody } from './admin-session.args.js';

interface SignInProps {
  /** The page to redirect to afterwards. */
  readonly next: string;
  readonly identifier?: string;
  readonly error?: string;
  /** The passkey that was sent, if nobody has it. */
  readonly unknown?: UnknownPasskey | null;
  /** What was done before the redirect to this page. */
  readonly done?: string;
}

const PASSKEY: PasskeyTexts = {
  button: 'Sign in with a passkey',
  or: 'or',
  withoutScript:
    'A passkey needs JavaScript, which is switched off in this browser. Sign in with your password.',
  cancelled: 'No passkey was chosen, or it took too long. Try again, or sign in with your password.',
  failed: 'The passkey could not be used here. Try again, or sign in with your password.',
};

export function adminSignInPage({ next, identifier, error, unknown, done }: SignInProps): string {
  return stepPage({
    title: 'Sign in to the administration',
    look: HEARTH_LOOK,
    heading: 'Administration',
    lead: 'For accounts with the role administrator or support.',
    children: (
      <>
        <FormDone>{done}</FormDone>
        <FormError>{error}</FormError>
        <form method="post" action="/admin/sign-in" class="card">
          <input type="hidden" name="next" value={next} />
          <Field
            name="identifier"
            label="E-mail address, phone number or login"
            type="text"
            autocomplete="username webauthn"
            value={identifier}
          />
          <Field name="password" label="Password" type="password" autocomplete="current-password" />
          <ShowPassword label="Show the password" />
          <button type="submit">Sign in</button>
          <PasskeyButton texts={PASSKEY} page="console" />
          <p class="after">
            <a href={forgottenPath(null)}>Forgot your password?</a>
          </p>
        </form>
        <PasskeyForm action="/admin/sign-in" unknown={unknown}>
          <input type="hidden" name="next" value={next} />
        </PasskeyForm>
        <p class="after">
          <a href="/sign-in">Sign in to your own account instead</a>
        </p>
      </>
    ),
  });
}

interface SetupProps {
  /** The values that were typed; the password is not shown again. */
  readonly values?: Partial<SetupBody>;
  readonly problem?: string;
  readonly errors?: FormErrors;
}

export function setupPage({ values = {}, problem, errors }: SetupProps = {}): string {
  const field = fieldsOf(SetupBody, { ...values, password: '' }, errors);
  return stepPage({
    title: 'Set up',
    look: HEARTH_LOOK,
    heading: 'Create the first administrator',
    children: (
      <>
        <p class="lead">
          This server has no administrator yet. Enter the setup code that it printed at startup. Keep the
          code: you need it once more to set up your second factor.
        </p>
        <FormError>{problem}</FormError>
        <form method="post" action="/admin/setup" class="card">
          <Field {...field('code')} type="text" />
          <Field {...field('name')} type="text" autocomplete="name" />
          <Field {...field('identifier')} type="text" autocomplete="username" />
          <Field
            {...field('password')}
            type="password"
            autocomplete="new-password"
            hint="At least 8 characters."
          />
          <button type="submit">Create administrator</button>
        </form>
      </>
    ),
  });
}
