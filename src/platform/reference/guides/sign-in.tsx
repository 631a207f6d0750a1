import { Code, Curl, Op } from '../code.js';
import type { GuideProps } from './guide-props.js';

const DISCOVERY = (server: string) => `import * as client from 'openid-client';

const config = await client.discovery(new URL('${server}'), clientId, clientSecret);`;

export function SignInGuide({ reference }: GuideProps) {
  return (
    <>
      <h2>With OpenID Connect</h2>
      <p>
        Your application never sees a password. Any OAuth library does these steps; it needs no more than the
        address of this server.
      </p>
      <Code title="openid-client" text={DISCOVERY(reference.server)} />
      <ol>
        <li>
          Send the browser to <Op reference={reference} id="oauth2authorize" /> with your{' '}
          <code>client_id</code>, a <code>redirect_uri</code> that is one of your RedirectUrls, a{' '}
          <code>state</code> and a PKCE challenge (<code>S256</code>). The user signs in there and allows it.
        </li>
        <li>
          The browser comes back to your <code>redirect_uri</code> with <code>code</code>, <code>state</code>{' '}
          and <code>iss</code>; or with <code>error</code>. Compare <code>state</code> and <code>iss</code>.
        </li>
        <li>
          Your server exchanges the code, once, within 60 seconds:
          <Curl
            reference={reference}
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
          <Curl reference={reference} id="oauth2userinfo" />
        </li>
      </ol>
      <p>
        To sign out, send the browser to <Op reference={reference} id="logout" />. That ends the session here;
        tokens are ended by <Op reference={reference} id="oauth2revoke" />.
      </p>
      <h2>Scopes</h2>
      <dl class="members">
        <div>
          <dt>
            <code>openid</code>
          </dt>
          <dd>An id_token, and the account’s number at /userinfo.</dd>
        </div>
        <div>
          <dt>
            <code>profile</code>, <code>email</code>
          </dt>
          <dd>The name and the e-mail address at /userinfo.</dd>
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
        A web server that posts its own sign-in form uses{' '}
        <Op reference={reference} id="webgeneratestatesecret" />, <Op reference={reference} id="weblogin" />{' '}
        and <Op reference={reference} id="webvalidatesession" />; a client that keeps a cookie{' '}
        <Op reference={reference} id="log2in" /> and <Op reference={reference} id="log2out" />. New ones use
        OpenID Connect.
      </p>
    </>
  );
}
