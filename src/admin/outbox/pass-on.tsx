import { Action } from '../shell/console/actions.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import type { MessageTextView, MessageView } from './messages.view.js';

export interface PassOnProps {
  readonly address: string;
  readonly message: MessageView;
  /** The text of the message, after an administrator asked for it. */
  readonly text?: MessageTextView;
  /** Whether the form needs the password: it was not confirmed in the last minutes. */
  readonly asksPassword: boolean;
  readonly passwordError?: string;
}

/** Lets an administrator read a message and deliver it by hand. */
export function PassOn({ address, message: { state }, text, asksPassword, passwordError }: PassOnProps) {
  return (
    <section class="card">
      <h2>{text ? text.subject : 'Deliver by hand'}</h2>
      {text ? (
        <pre class="message">{text.text}</pre>
      ) : (
        <form method="post" action={`${address}/text`} class="plain">
          <p>
            A link in the message gives access to the account, so reading it is recorded in the audit trail.
          </p>
          {asksPassword && <PasswordField error={passwordError} />}
          <button type="submit" class="secondary">
            Show message
          </button>
        </form>
      )}
      {state !== 'waiting' && (
        <>
          <p class="after">Once the person has received the message, mark it as delivered.</p>
          <Action to={`${address}/passed-on`} verb="Mark as delivered" />
        </>
      )}
    </section>
  );
}
