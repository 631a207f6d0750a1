import { Action } from '../shell/console/actions.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import type { MessageTextView, MessageView } from './messages.view.js';

interface PassOnProps {
  readonly address: string;
  readonly message: MessageView;
  /** What it says, once somebody asked for it. */
  readonly text?: MessageTextView;
  /** The password was not given in the last minutes. */
  readonly asksPassword: boolean;
  readonly passwordError?: string;
}

/** What an administrator does who tells the person what the message says. */
export function PassOn({ address, message: { state }, text, asksPassword, passwordError }: PassOnProps) {
  return (
    <section class="card">
      <h2>{text ? text.subject : 'Pass it on by hand'}</h2>
      {text ? (
        <pre class="message">{text.text}</pre>
      ) : (
        <form method="post" action={`${address}/text`} class="plain">
          <p>A link in it opens the account, so it is recorded that you read it.</p>
          {asksPassword && <PasswordField error={passwordError} />}
          <button type="submit" class="secondary">
            Show what it says
          </button>
        </form>
      )}
      {state !== 'waiting' && (
        <>
          <p class="after">Once the person knows what it says, mark it here.</p>
          <Action to={`${address}/passed-on`} verb="I have passed it on" />
        </>
      )}
    </section>
  );
}
