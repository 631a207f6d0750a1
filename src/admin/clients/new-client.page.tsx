import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { CLIENT_KINDS, type ClientKindName } from '../../oauth/clients/client-kinds.js';
import { Badge, ButtonLink } from '../shell/console/actions.js';
import type { Administrator } from '../shell/access/administrator.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { ClientFields, type FieldsProps, NEW_CLIENT_FORM } from './client-fields.js';
import type { CreatedClientView } from './client.view.js';
import { addressOfClient, badgeOf } from './clients.page.js';
import { SecretOnce } from './client-secrets.page.js';
import { ConnectCard, type ClientConnection } from './connect-card.js';
import type { TokenTrial } from './try-it.js';
import { TryIt } from './try-it-card.js';

const PATH = '/admin/clients/new';

/** The first step: what the application is. */
export function kindsPage(shown: PageProps): string {
  return renderConsole({
    ...shown,
    title: 'New client',
    section: 'clients',
    children: (
      <>
        <p class="lead">
          What is it? The form then asks for what matters; the rest is set, and can be changed.
        </p>
        <ul class="links">
          {Object.entries(CLIENT_KINDS).map(([kind, { title, about }]) => (
            <li key={kind}>
              <a href={`${PATH}?kind=${kind}`}>{title}</a>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}

interface NewProps extends FieldsProps, Pick<PageProps, 'by' | 'problem'> {
  readonly kind: ClientKindName;
  readonly asksPassword: boolean;
}

export function newClientPage({ by, kind, asksPassword, problem, ...form }: NewProps): string {
  const { [kind]: chosen } = CLIENT_KINDS;
  return renderConsole({
    title: chosen.title,
    section: 'clients',
    under: [{ name: 'New client', href: PATH }],
    by,
    problem,
    children: (
      <>
        <p class="lead">{chosen.about}</p>
        <form method="post" action={PATH} class="card">
          <input type="hidden" name="kind" value={kind} />
          <p class="badges">
            <span class="quiet">Set for you:</span>
            {factsOf(kind).map((fact) => (
              <Badge key={fact}>{fact}</Badge>
            ))}
          </p>
          <ClientFields {...form} fields={NEW_CLIENT_FORM.fields} kind={chosen} />
          {asksPassword && <PasswordField error={form.errors.password} />}
          <button type="submit">Create client</button>
        </form>
      </>
    ),
  });
}

/** What choosing a kind sets. */
function factsOf(kind: ClientKindName): string[] {
  const { defaults, means } = CLIENT_KINDS[kind];
  const { clientType, ruleset, profile, provisions, allowsDeviceAuthorization, isPrivileged } = defaults;
  return [
    clientType === 'public' ? 'Public' : 'Confidential',
    ...means,
    `Ruleset ${ruleset}`,
    ...badgeOf(profile),
    ...(provisions === 'own' ? ['Own families and accounts'] : []),
    ...(allowsDeviceAuthorization === true ? [CLIENT_FIELDS.allowsDeviceAuthorization.label] : []),
    ...(isPrivileged === true ? [CLIENT_FIELDS.isPrivileged.label] : []),
  ];
}

interface CreatedProps {
  readonly by: Administrator;
  readonly client: CreatedClientView;
  readonly trials: readonly TokenTrial[];
  readonly connection: ClientConnection;
}

/** The response to the form itself, and the only page that ever shows the secret. */
export function createdClientPage({ by, client, trials, connection }: CreatedProps): string {
  return renderConsole({
    title: client.name,
    section: 'clients',
    by,
    done: `Client ${client.clientId} created.`,
    children: (
      <>
        {client.secret !== null && <SecretOnce clientId={client.clientId} secret={client.secret} />}
        <ConnectCard connection={connection} />
        <TryIt trials={trials} clientType={client.clientType} hasSnippets={connection.snippets.length > 0} />
        <p class="after">
          <ButtonLink href={addressOfClient(client.clientId)} isPrimary>
            Go to client
          </ButtonLink>
        </p>
      </>
    ),
  });
}
