// A family web site by the web flow: a plain sign-in form, and the client secret stays here (docs/sign-people-in/web-flow.md).
//   npm start                                # in another terminal, once
//   npm run example:web-flow                 # then open http://localhost:4001
import express from 'express';
import session from 'express-session';
import { ConfidentialClient, InvalidCallback, WebFlow } from 'hearth-client/server';
import { randomBytes } from 'node:crypto';
import { familyPage, signInPage } from './page.mjs';

const { HEARTH, WEB_FLOW, PORT = '4001' } = process.env;
if (!HEARTH || !WEB_FLOW)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');
const [clientId, clientSecret] = WEB_FLOW.split(':');
const client = new ConfidentialClient(HEARTH, { clientId, clientSecret });
const webFlow = new WebFlow(client);
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
  const { hearth, note, signIn } = request.session;
  const account = hearth && (await client.callInSession(hearth, 'acc/getloggedaccount').catch(() => null));
  if (account) return response.send(familyPage(account));
  delete request.session.hearth; // it was over
  delete request.session.note;
  request.session.signIn = await webFlow.begin(signIn);
  response.send(signInPage({ ...webFlow.form(request.session.signIn), back: `${home}/signed-in`, note }));
});

/** Here Hearth sends the browser after its form. */
app.get('/signed-in', async (request, response) => {
  try {
    const hearth = await webFlow.finish(home + request.originalUrl, request.session.signIn);
    // A session id of this site that an attacker planted is worthless from here on.
    await new Promise((resolve, reject) => request.session.regenerate((e) => (e ? reject(e) : resolve())));
    request.session.hearth = hearth; // from here on the browser's session here stands for it
  } catch (cause) {
    // A wrong password leaves the cipher good; another person's form says nothing about this browser's own.
    if (cause.error !== 'invalid_grant' && !(cause instanceof InvalidCallback)) delete request.session.signIn;
    request.session.note = noteFor(cause);
  }
  response.redirect(303, '/'); // the session id leaves the address at once
});

app.post('/sign-out', async (request, response) => {
  const { hearth } = request.session;
  if (hearth) await client.callInSession(hearth, 'log2/out');
  request.session.destroy(() => response.redirect(303, '/'));
});

function noteFor(cause) {
  if (cause instanceof InvalidCallback) return 'That was not your sign-in form. Try again.';
  if (cause.error === 'invalid_grant') return 'The e-mail address or the password is wrong.';
  if (cause.error === 'slow_down') return `Too many attempts. Wait ${cause.retryAfter} seconds.`;
  return 'That did not work. Try again.';
}

app.listen(Number(PORT), 'localhost', (problem) => {
  if (problem) throw problem;
  console.log(`Open ${home}`);
});
