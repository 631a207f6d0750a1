import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId } from '../../support/database-rows.js';
import { addTelevisions, decide, Device, TELEVISIONS } from '../../support/devices.js';
import { ANNA } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const { films, frame } = TELEVISIONS;

describe('devices without a keyboard (D272)', () => {
  let server: TestServer;
  let television: Device;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp();
    await addTelevisions(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    television = new Device(server, films);
    browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
  });

  it('the log and the audit distinguish the refusals; polling is not in the audit', async () => {
    const codes = await television.codes();
    const trail = new AuditTrail(server);
    const events = await trail.of(async () => {
      await television.told(codes); // pending
      await television.told(codes); // too early
      await new Device(server, frame).told(codes);
      await television.told({ device_code: 'x' });
      await decide(browser, codes);
      await television.poll(codes);
      await television.told(codes);
    });
    const account = await accountId(server, ANNA.email);
    expect(events.map(({ action }) => action)).toEqual([
      'device.authorized',
      'token.issued',
      ...Array<string>(3).fill('token.refused'),
    ]);
    expect(events[0]).toMatchObject({ outcome: 'ok', client: films.id, account, target: 'account' });
    expect(events[1]).toMatchObject({ client: films.id, account, details: { grant: 'device_code' } });
    const why = events.slice(2).map(({ details }) => details?.why);
    expect(why.sort()).toEqual(['other client', 'unknown', 'used']);
    for (const reason of ['pending', 'too early', 'other client', 'unknown', 'used'])
      expect(server.log.join('')).toContain(`"reason":"${reason}"`);
    expect(server.log.join('')).not.toContain(codes.device_code);
  });

  it('the audit records a declined device', async () => {
    const codes = await television.codes();
    const events = await new AuditTrail(server).of(() => decide(browser, codes, 'deny'));
    expect(events).toMatchObject([{ action: 'device.denied', outcome: 'refused', client: films.id }]);
  });
});
