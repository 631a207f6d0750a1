import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOGO_CID } from '../../../src/identity/notifications/mail-sheet.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { eventually } from '../../support/eventually.js';
import { CLIENTS } from '../../support/fixtures.js';
import { invite, newEmail } from '../../support/invitations.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ANY = '*';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="16"><rect width="80" height="16" fill="#1b5799"/></svg>';

describe('mails have the branding (D234)', () => {
  let server: TestServer;
  let mails: MailServer;
  let api: AdminApi;
  beforeAll(async () => {
    mails = await MailServer.start();
    server = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'Hearth <no-reply@hearth.example>' });
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(async () => {
    await server.close();
    await mails.goDown();
  });

  const branded = async (body: object, whose = '') => {
    await api.send('PATCH', `/branding${whose}`, { body, ifMatch: ANY });
    expect(await api.send('POST', `/branding/publish${whose}`, { ifMatch: ANY })).toMatchObject({
      status: 200,
    });
  };
  const invitation = async (): Promise<ReceivedMail> => {
    const identifier = newEmail();
    await invite(server, { Identifier: identifier });
    return eventually(() => Promise.resolve(mails.mailsTo(identifier).at(0) ?? null));
  };
  const senderOf = ({ headers }: ReceivedMail) => headers.get('from')?.[0].replaceAll('"', '');

  it('of the server; then of the client in question, with the server’s name beside it', async () => {
    expect(senderOf(await invitation())).toBe('Hearth <no-reply@hearth.example>');
    const data = Buffer.from(LOGO).toString('base64');
    const { body } = await api.send('POST', '/branding/images', { body: { field: 'logo', data } });
    const signature = 'The Smith team';
    await branded({ name: 'Smith Cloud', senderName: 'Smith Cloud', signature, logo: body.key });
    const ofServer = await invitation();
    expect(senderOf(ofServer)).toBe('Smith Cloud <no-reply@hearth.example>');
    expect(ofServer.html).toContain(`<img src="cid:${LOGO_CID}" alt="Smith Cloud"`);
    expect(ofServer.related.get(LOGO_CID)?.subarray(1, 4).toString()).toBe('PNG');
    expect(ofServer.text).toContain(`${signature}\n`);

    await branded({ name: 'Smith Shop', senderName: 'Smith Shop' }, `?client=${CLIENTS.provisioning.id}`);
    const ofClient = await invitation();
    expect(senderOf(ofClient)).toBe('Smith Shop · Smith Cloud <no-reply@hearth.example>');
    expect(ofClient.html).toContain('Smith Shop');
    expect(ofClient.related.size).toBe(0); // a client's name is never next to the server's logo
    expect(ofClient.text).toContain('Sent by Smith Cloud,');
  });
});
