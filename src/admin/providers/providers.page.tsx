import { Field } from '../../platform/pages/form.js';
import { Action, Badge, ButtonLink } from '../shell/console/actions.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { RecordCard, type RecordFormProps } from '../shell/console/record-card.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { Id } from '../shell/console/copy.js';
import { renderList } from '../shell/console/list-page.js';
import type { ProviderView } from './provider.view.js';

const PATH = '/admin/providers';

export function addressOfProvider(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`;
}

export function providersPage({
  items,
  ...shown
}: PageProps & { readonly items: readonly ProviderView[] }): string {
  return renderList({
    ...shown,
    title: 'Sign-in providers',
    section: 'providers',
    path: PATH,
    actions: (
      <ButtonLink href={`${PATH}/new`} isPrimary>
        New provider
      </ButtonLink>
    ),
    lead: 'OpenID Connect providers with which people may sign in. Who may is decided here: an account has to be connected first, after its own sign-in.',
    page: { items, next: null },
    none: 'No providers. People sign in with their own password or passkey.',
    keyOf: ({ id }) => id,
    columns: [
      {
        name: 'Name',
        isText: true,
        cell: ({ id, name }) => <a href={addressOfProvider(id)}>{name}</a>,
      },
      { name: 'Id', isKnown: true, cell: ({ id }) => <code>{id}</code> },
      { name: 'Issuer', isText: true, cell: ({ issuer }) => issuer },
      { name: 'State', cell: (provider) => <Offered {...provider} /> },
      { name: 'Accounts', isNumber: true, cell: ({ accounts }) => accounts },
    ],
  });
}

function Offered({ isEnabled }: Pick<ProviderView, 'isEnabled'>) {
  return isEnabled ? <Badge tone="good">Offered</Badge> : <Badge tone="neutral">Not offered</Badge>;
}

function connected(accounts: number): string {
  if (accounts === 0) return 'No account is connected';
  return accounts === 1 ? '1 account is connected' : `${accounts} accounts are connected`;
}

export function newProviderPage(props: RecordFormProps): string {
  return renderConsole({
    ...props,
    title: 'New provider',
    section: 'providers',
    children: (
      <RecordCard {...props} action={`${PATH}/new`} verb="Create provider">
        <SecretField error={props.errors.clientSecret} isOptional />
      </RecordCard>
    ),
  });
}

function SecretField({
  error,
  isOptional = false,
}: {
  readonly error?: string;
  readonly isOptional?: boolean;
}) {
  return (
    <Field
      name="clientSecret"
      label={isOptional ? 'Client secret' : 'New client secret'}
      type="password"
      autocomplete="off"
      hint="The secret that the provider gave you. It is sealed, and never shown again."
      error={error}
      isOptional={isOptional}
    />
  );
}

export interface ProviderPageProps extends RecordFormProps {
  readonly provider: ProviderView;
  readonly etag: string;
}

export function providerPage(props: ProviderPageProps): string {
  const { provider, etag, errors, asksPassword } = props;
  const { id, name, issuer, redirectUri, isEnabled, hasSecret, accounts } = provider;
  const address = addressOfProvider(id);
  return renderConsole({
    ...props,
    title: name,
    section: 'providers',
    state: <Offered isEnabled={isEnabled} />,
    actions: <Action to={`${address}/try`} verb="Try this provider" />,
    children: (
      <>
        <p class="lead">
          {connected(accounts)} with <code>{issuer}</code>. Register this redirect URI there:
        </p>
        <p>
          <Id value={redirectUri} what="redirect URI" />
        </p>
        <RecordCard {...props} action={address} />
        <section class="card">
          <h2>Client secret</h2>
          <p>
            {hasSecret ? 'A secret is set.' : 'No secret is set: the provider is asked as a public client.'}
          </p>
          <ConfirmForm
            action={`${address}/secret`}
            verb={hasSecret ? 'Replace secret' : 'Set secret'}
            {...{ etag, asksPassword }}
            id="secret-password"
            error={errors.secret}
          >
            <SecretField error={errors.clientSecret} />
          </ConfirmForm>
        </section>
        <section class="card">
          <h2>On the sign-in pages</h2>
          <p>
            {isEnabled
              ? 'People see its button. Without it nobody can sign in there; connections stay.'
              : 'Nobody sees its button or can sign in there. Connections are kept.'}
          </p>
          <ConfirmForm
            action={`${address}/state`}
            verb={isEnabled ? 'Stop offering it' : 'Offer it'}
            {...{ etag, asksPassword }}
            id="state-password"
            error={errors.state}
          >
            <input type="hidden" name="state" value={isEnabled ? 'disabled' : 'enabled'} />
          </ConfirmForm>
        </section>
        <DangerZone
          href={`${address}/delete`}
          verb="Delete provider"
          about="People can no longer sign in there. Accounts keep their ExternalIds of this issuer."
        />
      </>
    ),
  });
}

export function providerDeletion({ id, name, accounts }: ProviderView): Deletion {
  return {
    section: 'providers',
    record: { name, href: addressOfProvider(id) },
    typed: id,
    verb: 'Delete provider',
    about: (
      <>
        {connected(accounts)} with it.
        {accounts > 0 && ' Those without a password can then only sign in after setting one by mail.'}
      </>
    ),
  };
}
