import { profileRulesOf } from '../../oauth/clients/client-profiles.js';
import { Field } from '../../platform/pages/form.js';
import { Moment } from '../shell/console/list.js';
import type { CallTestView, ClientView, LogoutTestView, RedirectTestView } from './client.view.js';
import { addressOfClient } from './clients.page.js';

/** The input of the testers, from the page's query, and their results. */
export interface Tested {
  readonly redirectUri: string;
  readonly redirect: RedirectTestView | null;
  readonly call: string;
  readonly verdict: CallTestView | null;
  readonly logout: LogoutTestView | null;
}

interface TestersProps {
  readonly client: ClientView;
  readonly tested: Tested;
}

/** Tests a redirect_uri or a call against the client's record, without performing it. */
export function Testers({ client, tested }: TestersProps) {
  const address = `${addressOfClient(client.clientId)}#testers`;
  return (
    <section class="card" id="testers" aria-labelledby="testers-heading">
      <h2 id="testers-heading">Test this client</h2>
      <form method="get" action={address} class="plain">
        <Field
          name="redirect_uri"
          label="Is this redirect_uri allowed?"
          type="text"
          longest={2048}
          value={tested.redirectUri}
        />
        {tested.redirect && <Verdict isYes={tested.redirect.matches} reason={tested.redirect.reason} />}
        <button type="submit" class="secondary">
          Test redirect_uri
        </button>
      </form>
      <form method="get" action={address} class="plain after">
        <Field
          name="call"
          label="Is this call allowed?"
          type="text"
          value={tested.call}
          hint="Such as accgetloggedaccount, oauth2token or provsearch."
        />
        {tested.verdict && (
          <Verdict isYes={tested.verdict.allowed} reason={reasonOf(tested.call, tested.verdict)} />
        )}
        <button type="submit" class="secondary">
          Test call
        </button>
      </form>
      {client.backchannelLogoutUri !== null && (
        <form
          method="post"
          action={`${addressOfClient(client.clientId)}/logout-test#testers`}
          class="plain after"
        >
          <p>Does its server accept logout tokens? This sends it one for a sign-in that never existed.</p>
          {tested.logout && <Verdict isYes={tested.logout.delivered} reason={tested.logout.reason} />}
          <button type="submit" class="secondary">
            Send a logout token
          </button>
        </form>
      )}
    </section>
  );
}

function Verdict({ isYes, reason }: { readonly isYes: boolean; readonly reason: string }) {
  return (
    <p role="status" class={isYes ? 'notice good' : 'notice error'}>
      <strong>{isYes ? 'Yes.' : 'No.'}</strong> {reason}
    </p>
  );
}

function reasonOf(call: string, { rule, ruleset, isKnown }: CallTestView): string {
  const by = rule === null ? `No rule of ${ruleset} matches.` : `Decided by the rule ${rule} of ${ruleset}.`;
  return isKnown ? by : `${by} There is no call named ${call}; see /docs for the names.`;
}

/** Lists what the client still does that the `strict` profile refuses. */
export function LegacyUseCard({ client }: Pick<TestersProps, 'client'>) {
  const { refusesLegacy } = profileRulesOf(client);
  if (refusesLegacy && client.legacyUse.length === 0) return null;
  return (
    <section class="card" aria-labelledby="legacy-heading">
      <h2 id="legacy-heading">Switching to strict</h2>
      {client.legacyUse.length === 0 ? (
        <p>
          This client has done nothing that the strict profile refuses. If it stays that way, switch it to
          strict.
        </p>
      ) : (
        <>
          <p>
            {refusesLegacy
              ? 'This client did the following, which its profile or a stricter one refuses:'
              : 'This client does things that the strict profile refuses. Change the application before you switch:'}
          </p>
          <ul>
            {client.legacyUse.map(({ feature, meaning, lastUsedAt }) => (
              <li key={feature}>
                <code>{feature}</code>, last used <Moment at={lastUsedAt} />. {meaning}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
