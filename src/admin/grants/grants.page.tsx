import { Field } from '../../platform/pages/form.js';
import { Action } from '../shell/console/actions.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import type { ListProps } from '../shell/console/listed.js';
import { Id } from '../shell/console/copy.js';
import { Moment } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import { State } from '../shell/console/state.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import type { GrantView, TokenView } from './grant.view.js';

export const GRANTS_PATH = '/admin/grants';
const MEANINGS: Readonly<Record<TokenView['state'], string>> = {
  active: 'The token is valid.',
  expired: 'The token has expired. The client can get a new one with its refresh token.',
  revoked:
    'It was revoked, alone or with its grant: by the user, the client or an administrator, or because a refresh token was reused.',
  spent:
    'This refresh token has already been exchanged. The client must use the one that it received in return.',
  accountClosed: 'Its account is disabled or pending.',
  clientDisabled: 'Its client is disabled.',
  unknown: 'The token was not issued here, or its grant ended so long ago that it was deleted.',
};

export interface GrantsPageProps extends ListProps<GrantQuery, GrantView> {
  readonly inspected?: TokenView;
}

export function grantsPage({ query, inspected, errors, ...shown }: GrantsPageProps): string {
  const { client, account, after } = query;
  const field = fieldsOf(GrantQuery, query, errors);
  return renderList({
    ...shown,
    title: 'Grants',
    section: 'grants',
    path: GRANTS_PATH,
    lead: 'Devices and applications that hold tokens.',
    above: (
      <>
        <Inspection error={errors?.token} isOpen={inspected !== undefined} />
        {inspected && <Inspected token={inspected} />}
      </>
    ),
    search: (
      <>
        <Field {...field('client')} type="search" isOptional />
        <Field {...field('account')} type="search" isOptional />
      </>
    ),
    filters: [field('client'), field('account')],
    after,
    none: 'No active grants found.',
    caption: 'Active grants',
    keyOf: ({ grantId }) => grantId,
    columns: [
      {
        name: 'Client',
        isText: true,
        cell: ({ clientId, clientName, resources }) => (
          <>
            <span title={clientId}>{clientName}</span>
            <For resources={resources} />
          </>
        ),
      },
      {
        name: 'Account',
        isText: true,
        cell: ({ accountId, accountName }) =>
          accountId === null ? (
            <span class="quiet">the client itself</span>
          ) : (
            <a href={`/admin/accounts/${accountId}`}>{accountName}</a>
          ),
      },
      { name: 'Device', isText: true, cell: DeviceOf },
      { name: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      {
        name: 'Last refresh',
        isText: true,
        cell: ({ refreshedAt, refreshedFrom, generation }) =>
          refreshedAt === null ? (
            <span class="quiet">none</span>
          ) : (
            <>
              <Moment at={refreshedAt} />
              {refreshedFrom && <span class="quiet"> from {refreshedFrom}</span>}
              {generation > 0 && <span class="quiet">, replacements of its token: {generation}</span>}
            </>
          ),
      },
      {
        name: 'Expires',
        cell: ({ expiresAt }) =>
          expiresAt === null ? <span class="quiet">when revoked</span> : <Moment at={expiresAt} />,
      },
      {
        name: 'Action',
        isAction: true,
        cell: ({ grantId, clientName }) => (
          <Action
            to={`${GRANTS_PATH}/${grantId}/end`}
            verb="Revoke"
            what={`the tokens of ${clientName}`}
            isDanger
          >
            <input type="hidden" name="client" value={client} />
            <input type="hidden" name="account" value={account} />
          </Action>
        ),
      },
    ],
  });
}

/** The form that a token is pasted into. */
function Inspection({ error, isOpen }: { readonly error?: string; readonly isOpen: boolean }) {
  return (
    <details class="above-list" open={isOpen || error !== undefined}>
      <summary>Inspect a token</summary>
      <form method="post" action={`${GRANTS_PATH}/inspect`} class="card">
        <Field
          {...fieldsOf(TokenBody, {}, { token: error ?? '' })('token')}
          type="text"
          hint="An access token or a refresh token. It is neither logged nor shown again."
        />
        <div class="choices">
          <button type="submit" class="secondary">
            Inspect
          </button>
          <button type="submit" class="danger outline" formaction={`${GRANTS_PATH}/revoke`}>
            Revoke
          </button>
        </div>
      </form>
    </details>
  );
}

/** The state of a pasted token, and its facts. */
export function Inspected({ token }: { readonly token: TokenView }) {
  const { state, kind, tokenType, clientId, accountId, deviceId, scope, resources, expiresAt, grantId } =
    token;
  return (
    <section class="card" aria-labelledby="inspected">
      <h2 id="inspected">
        <State of={state} />
      </h2>
      <p>{MEANINGS[state]}</p>
      {kind !== null && (
        <dl class="pairs">
          <dt>Type</dt>
          <dd>
            {kind} token, {tokenType}
          </dd>
          <dt>Client</dt>
          <dd>{clientId}</dd>
          <dt>Account</dt>
          <dd>
            {accountId === null ? (
              'none (issued to the client itself)'
            ) : (
              <a href={`/admin/accounts/${accountId}`}>{accountId}</a>
            )}
          </dd>
          <dt>Device</dt>
          <dd>{deviceId ?? 'unknown'}</dd>
          <dt>Scope</dt>
          <dd>{scope ?? 'not limited: everything that the ruleset allows'}</dd>
          <dt>For</dt>
          <dd>{resources.length === 0 ? 'only this server' : <TargetNames resources={resources} />}</dd>
          <dt>Expires</dt>
          <dd>
            <Moment at={expiresAt} />
          </dd>
          <dt>Grant</dt>
          <dd>{grantId !== null && <Id value={grantId} what="the grant id" />}</dd>
        </dl>
      )}
    </section>
  );
}

/** A second line under the name of an application: the resources that its tokens are for. */
export function For({ resources }: Pick<GrantView, 'resources'>) {
  if (resources.length === 0) return null;
  return (
    <>
      <br />
      <span class="quiet">
        for <TargetNames resources={resources} />
      </span>
    </>
  );
}

function TargetNames({ resources }: Pick<GrantView, 'resources'>) {
  return (
    <>
      {resources.map(({ identifier, name }, index) => (
        <>
          {index > 0 && ', '}
          <bdi title={identifier ?? undefined}>{name ?? identifier ?? 'a deleted resource'}</bdi>
        </>
      ))}
    </>
  );
}

/** The device of a grant, with a note if its tokens are bound to a key (DPoP). */
export function DeviceOf({ deviceId, keyThumbprint }: Pick<GrantView, 'deviceId' | 'keyThumbprint'>) {
  return (
    <>
      {deviceId ?? <span class="quiet">unknown</span>}
      {keyThumbprint !== null && (
        <span class="quiet" title={keyThumbprint}>
          {' '}
          bound to its key
        </span>
      )}
    </>
  );
}
