import { Fragment } from 'preact';
import { Code, Curl, Op } from '../code.js';
import { exampleSnippets } from '../snippets/snippets.js';

export function SignInGuide({ server }: { readonly server: string }) {
  return (
    <>
      <h2>With OpenID Connect</h2>
      <p>
        Your application never sees a password. Any OAuth library does these steps; it needs no more than the
        address of this server, the issuer, and finds the rest at <Op id="openidconfiguration" />.
      </p>
      {exampleSnippets(server).map(({ name, file, text, note }) => (
        <Fragment key={name}>
          <Code title={name} file={file} text={text} />
          {note !== undefined && <p>{note}</p>}
        </Fragment>
      ))}
      <ol>
        <li>
          Send the browser to <Op id="oauth2authorize" /> with your <code>client_id</code>, a{' '}
          <code>redirect_uri</code> that is one of your RedirectUrls, a <code>state</code> and a PKCE
          challenge (<code>S256</code>). The user signs in there and allows it.
        </li>
        <li>
          The browser comes back to your <code>redirect_uri</code> with <code>code</code>, <code>state</code>{' '}
          and <code>iss</code>; or with <code>error</code>. Compare <code>state</code> and <code>iss</code>.
        </li>
        <li>
          Your server exchanges the code, once, within 60 seconds:
          <Curl
            id="oauth2token"
            values={{
              grant_type: 'authorization_code',
              code: 'JQGOcnl7pU2bWz5dXv0e',
              redirect_uri: 'https://books.example/callback',
              code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
            }}
          />
          The answer has <code>access_token</code> and <code>refresh_token</code>, and with the scope{' '}
          <code>openid</code> an <code>id_token</code>.
        </li>
        <li>
          Ask who it is:
          <Curl id="oauth2userinfo" />
        </li>
      </ol>
      <p>
        To sign out, send the browser to <Op id="logout" />. That ends the session here; tokens are ended by{' '}
        <Op id="oauth2revoke" />.
      </p>
      <h2>Scopes</h2>
      <dl class="members">
        <div>
          <dt>
            <code>openid</code>
          </dt>
          <dd>An id_token, and /userinfo: the account’s number.</dd>
        </div>
        <div>
          <dt>
            <code>profile</code>, <code>email</code>, <code>phone</code>, <code>family</code>
          </dt>
          <dd>
            Name, user name, language and time zone; e-mail address; phone number; families with the user’s
            role. They are at /userinfo, and in the id_token if the record of the client says so.
          </dd>
        </div>
        <div>
          <dt>
            <code>account</code>
          </dt>
          <dd>The calls about the account: its identifiers and its families.</dd>
        </div>
      </dl>
      <h2>Older applications</h2>
      <p>
        A web server that posts its own sign-in form uses <Op id="webgeneratestatesecret" />,{' '}
        <Op id="weblogin" /> and <Op id="webvalidatesession" />; a client that keeps a cookie{' '}
        <Op id="log2in" /> and <Op id="log2out" />. New ones use OpenID Connect.
      </p>
    </>
  );
}
