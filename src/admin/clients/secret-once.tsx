interface SecretProps {
  readonly clientId: string;
  readonly secret: string;
}

/** Shows a new secret, on the one page that ever does. */
export function SecretOnce({ clientId, secret }: SecretProps) {
  return (
    <section class="card" aria-labelledby="secret-heading">
      <h2 id="secret-heading">Client secret</h2>
      <p>
        Copy the secret now: it can’t be shown again, since only its digest is stored. If you lose it, add a
        new one.
      </p>
      <dl class="pairs">
        <dt>client_id</dt>
        <dd>
          <code>{clientId}</code>
        </dd>
        <dt>client_secret</dt>
        <dd>
          <code id="secret">{secret}</code>
        </dd>
      </dl>
    </section>
  );
}
