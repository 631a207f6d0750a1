interface SecretProps {
  readonly clientId: string;
  readonly secret: string;
}

/** A new secret, on the one page that shows it. */
export function SecretOnce({ clientId, secret }: SecretProps) {
  return (
    <section class="card" aria-labelledby="secret-heading">
      <h2 id="secret-heading">Its secret</h2>
      <p>
        Copy it now to where the application keeps its secrets. It is kept here as a digest only and is never
        shown again; a lost one is replaced by a new one.
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
