import type { ComponentChildren } from 'preact';
import { asset } from './assets.js';
import type { PasskeySignal, UnknownPasskey } from './passkey-signals.js';

/** The texts of the button, in the reader's language. */
export interface PasskeyTexts {
  readonly button: string;
  /** Between another way and the button; null: it is the only one. */
  readonly or: string | null;
  /** Why only the other way is offered without JavaScript. */
  readonly withoutScript: string;
  /** The text for a browser without passkeys; absent: none, since the page offers another way. */
  readonly impossible?: string;
  readonly cancelled: string;
  readonly failed: string;
}

interface ButtonProps {
  readonly texts: PasskeyTexts;
  /** The pages of the challenge: a passkey that answers a challenge for people's pages does not open the console. */
  readonly page: 'people' | 'console';
}

const FORM = 'passkey-form';

/** Signs in with a passkey, below the button of a page's form. It needs JavaScript, and a script shows it. */
export function PasskeyButton({ texts, page }: ButtonProps) {
  const { button, or, withoutScript, impossible, cancelled, failed } = texts;
  return (
    <>
      <div
        class="passkey"
        data-passkey-sign-in
        data-form={FORM}
        data-options={`/passkey/options?for=${page}`}
        data-cancelled={cancelled}
        data-failed={failed}
        hidden
      >
        {or !== null && <p class="or">{or}</p>}
        <button type="button" class={or === null ? undefined : 'secondary'}>
          {button}
        </button>
        <p role="alert" class="notice error" hidden />
      </div>
      {impossible !== undefined && (
        <p class="notice error" data-passkey-impossible hidden>
          {impossible}
        </p>
      )}
      <noscript>
        <p class="hint">{withoutScript}</p>
      </noscript>
    </>
  );
}

interface FormProps {
  /** The address of the password form too. */
  readonly action: string;
  /** The passkey that was sent just now, if nobody has it here. */
  readonly unknown?: UnknownPasskey | null;
  /** Further hidden fields. */
  readonly children?: ComponentChildren;
}

/** The form that the button sends, without the fields of the other form; once per page, with the scripts. */
export function PasskeyForm({ action, unknown, children }: FormProps) {
  return (
    <>
      <form method="post" action={action} id={FORM} class="plain" hidden>
        <input type="hidden" name="passkey" />
        {children}
      </form>
      {unknown && <PasskeySignalFor signal={{ method: 'signalUnknownCredential', options: unknown }} />}
      <PasskeyScripts />
    </>
  );
}

/** Hands a signal to the script, which passes it on to browsers that know the method. Before `PasskeyScripts`. */
export function PasskeySignalFor({ signal: { method, options } }: { readonly signal: PasskeySignal }) {
  return <div data-passkey-signal={method} data-options={JSON.stringify(options)} hidden />;
}

/** The browser's passkey library, and the script that uses it. */
export function PasskeyScripts() {
  return (
    <>
      <script src={asset('webauthn.js')} />
      <script src={asset('passkeys.js')} />
    </>
  );
}
