import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditTrail } from '../../support/audit-trail.js';
import { startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, strict, backend } = THIRD_PARTIES;
const address = '127.0.0.1';

describe('refused request to /authorize (D57, D125)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  beforeAll(async () => {
    server = await startWithThirdParties();
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());

  const ask = (client: string, redirectUri: string, rest = '') => {
    const query = `response_type=code&client_id=${client}&redirect_uri=${redirectUri}${rest}`;
    return fetch(`${server.url}/authorize?${query}`, { redirect: 'manual' });
  };

  it('leaves a row for each, with the problem and nothing that was sent', async () => {
    const found = await trail.of(async () => {
      await ask('wrong-one', shop.redirectUri);
      await ask(shop.id, 'https://elsewhere.example/callback?sent=wrong-one');
      await ask(strict.id, `${strict.redirectUri}/below`);
      await ask(shop.id, '');
      await ask(shop.id, shop.redirectUri, '&scope=wrong-one');
      await ask(backend.id, backend.redirectUri, '&scope=wrong-one');
    });
    const refused = {
      action: 'authorization.refused',
      outcome: 'refused',
      target: 'call:oauth2authorize',
      address,
    };
    const why = (text: string) => ({ details: { count: 1, why: text } });
    expect(found).toEqual([
      { ...refused, ...why('client_id is missing, unknown or disabled.') },
      { ...refused, client: shop.id, ...why(`redirect_uri: Different host than ${shop.redirectUri}.`) },
      {
        ...refused,
        client: strict.id,
        ...why(
          `redirect_uri: It must match one of the RedirectUrls exactly, as the client’s profile demands: ${strict.redirectUri}.`,
        ),
      },
      { ...refused, client: shop.id, ...why('redirect_uri is missing, or there is more than one.') },
      {
        ...refused,
        client: shop.id,
        ...why('The scope is unknown, or needs another.'),
      },
      {
        ...refused,
        client: backend.id,
        ...why('The ruleset of this client does not allow oauth2authorize.'),
      },
    ]);
  });

  it.each([
    [shop, 'https://shop.example/callback2', 'redirect_uri does not belong to a RedirectUrl'],
    [strict, `${strict.redirectUri}2`, 'redirect_uri is not one of the RedirectUrls of the client record'],
  ])('tells developers what is wrong, and not what is registered (%#)', async (client, uri, says) => {
    const text = await (await ask(client.id, uri)).text();
    expect(text).toContain(says);
    // The form of the language sends the request again, and so has what was sent.
    expect(text.replaceAll(uri, '')).not.toContain(client.redirectUri);
  });
});
