// A web application like the README of express-openid-connect. A program of its own: the package requires an ES
// module, which Node supports and Jest does not. Its settings come from the environment (ISSUER_BASE_URL,
// CLIENT_ID …); without a client secret it uses its defaults, and requests only an id_token.
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import openidConnect from 'express-openid-connect';

const pages = express();
const listener = createServer(pages).listen(0, '127.0.0.1');
await once(listener, 'listening');
const baseURL = `http://127.0.0.1:${listener.address().port}`;

const byCode = () =>
  openidConnect.auth({
    baseURL,
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  });
const byDefault = () => openidConnect.auth({ baseURL, authRequired: false });

pages.use(process.env.CLIENT_SECRET ? byCode() : byDefault());
pages.get('/', async ({ oidc }, response) => {
  const info = oidc.accessToken ? await oidc.fetchUserInfo() : null;
  response.json({ claims: oidc.idTokenClaims ?? null, info });
});
pages.get('/refresh', async ({ oidc }, response) => {
  const before = oidc.accessToken.access_token;
  await oidc.accessToken.refresh();
  const { name } = await oidc.fetchUserInfo();
  response.json({ isNew: oidc.accessToken.access_token !== before, name });
});
console.log(baseURL);
