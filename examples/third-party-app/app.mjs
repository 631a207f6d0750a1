// A third-party web application: "Connect with Hearth", the family, refresh, disconnect (docs/third-party.md).
//   npm start                                # in another terminal, once
//   npm run example:third-party              # then open http://localhost:4000
import express from 'express';
import session from 'express-session';
import { randomBytes } from 'node:crypto';
import * as oauth from 'openid-client';
import { page } from './page.mjs';

const { HEARTH, THIRD_PARTY, PORT = '4000' } = process.env;
if (!HEARTH)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');
const [clientId, secret] = THIRD_PARTY.split(':');
const home = `http://localhost:${PORT}`;
const redirect_uri = `${home}/callback`;

// Plain HTTP is for this demonstration on one machine only.
const config = await oauth.discovery(new URL(HEARTH), clientId, undefined, oauth.ClientSecretBasic(secret), {
  execute: HEARTH.startsWith('http:') ? [oauth.allowInsecureRequests] : [],
});

const app = express();
app.disable('x-powered-by');
app.use(
  session({
    name: 'example',
    secret: randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax' },
  }),
);

app.get('/', async (request, response) => {
  const { tokens, note } = request.session;
  delete request.session.note;
  response.send(page({ family: tokens ? await familyOf(tokens) : null, note }));
});

app.post('/connect', async (request, response) => {
  response.redirect(303, await authorizationUrl(request));
});

/** The same where this server calls /authorize, and hands the challenge's address on; it must not follow it itself. */
app.post('/connect-by-server', async (request, response) => {
  const answer = await fetch(await authorizationUrl(request), { redirect: 'manual' });
  response.redirect(303, answer.headers.get('location') ?? '/');
});

async function authorizationUrl(request) {
  const verifier = oauth.randomPKCECodeVerifier();
  const [state, nonce] = [oauth.randomState(), oauth.randomNonce()];
  request.session.asked = { verifier, state, nonce };
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const asked = { redirect_uri, scope: 'openid account', state, nonce, code_challenge };
  const url = oauth.buildAuthorizationUrl(config, { ...asked, code_challenge_method: 'S256' });
  return url.href;
}

app.get('/callback', async (request, response) => {
  const { asked } = request.session;
  delete request.session.asked; // one answer for one question
  try {
    request.session.tokens = await oauth.authorizationCodeGrant(config, new URL(request.originalUrl, home), {
      pkceCodeVerifier: asked?.verifier,
      expectedState: asked?.state,
      expectedNonce: asked?.nonce,
    });
  } catch (cause) {
    request.session.note = cause.error === 'access_denied' ? 'You did not allow it.' : `No: ${cause.message}`;
  }
  response.redirect(303, '/');
});

app.post('/refresh', async (request, response) => {
  const { tokens } = request.session;
  try {
    request.session.tokens = await oauth.refreshTokenGrant(config, tokens.refresh_token);
    request.session.note = 'There is a new access token.';
  } catch {
    delete request.session.tokens; // the user disconnected this application
  }
  response.redirect(303, '/');
});

app.post('/disconnect', async (request, response) => {
  const { tokens } = request.session;
  if (tokens) await oauth.tokenRevocation(config, tokens.refresh_token);
  delete request.session.tokens;
  request.session.note = 'Disconnected: the tokens are worth nothing any more.';
  response.redirect(303, '/');
});

/** What the account is told to the application; null when the user ended it at Hearth. */
async function familyOf({ access_token }) {
  const answer = await oauth
    .fetchProtectedResource(config, access_token, new URL(`${HEARTH}/api/acc/getloggedaccount`), 'GET')
    .catch(() => null);
  return answer && (await answer.json()).a01.r.r;
}

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${home}`));
