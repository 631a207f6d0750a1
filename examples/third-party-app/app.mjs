import express from 'express';
import session from 'express-session';
import { ConfidentialClient, Grant } from 'hearth-client/server';
import { randomBytes } from 'node:crypto';

const { HEARTH, THIRD_PARTY, PORT = '4000' } = process.env; // the address of Hearth, and client_id:secret
const [clientId, clientSecret] = THIRD_PARTY.split(':');
const client = new ConfidentialClient(HEARTH, { clientId, clientSecret });
const home = `http://localhost:${PORT}`;

const app = express();
const secret = randomBytes(32).toString('hex');
app.use(session({ secret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));

/** The tokens of this browser's user are kept in its session, on this server. */
const grantOf = ({ session: own }) =>
  new Grant(client, { get: () => own.tokens ?? null, set: (tokens) => void (own.tokens = tokens) });

const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const button = (action, label) => `<form method="post" action="${action}"><button>${label}</button></form>`;

app.get('/', async (request, response) => {
  const { note = '' } = request.session;
  delete request.session.note;
  // null: not connected yet, or the person ended it at Hearth
  const account = await grantOf(request)
    .call('acc/getloggedaccount')
    .catch(() => null);
  const families = account?.families.map(({ familyName }) => familyName).join(' and ');
  const content = account
    ? `<p>Hello ${escape(`${account.name} of ${families}`)}</p>${button('/disconnect', 'Disconnect')}`
    : button('/connect', 'Connect with Hearth');
  response.send(`<!doctype html><title>Demo shop</title><p>${escape(note)}</p>${content}`);
});

app.post('/connect', async (request, response) => {
  response.redirect(303, await authorizationUrl(request));
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

app.post('/disconnect', async (request, response) => {
  await grantOf(request).revoke();
  request.session.note = 'Disconnected: the tokens no longer work.';
  response.redirect(303, '/');
});

app.listen(Number(PORT), 'localhost', (problem) => {
  if (problem) throw problem;
  console.log(`Open ${home}`);
});
