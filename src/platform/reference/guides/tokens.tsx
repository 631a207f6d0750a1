import { Curl, Op } from '../code.js';

/** Each grant type with what it sends. */
const GRANTS = [
  {
    name: 'For yourself',
    about: 'A back end that acts in its own name, with its own ruleset.',
    values: { grant_type: 'client_credentials' },
  },
  {
    name: 'A code of /authorize',
    about: 'What every application does that signs users in.',
    values: {
      grant_type: 'authorization_code',
      code: 'JQGOcnl7pU2bWz5dXv0e',
      redirect_uri: 'https://books.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  {
    name: 'A refresh token',
    about: 'When the access token expired. The answer may have another refresh token: keep the last one.',
    values: { grant_type: 'refresh_token', refresh_token: 'AQLI-7dZsc3k8Yw1' },
  },
  {
    name: 'A user’s password',
    about: 'Privileged clients alone: applications of the operator.',
    values: { grant_type: 'password', username: 'ada@family.example', password: 'three-quiet-otters' },
  },
  {
    name: 'An assertion of a partner',
    about: 'A JWT that the partner signed; its issuer and keys are in the client’s record.',
    values: {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl',
    },
  },
  {
    name: 'A validation token',
    about: 'It was made by log2createvalidationtoken, for a user who is known elsewhere.',
    values: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'AQHcBDjSgxU3vFq0',
      subject_token_type: 'urn:hearth:params:oauth:token-type:validation-token',
    },
  },
] as const;

export function TokensGuide() {
  return (
    <>
      <p>
        <Op id="oauth2token" /> exchanges what you have for an access token and a refresh token. A Bearer
        token is sent as <code>Authorization: Bearer …</code>; with <code>token_type=mac</code> you get a MAC
        token, whose requests are signed with its <code>mac_key</code>. A proof in the header{' '}
        <code>DPoP</code> binds the token to its key (RFC 9449): it is sent as{' '}
        <code>Authorization: DPoP …</code>, with a proof each time.
      </p>
      {GRANTS.map(({ name, about, values }) => (
        <section key={name}>
          <h2>{name}</h2>
          <p>{about}</p>
          <Curl id="oauth2token" values={values} />
        </section>
      ))}
      <h2>When it is over</h2>
      <p>
        <code>expires_in</code> says for how many seconds an access token lasts. Then a call answers 401,{' '}
        <a href="/docs/errors#FizAccessTokenExpiredException">FizAccessTokenExpiredException</a>, and the
        refresh token gets another. Revoking either of them ends both:
      </p>
      <Curl id="oauth2revoke" />
    </>
  );
}
