import { basic } from '../a01.js';
import { CookieBrowser } from '../authorization.js';
import { request, type RawAnswer } from '../http.js';
import type { TestServer } from '../start-app.js';
import { must, type Act } from './act.js';
import { SHOP } from './tokens.js';

function push(server: TestServer): Promise<RawAnswer> {
  const form = { response_type: 'code', redirect_uri: SHOP.redirectUri };
  return request(server, { path: '/par', form, headers: basic(SHOP) });
}

export const PUSHED: Readonly<Record<string, Act>> = {
  'a request is pushed':
    ({ server }) =>
    () =>
      push(server),
  'a pushed request is used': async ({ server }) => {
    const { body } = await must(push(server));
    const { request_uri } = body as unknown as { request_uri: string };
    const query = new URLSearchParams({ client_id: SHOP.id, request_uri }).toString();
    const browser = new CookieBrowser(server, { Accept: 'text/html' });
    return () => browser.get(`/authorize?${query}`);
  },
};
