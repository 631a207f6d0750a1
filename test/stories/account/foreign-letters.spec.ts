import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { newMember } from '../../support/forgotten-password.js';
import { provision, resultOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const GUEST = 'guest@аpple.example'; // the first letter of the host is Cyrillic
const SHOWN = `${GUEST} (xn--pple-43d.example)`;

describe('address with a look-alike host (D317)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let path: string;
  beforeAll(async () => {
    server = await startApp();
    const founder = await newMember(server);
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Readers' }));
    const membership = { accountId: founder.id, familyId, AccountType: '2' };
    resultOf(await provision(server, 'addaccount2family', membership));
    browser = new CookieBrowser(server);
    await browser.signIn(founder);
    path = `/account/families/${familyId}`;
  });
  afterAll(() => server.close());

  it('is marked where a family sees invitations', async () => {
    const invited = await browser.post(`${path}/invite`, { name: 'Guest', address: GUEST, role: 'member' });
    await server.get(LateLinks).settled();
    expect(invited.text).toContain(`An invitation to ${SHOWN} is on its way.`);
    expect((await browser.get(path)).text).toContain(SHOWN);
  });

  it('is marked where an administrator looks for an account', async () => {
    const admin = await newAdmin(server);
    const console = new CookieBrowser(server);
    await console.post('/admin/sign-in', { identifier: admin.email, password: admin.password });
    for (const page of ['/admin/outbox', '/admin/accounts?q=guest']) {
      const { text } = await console.get(page);
      expect([page, text.replaceAll('<wbr/>', '')]).toEqual([page, expect.stringContaining(SHOWN)]);
    }
  });
});
