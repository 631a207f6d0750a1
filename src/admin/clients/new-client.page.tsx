import { ButtonLink } from '../shell/console/actions.js';
import type { Administrator } from '../shell/access/administrator.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { renderConsole } from '../shell/console/frame.js';
import { ClientFields, type FieldsProps } from './client-fields.js';
import { NEW_CLIENT_FORM } from './client-form.js';
import type { CreatedClientView } from './client.view.js';
import { addressOfClient } from './clients.page.js';
import { SecretOnce } from './secret-once.js';
import type { Trial } from './try-it.js';
import { TryIt } from './try-it-card.js';

interface NewProps extends FieldsProps {
  readonly by: Administrator;
  readonly asksPassword: boolean;
  readonly problem?: string;
}

export function newClientPage({ by, asksPassword, problem, ...form }: NewProps): string {
  return renderConsole({
    title: 'New client',
    section: 'clients',
    by,
    problem,
    children: (
      <form method="post" action="/admin/new-client" class="card">
        <ClientFields {...form} fields={NEW_CLIENT_FORM.fields} />
        {asksPassword && <PasswordField error={form.errors.password} />}
        <button type="submit">Create client</button>
      </form>
    ),
  });
}

interface CreatedProps {
  readonly by: Administrator;
  readonly client: CreatedClientView;
  readonly trials: readonly Trial[];
}

/** The response to the form itself, and the only page that ever shows the secret. */
export function createdClientPage({ by, client, trials }: CreatedProps): string {
  return renderConsole({
    title: client.name,
    section: 'clients',
    by,
    done: `Client ${client.clientId} created.`,
    children: (
      <>
        {client.secret !== null && <SecretOnce clientId={client.clientId} secret={client.secret} />}
        <TryIt trials={trials} clientType={client.clientType} />
        <p class="after">
          <ButtonLink href={addressOfClient(client.clientId)} isPrimary>
            Go to client
          </ButtonLink>
        </p>
      </>
    ),
  });
}
