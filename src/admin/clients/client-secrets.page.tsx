import { ButtonLink } from '../shell/console/actions.js';
import type { Administrator } from '../shell/access/administrator.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { renderQuestion } from '../shell/console/question.js';
import { Moment } from '../shell/console/list.js';
import { authenticatesByKey } from '../../oauth/clients/client-profiles.js';
import { State } from '../shell/console/state.js';
import type { ClientView, SecretView } from './client.view.js';
import { addressOfClient } from './clients.page.js';
import { Id } from '../shell/console/copy.js';

const MAX_LIVE = 2;

interface CardProps {
  readonly client: ClientView;
  readonly now: Date;
  readonly asksPassword: boolean;
  readonly passwordError?: string;
}

/** Lists the client's secrets with their dates; never their values. */
export function SecretsCard({ client, now, asksPassword, passwordError }: CardProps) {
  const address = `${addressOfClient(client.clientId)}/secrets`;
  const byKey = authenticatesByKey(client);
  const live = client.secrets.filter((secret) => !isOver(secret, now));
  return (
    <section class="card" aria-labelledby="secrets-heading">
      <h2 id="secrets-heading">Secrets</h2>
      {byKey ? (
        <p>
          The client authenticates by its key (private_key_jwt).
          {client.secrets.length > 0 &&
            ' These secrets don’t work; revoke them once nothing needs them again.'}
        </p>
      ) : (
        client.secrets.length === 0 && (
          <p>
            {client.clientType === 'public'
              ? 'A public client has no secret; it identifies itself by its client_id alone.'
              : 'No secrets. The client can’t authenticate until you add one.'}
          </p>
        )
      )}
      {client.secrets.map((secret) => (
        <div class="app" key={secret.id}>
          <div>
            <strong>Secret {secret.id}</strong> {isOver(secret, now) && <State of="expired" />}
            <br />
            <span class="quiet">
              created <Moment at={secret.createdAt} /> · last used <Moment at={secret.lastUsedAt} />
              {secret.expiresAt !== null && (
                <>
                  {' '}
                  · expires <Moment at={secret.expiresAt} />
                </>
              )}
            </span>
          </div>
          <a href={`${address}/${secret.id}/end`} role="button" class="danger outline small">
            Revoke
          </a>
        </div>
      ))}
      {byKey ? null : live.length < MAX_LIVE ? (
        <div class="after">
          <p>
            {live.length === 1 &&
              'To rotate the secret without downtime, add a second one, configure the application to use it, then revoke the first.'}
          </p>
          <ConfirmForm
            action={address}
            verb="Add secret"
            asksPassword={asksPassword}
            error={passwordError}
            id="secret-password"
          />
        </div>
      ) : (
        <p class="after">A client can have two active secrets at most. Revoke one before you add another.</p>
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

/** The response to the form itself, and the only page that ever shows the secret. */
export function addedSecretPage({ by, clientId, secret }: AddedProps): string {
  return renderConsole({
    title: `New secret for ${clientId}`,
    section: 'clients',
    under: [{ name: clientId, href: addressOfClient(clientId) }],
    by,
    done: 'Secret added. The previous secret keeps working until you revoke it.',
    children: (
      <>
        <SecretOnce clientId={clientId} secret={secret} />
        <p class="after">
          <ButtonLink href={addressOfClient(clientId)} isPrimary>
            Back to client
          </ButtonLink>
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
  return renderQuestion({
    title: `Revoke secret ${secret.id} of ${clientId}`,
    section: 'clients',
    of: { name: clientId, href: address },
    by,
    lead: (
      <>
        The secret stops working at once. Last used: <Moment at={secret.lastUsedAt} />. Tokens that the client
        already has keep working.
      </>
    ),
    children: (
      <div class="card">
        <ConfirmForm
          action={`${address}/secrets/${secret.id}/end`}
          verb="Revoke secret"
          isDanger
          asksPassword={asksPassword}
          error={error}
        />
      </div>
    ),
  });
}

interface SecretProps {
  readonly clientId: string;
  readonly secret: string;
}

/** Shows a new secret, on the one page that ever does. */
export function SecretOnce({ clientId, secret }: SecretProps) {
  return (
    <section class="card" aria-labelledby="secret-heading">
      <h2 id="secret-heading">Client secret</h2>
      <p class="notice warn">
        You will not see this secret again: only its digest is stored. Copy it now. If you lose it, add a new
        one.
      </p>
      <dl class="pairs">
        <dt>Client id</dt>
        <dd>
          <Id value={clientId} what="the client id" />
        </dd>
        <dt>Client secret</dt>
        <dd>
          <Id value={secret} what="the client secret" id="secret" />
        </dd>
      </dl>
    </section>
  );
}
