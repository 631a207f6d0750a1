import { Action } from '../shell/console/actions.js';
import { AdministeringPassword } from '../shell/console/confirm-form.js';
import { Id } from '../shell/console/copy.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { renderConsole, type RecordPageProps } from '../shell/console/console-frame.js';
import { addressWith, Moment } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import { ClientFields, type FieldsProps, CLIENT_FORM, type ClientFormValues } from './client-fields.js';
import { LegacyUseCard, Testers, type Tested } from './client-testers.js';
import { ConnectCard, type ClientConnection } from './connect-card.js';
import { SecretsCard } from './client-secrets.page.js';
import type { ClientView } from './client.view.js';
import { addressOfClient, Kinds } from './clients.page.js';
import type { TokenTrial } from './try-it.js';
import { TryIt } from './try-it-card.js';

export interface ClientPageProps extends RecordPageProps {
  readonly client: ClientView;
  readonly values: ClientFormValues;
  readonly rulesets: FieldsProps['rulesets'];
  readonly trials: readonly TokenTrial[];
  readonly connection: ClientConnection;
  /** Switches that are on, while the ruleset does not allow the call that they are about. */
  readonly idleSwitches: readonly { readonly label: string; readonly call: string }[];
  readonly tested: Tested;
  readonly now: Date;
  /** It was disabled or enabled just now. */
  readonly isStateChanged?: boolean;
}

export function clientPage(props: ClientPageProps): string {
  const { client, values, etag, rulesets, trials, tested, errors = {}, isStateChanged = false } = props;
  const address = addressOfClient(client.clientId);
  return renderConsole({
    ...props,
    title: client.name,
    section: 'clients',
    state: (
      <>
        <State of={client.isDisabled ? 'disabled' : 'active'} />
        <Kinds client={client} />
      </>
    ),
    undo: isStateChanged && <UndoState client={client} etag={etag} />,
    target: `client:${client.clientId}`,
    children: (
      <>
        <p class="lead">
          <Id value={client.clientId} what="the client id" /> · created <Moment at={client.createdAt} />
        </p>
        <About client={client} />
        {client.isDisabled && (
          <p class="notice error">This client is disabled. Its secrets and tokens don’t work.</p>
        )}
        {props.idleSwitches.map(({ label, call }) => (
          <p class="notice error">
            “{label}” is on, but the ruleset {client.ruleset} does not allow {call}: allow it there, or switch
            it off.
          </p>
        ))}
        <div class="split">
          <div>
            <form method="post" action={address} class="card">
              <h2>Settings</h2>
              <input type="hidden" name="etag" value={etag} />
              <ClientFields {...{ fields: CLIENT_FORM.fields, values, errors, rulesets }} />
              <AdministeringPassword id="settings-password" error={errors.confirmation} />
              <button type="submit">Save changes</button>
            </form>
            <StateForm client={client} etag={etag} error={errors.state} />
          </div>
          <div>
            <ConnectCard connection={props.connection} />
            <SecretsCard {...props} passwordError={errors.password} />
            <TryIt
              trials={trials}
              clientType={client.clientType}
              hasSnippets={props.connection.snippets.length > 0}
            />
            <Testers client={client} tested={tested} />
            <LegacyUseCard client={client} />
          </div>
        </div>
        <DangerZone
          href={`${address}/delete`}
          verb="Delete client"
          about="Deletes its secrets, and every user’s consent and tokens for it. This can’t be undone."
        />
      </>
    ),
  });
}

/** Facts that follow from the record, and links to related pages. */
function About({ client }: Pick<ClientPageProps, 'client'>) {
  const { clientId, refreshRotation } = client;
  return (
    <dl class="card pairs">
      <dt>Refresh token</dt>
      <dd>
        {refreshRotation.rotates ? 'Replaced at each refresh' : 'Stays the same'}{' '}
        <span class="quiet">({refreshRotation.reason})</span>
      </dd>
      <dt>Audit</dt>
      <dd>
        <a href={addressWith('/admin/audit', { client: clientId })}>Actions by this client</a> ·{' '}
        <a href={addressWith('/admin/audit', { client: clientId, outcome: 'refused' })}>refused actions</a> ·{' '}
        <a href={addressWith('/admin/audit', { target: `client:${clientId}` })}>changes to this client</a>
      </dd>
      <dt>More of it</dt>
      <dd>
        <a href={addressWith('/admin/grants', { client: clientId })}>Grants</a> ·{' '}
        <a href={addressWith('/admin/branding', { client: clientId })}>branding</a> ·{' '}
        <a href={addressWith('/admin/webhooks', { client: clientId })}>webhooks</a>
      </dd>
    </dl>
  );
}

interface StateProps extends Pick<ClientPageProps, 'client' | 'etag'> {
  /** The error of the password field. */
  readonly error?: string;
}

/** Disables or enables the client. No name has to be typed, since it can be undone. */
function StateForm({ client, etag, error }: StateProps) {
  const address = addressOfClient(client.clientId);
  return (
    <form method="post" action={`${address}/state`} class="card">
      <h2>{client.isDisabled ? 'Enable client' : 'Disable client'}</h2>
      <p>
        {client.isDisabled
          ? 'Its secrets and unexpired tokens will work again.'
          : 'Its secrets and tokens stop working at once. Nothing is deleted, and you can enable it again.'}
      </p>
      <input type="hidden" name="etag" value={etag} />
      <input type="hidden" name="state" value={client.isDisabled ? 'enabled' : 'disabled'} />
      <AdministeringPassword id="state-password" error={error} />
      <button type="submit" class={client.isDisabled ? 'secondary' : 'danger outline'}>
        {client.isDisabled ? 'Enable client' : 'Disable client'}
      </button>
    </form>
  );
}

/** Undoes the change of the state. If that needs the password, the page asks for it. */
function UndoState({ client, etag }: Pick<StateProps, 'client' | 'etag'>) {
  return (
    <Action to={`${addressOfClient(client.clientId)}/state`} verb="Undo" etag={etag}>
      <input type="hidden" name="state" value={client.isDisabled ? 'enabled' : 'disabled'} />
    </Action>
  );
}

export function clientDeletion(clientId: string): Deletion {
  return {
    section: 'clients',
    record: { name: clientId, href: addressOfClient(clientId) },
    verb: 'Delete client',
    about:
      'This can’t be undone. Its secrets, and every user’s consent and tokens for it, are deleted too. To stop it temporarily, disable it instead.',
  };
}
