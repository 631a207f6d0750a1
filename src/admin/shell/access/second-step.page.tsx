import type { ComponentChildren } from 'preact';
import type { SetupView } from '../../../identity/factors/factor-setup.js';
import { Field, FormError } from '../../../platform/pages/form.js';
import { stepPage } from '../../../platform/pages/step-page.js';
import { HEARTH } from '../../../platform/pages/look.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../../platform/pages/passkey-sign-in.js';
import type { MissingStep } from './admin-sign-in.js';

/** Where each step of signing in to the console is. */
export const STEP_PATHS: Readonly<Record<MissingStep, string>> = {
  code: '/admin/sign-in/code',
  setup: '/admin/sign-in/set-up',
};

interface StepProps {
  /** The page to redirect to afterwards. */
  readonly next: string;
  readonly error?: string;
  /** Whether the account has a passkey, which will do as well. */
  readonly hasPasskey: boolean;
}

interface CodeProps extends StepProps {
  /** Whether it has one-time codes; else a passkey alone. */
  readonly hasCodes: boolean;
}

const PASSKEY: PasskeyTexts = {
  button: 'Use your passkey',
  or: 'or',
  withoutScript: 'A passkey needs JavaScript, which is switched off in this browser.',
  cancelled: 'No passkey was chosen, or it took too long. Try again, or use a code.',
  failed: 'The passkey could not be used here. Try again, or use a code.',
};
const PASSKEY_ALONE: PasskeyTexts = {
  ...PASSKEY,
  or: null,
  impossible: 'This browser can not use passkeys. Take one that has yours.',
  cancelled: 'No passkey was chosen, or it took too long. Try again.',
  failed: 'The passkey could not be used here. Try again.',
};

/** Asks for the second factor: a one-time code, a recovery code, a passkey. */
export function adminCodePage({ next, error, hasPasskey, hasCodes }: CodeProps): string {
  const after = [
    <ByPasskey key="passkey" next={next} hasPasskey={hasPasskey} />,
    <p key="after" class="after">
      <a href="/admin/sign-in">Sign in as somebody else</a>
    </p>,
  ];
  if (!hasCodes)
    return page('One more step', [
      <p key="lead" class="lead">
        Show with your passkey that it is you.
      </p>,
      <FormError key="problem">{error}</FormError>,
      <div key="card" class="card">
        <PasskeyButton texts={PASSKEY_ALONE} page="console" />
      </div>,
      ...after,
    ]);
  return page('One more step', [
    <p key="lead" class="lead">
      {hasPasskey ? 'Use your passkey, or enter' : 'Enter'} the code that your authenticator application
      shows, or a recovery code.
    </p>,
    <FormError key="problem">{error}</FormError>,
    <form key="form" method="post" action={STEP_PATHS.code} class="card">
      <input type="hidden" name="next" value={next} />
      <Field
        name="code"
        label="One-time code or recovery code"
        type="text"
        autocomplete="one-time-code"
        longest={60}
      />
      <button type="submit">Sign in</button>
      {hasPasskey && <PasskeyButton texts={PASSKEY} page="console" />}
    </form>,
    ...after,
  ]);
}

interface SetupProps extends Pick<StepProps, 'next'> {
  readonly view: SetupView;
  /** As it was typed. */
  readonly setupCode?: string;
  readonly problem?: string;
  /** What is wrong beside which field. */
  readonly errors?: { readonly code?: string; readonly setupCode?: string };
}

/** Shows the key of a new second factor, which this server requires of administrators. */
export function adminSetupPage({ next, view, setupCode, problem, errors = {} }: SetupProps): string {
  return page('Set up a second factor', [
    <p key="lead" class="lead">
      This server requires a second factor of administrators, and your account has none yet.
    </p>,
    <FormError key="problem">{problem}</FormError>,
    <div key="card" class="card">
      <p>Scan this picture with an authenticator application, or type the key into it.</p>
      <img class="qr" src={view.picture} alt="QR code with the key" width={200} height={200} />
      <p>
        Key: <code>{view.keyText}</code>
      </p>
      <form method="post" action={STEP_PATHS.setup} class="plain">
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="setup" value={view.setup} />
        <Field
          name="code"
          label="Code that it shows"
          type="text"
          autocomplete="one-time-code"
          longest={12}
          hint="Six digits; every 30 seconds there is a new code."
          error={errors.code}
        />
        <Field
          name="setupCode"
          label="Set-up code"
          type="text"
          longest={100}
          hint="You got it with your role. It works once and expires in a day. Another administrator can make a new one."
          value={setupCode}
          error={errors.setupCode}
        />
        <button type="submit">Confirm and sign in</button>
      </form>
    </div>,
  ]);
}

/** Shows recovery codes, this once; the session is open already. */
export function adminCodesPage(codes: readonly string[], next: string): string {
  return page('Your recovery codes', [
    <p key="lead" class="lead">
      Each of them signs you in once when your application is not at hand. Write them down or print them now:
      they are not shown again.
    </p>,
    <div key="card" class="card">
      <ol class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>
        <a href={next}>I have kept them: continue to the administration</a>
      </p>
    </div>,
  ]);
}

/** A passkey is a whole sign-in to the console: both factors in one. */
function ByPasskey({ next, hasPasskey }: Pick<StepProps, 'next' | 'hasPasskey'>) {
  if (!hasPasskey) return null;
  return (
    <PasskeyForm action="/admin/sign-in">
      <input type="hidden" name="next" value={next} />
    </PasskeyForm>
  );
}

function page(title: string, children: ComponentChildren): string {
  return stepPage({ title, look: HEARTH, children });
}
