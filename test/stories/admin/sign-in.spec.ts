import { NO_BROWSER } from '../../../src/identity/accounts/remedies.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { SignIns } from '../../../src/account/sign-ins.service.js';
import { FirstAdministrator } from '../../../src/admin/shell/access/first-administrator.js';
import { AdminApi, newAdmin, sendJson } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('signing in to the administration (D133, D134)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('an administrator signs in, sees their account, and signs out; the cookie is then invalid', async () => {
    const admin = await newAdmin(server);
    const api = await AdminApi.signIn(server, admin);
    const { body } = await api.send('GET', '/session');
    expect(body).toMatchObject({
      accountId: admin.id,
      role: 'administrator',
      idleSeconds: 1800,
      clientId: null,
    });
    expect((await api.send('DELETE', '/session')).status).toBe(204);
    expect((await api.send('GET', '/session')).status).toBe(401);
  });

  it('the cookie is bound to the host, hidden from scripts and other sites', async () => {
    const { email, password } = await newAdmin(server);
    const body = { identifier: email, password };
    const { headers } = await sendJson(server, 'POST', '/session', { body });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^hearth-admin-api=api\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('a wrong password and an account without a role get one and the same answer', async () => {
    const { email } = await newAdmin(server);
    const answers = await Promise.all(
      [
        { identifier: email, password: 'not it' },
        { identifier: ANNA.email, password: ANNA.password },
        { identifier: 'nobody@nowhere.example', password: 'x' },
      ].map((body) => sendJson(server, 'POST', '/session', { body })),
    );
    const told = answers.map(({ status, body }) => ({ status, ...body, requestId: '' }));
    expect(told[0]).toMatchObject({ detail: expect.any(String) });
    expect(new Set(told.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined]);
  });

  it('expires after 30 minutes without a request, and after 12 hours in any case', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      expect((await api.send('GET', '/session')).status).toBe(200);
      server.clock.advance({ minutes: 20 });
    }
    server.clock.advance({ minutes: 20 });
    expect((await api.send('GET', '/session')).status).toBe(401);
    const idle = await AdminApi.signIn(server, await newAdmin(server));
    server.clock.advance({ minutes: 30 });
    expect((await idle.send('GET', '/session')).status).toBe(401);
  });

  it('ends at once when the account is disabled or loses its role', async () => {
    const [disabled, demoted] = [await newAdmin(server), await newAdmin(server)];
    const sessions = await Promise.all([disabled, demoted].map((admin) => AdminApi.signIn(server, admin)));
    await server.get(AccountService).disable(disabled.id);
    await rows(server, 'UPDATE account SET role = NULL WHERE id = $1', [demoted.id]);
    const answers = await Promise.all(sessions.map((session) => session.send('GET', '/session')));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    await server.get(AccountService).enable(disabled.id);
    expect((await sessions[0].send('GET', '/session')).status).toBe(401); // what ended stays ended
  });

  it('ends when its owner signs everything else out', async () => {
    const admin = await newAdmin(server);
    const api = await AdminApi.signIn(server, admin);
    await server.get(SignIns).endOthers({ accountId: admin.id, address: '192.0.2.1' }, NO_BROWSER);
    expect((await api.send('GET', '/session')).status).toBe(401);
  });

  it('requires the password again before irreversible actions, and then not for 5 minutes', async () => {
    const admin = await newAdmin(server);
    const api = await AdminApi.signIn(server, admin);
    server.clock.advance({ minutes: 5 });
    const remove = () => api.send('DELETE', '/rulesets/WEB', { ifMatch: '*' });
    const asked = await remove();
    expect([asked.status, asked.body]).toEqual([
      403,
      expect.objectContaining({ type: 'urn:hearth:problem:confirmation-required' }),
    ]);
    const wrong = await api.send('POST', '/session/confirm', { body: { password: 'not it' } });
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ field: 'password' }] });
    await api.send('POST', '/session/confirm', { body: { password: admin.password } });
    expect((await remove()).body).toMatchObject({ type: 'urn:hearth:problem:conflict' }); // shipped: past the question
  });
});

describe('first administrator', () => {
  const WHO = { name: 'Root', identifier: 'root@hearth.example', password: 'a long first word' };
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const setUp = (body: object) => sendJson(server, 'POST', '/setup', { body });

  it('needs the code that the server printed; without it nothing is revealed', async () => {
    const answer = await setUp({ ...WHO, identifier: 'no identifier', code: 'guessed' });
    expect([answer.status, answer.body]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringContaining('setup code') }),
    ]);
  });

  it('learns what is wrong with name and password', async () => {
    const code = await server.get(FirstAdministrator).offer();
    const answer = await setUp({ ...WHO, password: 'short', code });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: [{ field: 'password', message: expect.stringContaining('8') }],
    });
    const unreadable = await setUp({ ...WHO, name: '\u001b[2J', code });
    expect(unreadable.body).toMatchObject({ status: 422, errors: [{ field: 'name' }] });
  });

  it('of two at once one is created; then the codes of every node are void', async () => {
    const first = server.get(FirstAdministrator);
    const codes = [await first.offer(), await first.offer()];
    const answers = await Promise.all(
      codes.map((code, index) => setUp({ ...WHO, identifier: `root${index}@hearth.example`, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(await rows(server, `SELECT role FROM account WHERE role IS NOT NULL`)).toHaveLength(1);
    expect(await rows(server, 'SELECT FROM setup_code')).toHaveLength(0);
    expect(await first.offer()).toBeNull();
  });
});
