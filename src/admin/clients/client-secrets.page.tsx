import type { Administrator } from '../shell/access/administrator.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { renderConsole } from '../shell/console/frame.js';
import { Moment } from '../shell/console/list.js';
import type { ClientView, SecretView } from './client.view.js';
import { addressOfClient } from './clients.page.js';
import { SecretOnce } from './secret-once.js';

const MAX_LIVE = 2;

interface CardProps {
  readonly client: ClientView;
  readonly now: Date;
  readonly asksPassword: boolean;
  readonly passwordError?: string;
}

/** When each secret was made and used; never what it is. */
export function SecretsCard({ client, now, asksPassword, passwordError }: CardProps) {
  const address = `${addressOfClient(client.clientId)}/secrets`;
  const live = client.secrets.filter((secret) => !isOver(secret, now));
  return (
    <section class="card" aria-labelledby="secrets-heading">
      <h2 id="secrets-heading">Secrets</h2>
      {client.secrets.length === 0 && (
        <p>
          {client.clientType === 'public'
            ? 'None: it names itself by its client_id alone.'
            : 'None: it can’t authenticate. Add one.'}
        </p>
      )}
      {client.secrets.map((secret) => (
        <div class="app" key={secret.id}>
          <div>
            <strong>Number {secret.id}</strong>
            {isOver(secret, now) && ' (over)'}
            <br />
            <span class="quiet">
              made <Moment at={secret.createdAt} /> · last used <Moment at={secret.lastUsedAt} />
              {secret.expiresAt !== null && (
                <>
                  {' '}
                  · ends <Moment at={secret.expiresAt} />
                </>
              )}
            </span>
          </div>
          <a href={`${address}/${secret.id}/end`}>Revoke</a>
        </div>
      ))}
      {live.length < MAX_LIVE ? (
        <div class="after">
          <p>
            {live.length === 1 &&
              'To change it without downtime: add a second one, give it to the application, revoke the first.'}
          </p>
          <ConfirmForm
            action={address}
            verb="Add a secret"
            asksPassword={asksPassword}
            error={passwordError}
            id="secret-password"
          />
        </div>
      ) : (
        <p class="after">There can be two at most: revoke one before you add another.</p>
      )}
    </section>
  );
}

function isOver({ expiresAt }: SecretView, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

interface AddedProps {
  readonly by: Administrator;
  readonly clientId: string;
  readonly secret: string;
}

/** The answer to the form itself: the only page that ever shows the secret. */
export function addedSecretPage({ by, clientId, secret }: AddedProps): string {
  return renderConsole({
    title: `A new secret of ${clientId}`,
    section: 'clients',
    by,
    done: 'Added. The previous secret keeps working until you revoke it.',
    children: (
      <>
        <SecretOnce clientId={clientId} secret={secret} />
        <p class="after">
          <a href={addressOfClient(clientId)} role="button">
            Back to the client
          </a>
        </p>
      </>
    ),
  });
}

interface EndProps {
  readonly by: Administrator;
  readonly clientId: string;
  readonly secret: SecretView;
  readonly asksPassword: boolean;
  readonly error?: string;
}

export function endSecretPage({ by, clientId, secret, asksPassword, error }: EndProps): string {
  const address = addressOfClient(clientId);
  return renderConsole({
    title: `Revoke secret ${secret.id} of ${clientId}`,
    section: 'clients',
    by,
    children: (
      <>
        <p class="lead">
          It is refused at once. Last used: <Moment at={secret.lastUsedAt} />. Tokens that the client has
          already keep working.
        </p>
        <div class="card">
          <ConfirmForm
            action={`${address}/secrets/${secret.id}/end`}
            verb="Revoke the secret"
            isDanger
            asksPassword={asksPassword}
            error={error}
          />
        </div>
        <p class="after">
          <a href={address}>Keep it</a>
        </p>
      </>
    ),
  });
}
