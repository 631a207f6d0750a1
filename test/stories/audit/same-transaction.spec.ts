import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RulesetService } from '../../../src/oauth/rulesets/ruleset.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { basic, post, tokensFor } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { setPatterns } from '../../support/record-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('the audit trail is in the transaction of what it records (D124, D127)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let actor: { accountId: string; clientId: string; address: string };
  beforeAll(async () => {
    server = await startApp({ AUDIT_REFRESHES: 'true' });
    trail = new AuditTrail(server);
    actor = { accountId: await accountId(server, ANNA.email), clientId: 'console', address: '192.0.2.7' };
  });
  afterAll(() => server.close());

  const broken = async (work: () => Promise<unknown>): Promise<void> => {
    await rows(server, 'ALTER TABLE audit_event ADD CONSTRAINT out_of_order CHECK (id < 0) NOT VALID');
    try {
      await work();
    } finally {
      await rows(server, 'ALTER TABLE audit_event DROP CONSTRAINT out_of_order');
    }
  };

  it('what cannot be recorded is not done: a sign-in, a token, a refresh, a change by an administrator', async () => {
    const { refresh_token } = await tokensFor(server, ANNA);
    const anna = await accountId(server, ANNA.email);
    const state = () =>
      rows(
        server,
        `SELECT (SELECT count(*) FROM token_grant) AS grants, (SELECT sum(generation) FROM token_grant) AS spent,
                (SELECT last_login_at FROM account WHERE id = $1) AS signed_in, (SELECT patterns FROM ruleset WHERE name = 'WEB') AS patterns`,
        [anna],
      );
    const before = await state();
    server.clock.advance({ seconds: 5 });
    await broken(async () => {
      const form = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Bearer', deviceId: 'd' };
      const path = '/api/log2/generateaccesstokenbypassword';
      expect((await post(server, path, form, basic(CLIENTS.app))).status).toBe(500);
      const again = { grant_type: 'refresh_token', refresh_token };
      expect((await post(server, '/token', again, basic(CLIENTS.app))).status).toBe(500);
      await expect(setPatterns(server, 'WEB', ['acc*'], actor)).rejects.toThrow();
    });
    expect(await state()).toEqual(before);
  });

  it('what was not done is not recorded', async () => {
    const found = await trail.of(async () => {
      await server
        .get(Database)
        .transaction(async (tx) => {
          const ruleset = { name: 'NEVER', description: '', patterns: ['acc*'], isShipped: false };
          await server.get(RulesetService).create(tx, ruleset, actor);
          throw new Error('undone');
        })
        .catch(() => undefined);
    });
    expect(found).toEqual([]);
  });
});
