// A web application as the README of express-openid-connect has it. A program of its own: the package requires an ES
// module, which Node can and Jest can't. Its settings come from the environment (ISSUER_BASE_URL, CLIENT_ID …).
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import openidConnect from 'express-openid-connect';

const pages = express();
const listener = createServer(pages).listen(0, '127.0.0.1');
await once(listener, 'listening');
const baseURL = `http://127.0.0.1:${listener.address().port}`;

pages.use(
  openidConnect.auth({
    baseURL,
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
);
pages.get('/', async ({ oidc }, response) => {
  const info = oidc.isAuthenticated() ? await oidc.fetchUserInfo() : null;
  response.json({ claims: oidc.idTokenClaims ?? null, info });
});
pages.get('/refresh', async ({ oidc }, response) => {
  const before = oidc.accessToken.access_token;
  await oidc.accessToken.refresh();
  const { name } = await oidc.fetchUserInfo();
  response.json({ isNew: oidc.accessToken.access_token !== before, name });
});
console.log(baseURL);
