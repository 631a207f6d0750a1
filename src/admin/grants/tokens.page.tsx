import { Field } from '../../platform/pages/form.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Action } from '../shell/console/actions.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import { renderConsole } from '../shell/console/frame.js';
import { Id } from '../shell/console/copy.js';
import { ActiveFilters, Empty, Moment, Pager, Search, Table } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import type { ListPage } from '../shell/paging.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import type { GrantView, TokenView } from './grant.view.js';

export const TOKENS = '/admin/tokens';
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

export interface TokensPageProps {
  readonly by: Administrator;
  readonly grants: ListPage<GrantView>;
  readonly query: GrantQuery;
  readonly inspected?: TokenView;
  readonly errors?: FormErrors;
  readonly problem?: string;
  readonly done?: string;
}

export function tokensPage(props: TokensPageProps): string {
  const { by, grants, query, inspected, errors, problem, done } = props;
  const { client, account, after } = query;
  const search = fieldsOf(GrantQuery, query, errors);
  return renderConsole({
    title: 'Grants',
    section: 'tokens',
    by,
    problem,
    done,
    children: (
      <>
        <form method="post" action={`${TOKENS}/inspect`} class="card">
          <h2>Inspect a token</h2>
          <Field
            {...fieldsOf(TokenBody, {}, errors)('token')}
            type="text"
            hint="An access token or a refresh token. It is neither logged nor shown again."
          />
          <div class="choices">
            <button type="submit" class="secondary">
              Inspect
            </button>
            <button type="submit" class="danger outline" formaction={`${TOKENS}/revoke`}>
              Revoke
            </button>
          </div>
        </form>
        {inspected && <Inspected token={inspected} />}
        <h2 class="after">Active grants</h2>
        <p>
          Each row is a device or application that may act for an account, or a client that acts for itself.
        </p>
        <Search action={TOKENS}>
          <Field {...search('client')} type="search" isOptional />
          <Field {...search('account')} type="search" isOptional />
        </Search>
        <ActiveFilters
          path={TOKENS}
          query={{ client, account }}
          filters={[
            { ...search('client'), shown: client },
            { ...search('account'), shown: account },
          ]}
        />
        {grants.items.length === 0 ? (
          <Empty>No active grants found.</Empty>
        ) : (
          <GrantList items={grants.items} query={query} />
        )}
        <Pager path={TOKENS} query={{ client, account, after }} next={grants.next} />
      </>
    ),
  });
}

/** What a pasted token is. */
export function Inspected({ token }: { readonly token: TokenView }) {
  const { state, kind, tokenType, clientId, accountId, deviceId, scope, expiresAt, grantId } = token;
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

/** The device of a grant, and whether its tokens are bound to a key (DPoP). */
export function DeviceOf({ deviceId, keyThumbprint }: Pick<GrantView, 'deviceId' | 'keyThumbprint'>) {
  return (
    <>
      {deviceId ?? <span class="quiet">unknown</span>}
      {keyThumbprint !== null && (
        <div class="quiet" title={keyThumbprint}>
          bound to its key
        </div>
      )}
    </>
  );
}

function GrantList({
  items,
  query,
}: {
  readonly items: readonly GrantView[];
  readonly query: TokensPageProps['query'];
}) {
  return (
    <Table
      caption="Active grants"
      rows={items}
      keyOf={({ grantId }) => grantId}
      columns={[
        { name: 'Client', cell: ({ clientId, clientName }) => <span title={clientId}>{clientName}</span> },
        {
          name: 'Account',
          cell: ({ accountId, accountName }) =>
            accountId === null ? (
              <span class="quiet">the client itself</span>
            ) : (
              <a href={`/admin/accounts/${accountId}`}>{accountName}</a>
            ),
        },
        { name: 'Device', cell: DeviceOf },
        { name: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          name: 'Last refresh',
          cell: ({ refreshedAt, refreshedFrom, generation }) =>
            refreshedAt === null ? (
              <span class="quiet">none</span>
            ) : (
              <>
                <Moment at={refreshedAt} />
                {refreshedFrom && <div class="quiet">from {refreshedFrom}</div>}
                {generation > 0 && <div class="quiet">replacements of its token: {generation}</div>}
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
              to={`${TOKENS}/grants/${grantId}/end`}
              verb="Revoke"
              what={`the tokens of ${clientName}`}
              isDanger
            >
              <input type="hidden" name="client" value={query.client} />
              <input type="hidden" name="account" value={query.account} />
            </Action>
          ),
        },
      ]}
    />
  );
}
