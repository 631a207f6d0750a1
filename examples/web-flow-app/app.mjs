// A family web site by the web flow: a plain sign-in form, and the client secret stays here (docs/web-flow.md).
//   npm start                                # in another terminal, once
//   npm run example:web-flow                 # then open http://localhost:4001
import express from 'express';
import session from 'express-session';
import { randomBytes } from 'node:crypto';
import { familyPage, signInPage } from './page.mjs';

const { HEARTH, WEB_FLOW, PORT = '4001' } = process.env;
if (!HEARTH || !WEB_FLOW)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');
const credentials = `Basic ${Buffer.from(WEB_FLOW).toString('base64')}`;
const home = `http://localhost:${PORT}`;

const app = express();
app.disable('x-powered-by');
app.use(
  session({
    name: 'family-site',
    secret: randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax' },
  }),
);
app.use((_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  next();
});

app.get('/', async (request, response) => {
  const account = request.session.hearth && (await accountOf(request.session.hearth));
  if (account) return response.send(familyPage(account));
  delete request.session.hearth; // it was over
  const { cipher } = await begin(request.session);
  const { note } = request.session;
  delete request.session.note;
  response.send(signInPage({ action: `${HEARTH}/api/web/login`, back: `${home}/signed-in`, cipher, note }));
});

/** Here Hearth sends the browser after its form. */
app.get('/signed-in', async (request, response) => {
  const { session_id: sessionId, state, error } = request.query;
  const { signIn } = request.session;
  // The cipher must be this browser's: a page of another site may have posted a form with one of its own.
  if (!signIn || state !== signIn.cipher) request.session.note = 'That was not your sign-in form. Try again.';
  else if (error) request.session.note = noteFor(error, request.query.retry_after);
  else await finish(request, signIn, sessionId);
  response.redirect(303, '/'); // the session id leaves the address at once
});

app.post('/sign-out', async (request, response) => {
  const { hearth } = request.session;
  if (hearth) await call('log2out', {}, { Cookie: `JSESSIONID=${hearth}` });
  request.session.destroy(() => response.redirect(303, '/'));
});

/** The cipher and the secret of this browser's sign-in; a wrong password leaves them, ten minutes end them. */
async function begin(own) {
  if (own.signIn && own.signIn.until > Date.now()) return own.signIn;
  const cipher = randomBytes(16).toString('base64url');
  const secret = await call('webgeneratestatesecret', { stateRandomCipher: cipher });
  own.signIn = { cipher, secret, until: Date.now() + 9 * 60_000 };
  return own.signIn;
}

/** Makes the session this application's own; from here on the browser's session here stands for it. */
async function finish(request, { secret }, sessionId) {
  delete request.session.signIn; // used
  try {
    await call('webvalidatesession', { stateSecret: secret, sessionId });
    // A session id of this site that somebody planted before is worth nothing from here on.
    await new Promise((resolve, reject) => request.session.regenerate((e) => (e ? reject(e) : resolve())));
    request.session.hearth = sessionId;
  } catch {
    request.session.note = 'That did not work. Try again.';
  }
}

function noteFor(error, seconds) {
  if (error === 'invalid_grant') return 'The e-mail address or the password is wrong.';
  if (error === 'slow_down') return `Too many attempts. Wait ${Number(seconds)} seconds.`;
  return 'That took too long. Try again.';
}

/** What Hearth tells of the account that is signed in; null when the session is over. */
function accountOf(sessionId) {
  return call('accgetloggedaccount', {}, { Cookie: `JSESSIONID=${sessionId}` }).catch(() => null);
}

async function call(name, form, headers = {}) {
  const answer = await fetch(`${HEARTH}/api?a01call=${name}`, {
    method: 'POST',
    headers: { Authorization: credentials, ...headers },
    body: new URLSearchParams(form),
  });
  const { a01 } = await answer.json();
  if (!answer.ok) throw new Error(`${name}: ${a01.ex.name}: ${a01.ex.message}`);
  return a01.r.r;
}

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${home}`));
