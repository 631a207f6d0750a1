import { Code, Curl, Op } from './code.js';
import { renderDocsPage } from './frame.js';
import type { Reference } from './reference.js';
import { IN_ORDER } from './tasks.js';

/** How to start, and an overview. */
export function docsHomePage(reference: Reference): string {
  const { server, document, manual } = reference;
  return renderDocsPage({
    reference,
    title: 'Documentation',
    href: '/docs',
    children: (
      <>
        <p class="lead">
          Of this server, <code>{server}</code>, version {document.info.version}.
        </p>
        <h2 id="guides">Guides</h2>
        <ul class="links">
          {manual.folders.map(({ name, href, about }) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span>{about}</span>
            </li>
          ))}
        </ul>
        <h2 id="api">API</h2>
        <p>Sign people in, call the API for them, and provision families and accounts.</p>
        <ul class="links tasks">
          {IN_ORDER.map(({ key, name, about }) => (
            <li key={key}>
              <a href={`/docs/${key}`}>{name}</a>
              <span>{about}</span>
            </li>
          ))}
        </ul>
        <div class="guide">
          <h2 id="start">How to start</h2>
          <ol>
            <li>
              An administrator registers your application as a client, in the console or by{' '}
              <Op id="adminclientcreate" />. You get a <code>client_id</code> and a <code>client_secret</code>
              . Every example here takes them from the shell:
              <Code title="Once in a shell" text={"CLIENT='client_id:client_secret'"} />
            </li>
            <li>
              See whether you reach the server:
              <Curl id="accping" />
            </li>
            <li>
              Get a token. For yourself, by your credentials alone; for a user, by{' '}
              <a href="/docs/sign-in">signing the user in</a>.
              <Curl id="oauth2token" values={{ grant_type: 'client_credentials' }} />
            </li>
            <li>
              Call with the token:
              <Code title="Once in a shell" text="TOKEN='the access_token of the answer'" />
              <Curl id="accgetloggedaccount" />
              This one is about a user: with a token of your own it tells you that nobody is signed in.
            </li>
          </ol>
          <h2 id="who">Who is asking</h2>
          <p>
            A request speaks for two: the <strong>client</strong>, which is your application, and, where there
            is one, the <strong>account</strong>, which is a person. The client’s ruleset says which calls it
            may make; an access token says both at once.
          </p>
          <h2 id="answers">Three kinds of answers</h2>
          <ul>
            <li>
              <strong>Calls</strong>, <code>/api/…</code>: an envelope,{' '}
              <code>{'{"a01":{"r":{"r":"…"},"cn":"…"}}'}</code>. Numbers and booleans are strings.
            </li>
            <li>
              <strong>OAuth endpoints</strong>, such as <Op id="oauth2token" />: JSON as the standards have
              it.
            </li>
            <li>
              <strong>Administration</strong>, <code>/admin/api/…</code>: JSON, and problem details where it
              fails.
            </li>
          </ul>
          <p>
            <a href="/docs/errors">Errors</a> lists what each of them may refuse, and what to do.
          </p>
          <h2 id="machines">For machines</h2>
          <p>
            <a href="/openapi.json">openapi.json</a> is what these pages are made from. Types for TypeScript:
          </p>
          <Code title="Types" text={`npx openapi-typescript ${server}/openapi.json -o hearth.ts`} />
          <p>
            OAuth libraries configure themselves by <Op id="openidconfiguration" />.
          </p>
        </div>
      </>
    ),
  });
}
