import { Id } from '../shell/console/copy.js';

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
        <dt>client_id</dt>
        <dd>
          <Id value={clientId} what="the client id" />
        </dd>
        <dt>client_secret</dt>
        <dd>
          <Id value={secret} what="the client secret" id="secret" />
        </dd>
      </dl>
    </section>
  );
}
