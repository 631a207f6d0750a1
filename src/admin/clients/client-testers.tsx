import { Field } from '../../platform/pages/form.js';
import { Moment } from '../shell/console/list.js';
import type { CallTestView, ClientView, RedirectTestView } from './client.view.js';
import { addressOfClient } from './clients.page.js';

/** What was asked in the page's address, and the answers. */
export interface Tested {
  readonly redirectUri: string;
  readonly redirect: RedirectTestView | null;
  readonly call: string;
  readonly verdict: CallTestView | null;
}

interface TestersProps {
  readonly client: ClientView;
  readonly tested: Tested;
}

/** Two questions that can be asked without trying it for real. */
export function Testers({ client, tested }: TestersProps) {
  const address = `${addressOfClient(client.clientId)}#testers`;
  return (
    <section class="card" id="testers" aria-labelledby="testers-heading">
      <h2 id="testers-heading">Would it work?</h2>
      <form method="get" action={address} class="plain">
        <Field
          name="redirect_uri"
          label="May it send users to this redirect_uri?"
          type="text"
          longest={2048}
          value={tested.redirectUri}
        />
        {tested.redirect && <Verdict isYes={tested.redirect.matches} reason={tested.redirect.reason} />}
        <button type="submit" class="secondary">
          Test the address
        </button>
      </form>
      <form method="get" action={address} class="plain after">
        <Field
          name="call"
          label="May it make this call?"
          type="text"
          value={tested.call}
          hint="accgetloggedaccount, oauth2token, provsearch"
        />
        {tested.verdict && (
          <Verdict isYes={tested.verdict.allowed} reason={reasonOf(tested.call, tested.verdict)} />
        )}
        <button type="submit" class="secondary">
          Test the call
        </button>
      </form>
    </section>
  );
}

function Verdict({ isYes, reason }: { readonly isYes: boolean; readonly reason: string }) {
  return (
    <p role="status" class="notice">
      <strong>{isYes ? 'Yes.' : 'No.'}</strong> {reason}
    </p>
  );
}

function reasonOf(call: string, { rule, ruleset, isKnown }: CallTestView): string {
  const by = rule === null ? `No rule of ${ruleset} matches.` : `The rule ${rule} of ${ruleset} decides.`;
  return isKnown ? by : `${by} But there is no call ${call}: their names are in /docs.`;
}

/** What it still does that `strict` refuses. */
export function LegacyUseCard({ client }: Pick<TestersProps, 'client'>) {
  if (client.profile === 'strict' && client.legacyUse.length === 0) return null;
  return (
    <section class="card" aria-labelledby="legacy-heading">
      <h2 id="legacy-heading">On the way to strict</h2>
      {client.legacyUse.length === 0 ? (
        <p>It has done nothing that strict refuses. Watch it for a while, then choose strict.</p>
      ) : (
        <>
          <p>
            {client.profile === 'strict'
              ? 'It did this before it was strict:'
              : 'It does what strict refuses. Change the application first:'}
          </p>
          <ul>
            {client.legacyUse.map(({ feature, meaning, lastUsedAt }) => (
              <li key={feature}>
                <code>{feature}</code>, last <Moment at={lastUsedAt} />. {meaning}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
