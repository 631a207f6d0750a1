import type { Snippet } from '../../platform/reference/snippets/snippets.js';
import { Id, Lines } from '../shell/console/copy.js';

/** What an application has to know of the server, and of its client. */
export interface ClientConnection {
  readonly issuer: string;
  readonly discovery: string;
  /** For each framework; none: the client can't get tokens. */
  readonly snippets: readonly Snippet[];
  /** A snippet has a placeholder for the secret. */
  readonly lacksSecret: boolean;
}

/** The addresses to connect to, and what to paste into the framework that is opened. */
export function ConnectCard({ connection }: { readonly connection: ClientConnection }) {
  const { issuer, discovery, snippets, lacksSecret } = connection;
  return (
    <section class="card" aria-labelledby="connect-heading">
      <h2 id="connect-heading">Connect it</h2>
      <dl class="pairs">
        <dt>Issuer</dt>
        <dd>
          <Id value={issuer} what="the issuer" />
        </dd>
        <dt>Discovery URL</dt>
        <dd>
          <Id value={discovery} what="the discovery URL" />
        </dd>
      </dl>
      {lacksSecret && <p>Replace SECRET with the client’s secret.</p>}
      {snippets.map(({ name, file, text, note }, at) => (
        <details key={name} name="snippet" open={at === 0}>
          <summary>{name}</summary>
          <div>
            {file !== undefined && <p class="quiet">{file}</p>}
            <Lines text={text} what={`the snippet for ${name}`} />
            {note !== undefined && <p>{note}</p>}
          </div>
        </details>
      ))}
    </section>
  );
}
