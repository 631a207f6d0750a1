import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, loggedAccount } from '../support/a01.js';
import { consentFormOf, CookieBrowser } from '../support/authorization.js';
import { answerTo, decide, Device, typeCode } from '../support/devices.js';
import { ANNA } from '../support/fixtures.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

describe('device, its user and two nodes (D270)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
  });
  afterAll(() => close());

  it('begun on one node, decided on the other, polled on both at once: one poll gets the tokens', async () => {
    const [here, there] = [new Device(a), new Device(b)];
    const browser = new CookieBrowser(b);
    await browser.signIn(ANNA);
    for (let round = 0; round < 5; round++) {
      const codes = await here.codes();
      expect(await there.told(codes)).toBe('authorization_pending');
      expect(await here.told(codes)).toBe('slow_down');
      await decide(browser, codes);
      const answers = await Promise.all([here.poll(codes), there.poll(codes), here.poll(codes)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const token = answers.find(({ status }) => status === 200)?.body.access_token ?? '';
      expect((await loggedAccount(b, bearer(token))).status).toBe(200);
    }
  });

  it('of two decisions at once on two nodes, one counts', async () => {
    const [here, there] = [new CookieBrowser(a), new CookieBrowser(b)];
    await Promise.all([here.signIn(ANNA), there.signIn(ANNA)]);
    for (let round = 0; round < 5; round++) {
      const codes = await new Device(a).codes();
      // Both pages are open before either is answered: a decided code has another page.
      const [asked, askedThere] = await Promise.all([
        typeCode(here, codes.user_code),
        typeCode(there, codes.user_code),
      ]);
      const answers = await Promise.all([
        answerTo(here, codes, consentFormOf(asked), 'allow'),
        answerTo(there, codes, consentFormOf(askedThere), 'deny'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});
