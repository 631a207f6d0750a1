import type { ComponentChildren } from 'preact';
import type { FactorWays } from '../../../identity/sessions/second-factor.js';
import type { SetupView } from '../../../identity/factors/factor-setup.js';
import { AuthenticatorKey } from '../../../platform/pages/authenticator-key.js';
import { Field, FormError } from '../../../platform/pages/form.js';
import { stepPage } from '../../../platform/pages/step-page.js';
import { HEARTH_LOOK } from '../../../platform/pages/look.js';
import { PasskeyButton, PasskeyForm, type PasskeyTexts } from '../../../platform/pages/passkey-sign-in.js';
import { RecoveryCodeList } from '../../../platform/pages/recovery-code-list.js';
import type { MissingStep } from './admin-sign-in.js';

/** The addresses of the steps of a sign-in to the console. */
export const STEP_PATHS: Readonly<Record<MissingStep, string>> = {
  code: '/admin/sign-in/code',
  setup: '/admin/sign-in/set-up',
};

interface CodeProps {
  /** The page to redirect to afterwards. */
  readonly next: string;
  readonly error?: string;
  /** What the account has: one-time codes, a passkey, or both. */
  readonly ways: FactorWays;
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

const KEY = {
  scan: 'Scan the QR code with your authenticator app. If the app is on this device, open it here or copy the key.',
  picture: 'QR code with the key',
  key: 'Key',
  open: 'Open in your authenticator app',
  copyKey: 'Copy the key',
  copied: 'Copied',
};
const CODES_TITLE = 'Your recovery codes';
const CODES = {
  title: CODES_TITLE,
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  print: 'Print',
  done: 'I have kept them: continue to the administration',
};

/** Asks for the second factor: a one-time code, a recovery code, a passkey. */
export function adminCodePage({ next, error, ways }: CodeProps): string {
  const after = [
    <ByPasskey key="passkey" next={next} ways={ways} />,
    <p key="after" class="after">
      <a href="/admin/sign-in">Sign in as someone else</a>
    </p>,
  ];
  if (!ways.code)
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
      {ways.passkey ? 'Use your passkey, or enter' : 'Enter'} the code that your authenticator application
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
      {ways.passkey && <PasskeyButton texts={PASSKEY} page="console" />}
    </form>,
    ...after,
  ]);
}

interface SetupProps extends Pick<CodeProps, 'next'> {
  readonly view: SetupView;
  /** The text that was typed. */
  readonly setupCode?: string;
  readonly problem?: string;
  /** The error beside each field. */
  readonly errors?: { readonly code?: string; readonly setupCode?: string };
}

/** Shows the key of a new second factor, which this server requires from administrators. */
export function adminSetupPage({ next, view, setupCode, problem, errors = {} }: SetupProps): string {
  const { setup, ...key } = view;
  return page('Set up a second factor', [
    <p key="lead" class="lead">
      This server requires a second factor of administrators, and your account has none yet.
    </p>,
    <FormError key="problem">{problem}</FormError>,
    <div key="card" class="card">
      <AuthenticatorKey texts={KEY} {...key} />
      <form method="post" action={STEP_PATHS.setup} class="plain">
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="setup" value={setup} />
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

/** Shows recovery codes, only this once. The session is already open. */
export function adminCodesPage(codes: readonly string[], next: string): string {
  return page(CODES_TITLE, [
    <p key="lead" class="lead">
      Each code works once, if you don’t have your authenticator app. Keep them where only you find them: they
      are not shown again.
    </p>,
    <div key="card" class="card">
      <RecoveryCodeList texts={CODES} codes={codes} site={HEARTH_LOOK.name} next={next} />
    </div>,
  ]);
}

/** A passkey is a whole sign-in to the console: both factors in one. */
function ByPasskey({ next, ways }: Pick<CodeProps, 'next' | 'ways'>) {
  if (!ways.passkey) return null;
  return (
    <PasskeyForm action="/admin/sign-in">
      <input type="hidden" name="next" value={next} />
    </PasskeyForm>
  );
}

function page(title: string, children: ComponentChildren): string {
  return stepPage({ title, look: HEARTH_LOOK, children });
}
