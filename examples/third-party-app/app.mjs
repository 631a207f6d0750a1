// A third-party web application: "Connect with Hearth", the family, refresh, disconnect (docs/sign-people-in/third-party.md).
//   npm start                                # in another terminal, once
//   npm run example:third-party              # then open http://localhost:4000
import express from 'express';
import session from 'express-session';
import { ConfidentialClient, Grant } from 'hearth-client/server';
import { randomBytes } from 'node:crypto';
import { page } from './page.mjs';

const { HEARTH, THIRD_PARTY, PORT = '4000' } = process.env;
if (!HEARTH)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');
const [clientId, clientSecret] = THIRD_PARTY.split(':');
const client = new ConfidentialClient(HEARTH, { clientId, clientSecret });
const home = `http://localhost:${PORT}`;

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

/** The tokens of this browser's user are kept in its session, on this server. */
const grantOf = ({ session: own }) =>
  new Grant(client, { get: () => own.tokens ?? null, set: (tokens) => void (own.tokens = tokens) });

app.get('/', async (request, response) => {
  const { note } = request.session;
  delete request.session.note;
  const account = grantOf(request).call('acc/getloggedaccount');
  // null: not connected yet, or the user ended it at Hearth
  response.send(page({ family: await account.catch(() => null), note }));
});

app.post('/connect', async (request, response) => {
  response.redirect(303, await authorizationUrl(request));
});

/** Calls /authorize from this server and hands the challenge's address on, without following it. */
app.post('/connect-by-server', async (request, response) => {
  const answer = await fetch(await authorizationUrl(request), { redirect: 'manual' });
  response.redirect(303, answer.headers.get('location') ?? '/');
});

async function authorizationUrl(request) {
  const redirect_uri = `${home}/callback`;
  const { url, kept } = await client.authorizationRequest({ redirect_uri, scope: 'openid account' });
  request.session.asked = kept;
  return url;
}

app.get('/callback', async (request, response) => {
  const { asked } = request.session;
  delete request.session.asked; // one answer for one question
  try {
    const tokens = await client.exchange(home + request.originalUrl, asked);
    // A session id of this site that an attacker planted is worthless from here on.
    await new Promise((resolve, reject) => request.session.regenerate((e) => (e ? reject(e) : resolve())));
    request.session.tokens = tokens;
  } catch (cause) {
    request.session.note = cause.error === 'access_denied' ? 'You did not allow it.' : `No: ${cause.message}`;
  }
  response.redirect(303, '/');
});

app.post('/refresh', async (request, response) => {
  const isNew = await grantOf(request)
    .refresh()
    .catch(() => null); // the user disconnected this application
  if (isNew) request.session.note = 'There is a new access token.';
  response.redirect(303, '/');
});

app.post('/disconnect', async (request, response) => {
  await grantOf(request).revoke();
  request.session.note = 'Disconnected: the tokens are worth nothing any more.';
  response.redirect(303, '/');
});

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${home}`));
