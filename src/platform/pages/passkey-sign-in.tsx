import type { ComponentChildren } from 'preact';
import { asset } from './assets.js';

/** The texts of the button, in the reader's language. */
export interface PasskeyTexts {
  readonly button: string;
  /** Between another way and the button; null: it is the only one. */
  readonly or: string | null;
  /** Why only the other way is offered, without script. */
  readonly withoutScript: string;
  /** What a browser without passkeys is told; absent: nothing, since the other way is there. */
  readonly impossible?: string;
  readonly cancelled: string;
  readonly failed: string;
}

interface ButtonProps {
  readonly texts: PasskeyTexts;
  /** The challenge of which pages: a passkey that answers one of people's pages opens no console. */
  readonly page: 'people' | 'console';
}

const FORM = 'passkey-form';

/** Below the button of a page's form: signs in with a passkey. Shown by script alone, which it needs. */
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
  /** Where the form of the password is sent too. */
  readonly action: string;
  /** Further hidden fields. */
  readonly children?: ComponentChildren;
}

/** What the button sends, without what may stand in the fields of the other form; once on a page, with the scripts. */
export function PasskeyForm({ action, children }: FormProps) {
  return (
    <>
      <form method="post" action={action} id={FORM} class="plain" hidden>
        <input type="hidden" name="passkey" />
        {children}
      </form>
      <PasskeyScripts />
    </>
  );
}

/** The library of the browser's side, and what uses it. */
export function PasskeyScripts() {
  return (
    <>
      <script src={asset('webauthn.js')} />
      <script src={asset('passkeys.js')} />
    </>
  );
}
