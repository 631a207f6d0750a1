import type { IdentityProvider } from '../../oauth/providers/identity-provider.entity.js';
import type { BegunTrial } from '../../oauth/providers/provider-trials.js';
import type { TrialOutcome } from '../../oauth/providers/provider-visits.js';
import { capitalized } from '../../platform/pages/words.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Action, ButtonLink } from '../shell/console/actions.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { Moment, Table } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import { addressOfProvider } from './providers.page.js';

interface Shown {
  readonly by: Administrator;
  readonly provider: Pick<IdentityProvider, 'id' | 'name'>;
}

/** What the provider says about itself, and the way to its sign-in. */
export function tryPage({ by, provider: { id, name }, findings, to }: Shown & BegunTrial): string {
  return renderConsole({
    title: `Try ${name}`,
    section: 'providers',
    under: [{ name, href: addressOfProvider(id) }],
    by,
    problem: to === null ? 'People can’t sign in there: see what failed.' : undefined,
    actions: to === null && <Again id={id} />,
    children: (
      <>
        <Table
          caption="What the provider says about itself"
          isDense
          rows={findings}
          keyOf={(finding) => finding.name}
          columns={[
            { name: 'Check', cell: (finding) => finding.name },
            { name: 'Result', cell: ({ result }) => <State of={result} /> },
            { name: 'Details', isProse: true, cell: ({ detail }) => detail },
          ]}
        />
        {to !== null && (
          <section class="card">
            <h2>Sign in there</h2>
            <p>
              You come back to the console, which shows what {name} said. Nobody is signed in here, and no
              account is connected. The way there works once, for ten minutes, in this browser.
            </p>
            <p>
              <ButtonLink href={to} isPrimary>
                Sign in at {name}
              </ButtonLink>
            </p>
          </section>
        )}
        <Back id={id} />
      </>
    ),
  });
}

interface TriedProps extends Shown {
  readonly outcome: TrialOutcome;
}

/** What came back. */
export function triedPage({ by, provider: { id, name }, outcome }: TriedProps): string {
  const isRefused = 'problem' in outcome;
  return renderConsole({
    title: `Back from ${name}`,
    section: 'providers',
    under: [{ name, href: addressOfProvider(id) }],
    by,
    state: <State of={isRefused ? 'problem' : 'ok'} />,
    problem: isRefused ? `${name} would sign nobody in. ${capitalized(outcome.problem)}` : undefined,
    actions: <Again id={id} />,
    children: (
      <>
        {!isRefused && <Came outcome={outcome} />}
        <Back id={id} />
      </>
    ),
  });
}

function Came({ outcome }: { readonly outcome: Exclude<TrialOutcome, { readonly problem: string }> }) {
  const { issuer, subject, label, algorithm, acr, amr, authTime, claims } = outcome;
  return (
    <section class="card">
      <p>
        Its answer is as it should be. Nobody was signed in, and no account was connected. An account is found
        by issuer and subject alone.
      </p>
      <dl class="pairs">
        <dt>Issuer</dt>
        <dd>
          <code>{issuer}</code>
        </dd>
        <dt>Subject</dt>
        <dd>
          <code>{subject}</code>
        </dd>
        <dt>Called</dt>
        <dd>{label}</dd>
        <dt>Claims</dt>
        <dd>{claims.join(', ')}</dd>
        <dt>How the user signed in (acr)</dt>
        <dd>{acr ?? 'Not told'}</dd>
        <dt>With what (amr)</dt>
        <dd>{amr ?? 'Not told'}</dd>
        <dt>When (auth_time)</dt>
        <dd>{authTime === null ? 'Not told' : <Moment at={new Date(authTime * 1000)} />}</dd>
        <dt>Signed by</dt>
        <dd>{algorithm}</dd>
      </dl>
    </section>
  );
}

function Again({ id }: Pick<IdentityProvider, 'id'>) {
  return <Action to={addressOfProvider(id, '/try')} verb="Try again" />;
}

function Back({ id }: Pick<IdentityProvider, 'id'>) {
  return (
    <p class="after">
      <a href={addressOfProvider(id)}>Back to the provider</a>
    </p>
  );
}
