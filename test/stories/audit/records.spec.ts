import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { ClientService } from '../../../src/oauth/clients/client.service.js';
import { RulesetService } from '../../../src/oauth/rulesets/ruleset.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { AccountLinks } from '../../../src/oauth/sso/account-links.js';
import { TokenRevoker } from '../../../src/oauth/tokens/token-revoker.js';
import { bearer, loggedAccount, tokensFor } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { accountId, clientRowId, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { Partner } from '../../support/partner.js';
import { setDisabled, setPatterns } from '../../support/record-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const address = '127.0.0.1';

describe('audit of changes to records (D124, D127)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let partner: Partner;
  let actor: { accountId: string; clientId: string; address: string };
  beforeAll(async () => {
    server = await startApp();
    trail = new AuditTrail(server);
    partner = new Partner(server);
    actor = { accountId: await accountId(server, ANNA.email), clientId: 'console', address: '192.0.2.7' };
  });
  afterAll(() => server.close());

  describe('by provisioning calls', () => {
    const by = { outcome: 'ok', client: CLIENTS.provisioning.id, address };

    it('a row for each call, with its target; reading is counted', async () => {
      const [family, account] = [await partner.family(), { id: '' }];
      const found = await trail.of(async () => {
        const familyId = await partner.family();
        await partner.result('updatefamily', { familyId, FamilyName: 'Secretive' });
        account.id = await partner.account(family);
        await partner.result('updateaccount', { accountId: account.id, UserName: 'Covert' });
        await partner.result('updateaccount', {
          accountId: account.id,
          Type: 'externalid',
          Identifier: 'x-77',
        });
        await partner.result('addaccount2family', { accountId: account.id, familyId, AccountType: '1' });
        await partner.result('removeaccount2family', { accountId: account.id, familyId });
        await partner.result('deletefamily', { familyId });
        await partner.information(account.id);
        await partner.information(account.id);
        await partner.result('search', { email: ANNA.email });
        await partner.result('deleteaccount', { accountId: account.id });
      });
      const target = `account:${account.id}`;
      const made = found[0].target;
      const details = { family: made?.replace('family:', '') };
      expect(found).toEqual([
        { ...by, action: 'family.created', target: expect.stringMatching(/^family:\d+$/) as unknown },
        { ...by, action: 'family.updated', target: made },
        { ...by, action: 'account.created', target },
        { ...by, action: 'account.updated', target },
        {
          ...by,
          action: 'account.linked',
          target,
          details: {
            issuer: CLIENTS.provisioning.id,
            by: 'provisioning',
            identifier: expect.stringMatching(/^\d+$/) as unknown,
          },
        },
        { ...by, action: 'account.updated', target },
        { ...by, action: 'member.added', target, details },
        { ...by, action: 'member.removed', target, details },
        { ...by, action: 'family.deleted', target: made },
        { ...by, action: 'account.deleted', target },
        { ...by, action: 'account.read', target, details: { count: 2 } },
        { ...by, action: 'account.searched', details: { count: 1 } },
      ]);
    });

    it('a request to an account: a row for that account', async () => {
      const familyId = await partner.family();
      const target = `account:${actor.accountId}`;
      const found = await trail.of(async () => {
        const given = { accountId: String(actor.accountId), Type: 'externalid', Identifier: 'x-78' };
        await partner.result('updateaccount', given);
        await partner.result('addaccount2family', { familyId, Type: 'Email', Identifier: ANNA.email });
        await partner.result('addaccount2family', {
          familyId,
          Type: 'Email',
          Identifier: 'no@where.example',
        });
        await server.get(LateLinks).settled();
      });
      const identifier = expect.stringMatching(/^\d+$/) as unknown;
      const details = { issuer: CLIENTS.provisioning.id, by: 'provisioning', identifier };
      expect(found).toEqual([
        { ...by, action: 'account.link-proposed', target, details },
        { ...by, action: 'account.updated', target },
        { ...by, action: 'member.asked', target, details: { family: familyId } },
        { ...by, action: 'account.searched', details: { count: 2 } },
      ]);
    });

    it('a failed call leaves nothing', async () => {
      const found = await trail.of(() => partner.call('deletefamily', { familyId: '999999' }));
      expect(found).toEqual([]);
    });
  });

  describe('by administrators: actor, address, before and after', () => {
    const target = `client:${CLIENTS.app.id}`;
    const by = () => ({
      outcome: 'ok',
      account: actor.accountId,
      client: actor.clientId,
      address: actor.address,
    });
    const clients = () => server.get(ClientService);

    it('a client is created, disabled and enabled; an empty change is no change', async () => {
      const id = await clientRowId(server, CLIENTS.app.id);
      const [{ ruleset }] = await rows<{ ruleset: string }>(
        server,
        `SELECT id::text AS ruleset FROM ruleset WHERE name = 'WEB'`,
      );
      const record = { clientId: 'fresh', name: 'Fresh', rulesetId: ruleset, clientType: 'public' } as const;
      const found = await trail.of(async () => {
        const secret = { scheme: 'sha256', verifier: Buffer.from('the-verifier') } as const;
        await server.get(Database).transaction((tx) => clients().create(tx, record, [secret], actor));
        await setDisabled(server, id, true, actor);
        await setDisabled(server, id, true, actor);
        await setDisabled(server, id, false, actor);
      });
      const after = { clientId: 'fresh', name: 'Fresh', ruleset: 'WEB', clientType: 'public' };
      expect(found).toEqual([
        { ...by(), action: 'client.created', target: 'client:fresh', details: { after } },
        {
          ...by(),
          action: 'client.disabled',
          target,
          details: { before: { isDisabled: false }, after: { isDisabled: true } },
        },
        {
          ...by(),
          action: 'client.enabled',
          target,
          details: { before: { isDisabled: true }, after: { isDisabled: false } },
        },
      ]);
    });

    it('a secret is added and ended: its id, never the secret', async () => {
      const id = await clientRowId(server, CLIENTS.app.id);
      let plain = '';
      const added = await trail.of(async () => {
        ({ plain } = await clients().addSecret(id, null, actor));
      });
      const secretId = (added[0].details?.after as { id: string }).id;
      const ended = await trail.of(() => clients().endSecret(id, secretId, actor));
      expect([...added, ...ended]).toEqual([
        {
          ...by(),
          action: 'client.secret_added',
          target,
          details: { after: { id: secretId, expiresAt: null } },
        },
        { ...by(), action: 'client.secret_ended', target, details: { before: { id: secretId } } },
      ]);
      expect(await trail.text()).not.toContain(plain);
    });

    it('a ruleset is created and edited', async () => {
      const ruleset = { name: 'READING', description: '', patterns: ['acc*'], isShipped: false };
      const found = await trail.of(async () => {
        await server.get(Database).transaction((tx) => server.get(RulesetService).create(tx, ruleset, actor));
        await setPatterns(server, 'READING', ['acc*', 'sys*'], actor);
      });
      expect(found).toEqual([
        {
          ...by(),
          action: 'ruleset.created',
          target: 'ruleset:READING',
          details: { after: { description: '', rules: ['acc*'] } },
        },
        {
          ...by(),
          action: 'ruleset.updated',
          target: 'ruleset:READING',
          details: { before: { rules: ['acc*'] }, after: { rules: ['acc*', 'sys*'] } },
        },
      ]);
    });

    it('an account is disabled with its grants, and enabled; a grant is ended', async () => {
      const ben = await accountId(server, BEN.email);
      const tokens = await tokensFor(server, BEN);
      const [{ grant }] = await rows<{ grant: string }>(
        server,
        'SELECT max(id)::text AS grant FROM token_grant',
      );
      const disabled = await trail.of(() => server.get(AccountService).disable(ben, actor));
      expect((await loggedAccount(server, bearer(tokens.access_token))).status).toBe(401);
      const enabled = await trail.of(() => server.get(AccountService).enable(ben, actor));
      const benTarget = `account:${ben}`;
      expect([...disabled, ...enabled]).toEqual([
        {
          action: 'token.revoked',
          outcome: 'ok',
          client: CLIENTS.app.id,
          account: ben,
          target: `grant:${grant}`,
        },
        { ...by(), action: 'account.disabled', target: benTarget },
        { ...by(), action: 'account.enabled', target: benTarget },
      ]);
      await tokensFor(server, BEN);
      const [{ next }] = await rows<{ next: string }>(
        server,
        'SELECT max(id)::text AS next FROM token_grant',
      );
      const ended = await trail.of(async () => {
        await server.get(TokenRevoker).end(next, actor);
        await server.get(TokenRevoker).end(next, actor);
      });
      expect(ended).toEqual([{ ...by(), action: 'grant.ended', target: `grant:${next}` }]);
    });

    it('an ExternalId is attached and removed', async () => {
      const ben = await accountId(server, BEN.email);
      const externalId = { issuer: 'https://idp.example', subject: 'hush-7' };
      const found = await trail.of(async () => {
        await server.get(AccountLinks).link(ben, externalId, actor);
        await server.get(AccountLinks).unlink(ben, externalId, actor);
        await server.get(AccountLinks).unlink(ben, externalId, actor);
      });
      expect(found).toMatchObject([
        {
          ...by(),
          action: 'account.identifier_linked',
          target: `account:${ben}`,
          details: { issuer: externalId.issuer },
        },
        {
          ...by(),
          action: 'account.identifier_unlinked',
          target: `account:${ben}`,
          details: { issuer: externalId.issuer },
        },
      ]);
      expect(found).toHaveLength(2);
    });
  });

  it('contains no secret, no name and no address of any person', async () => {
    const text = await trail.text();
    const personal = [
      'Secretive',
      'Covert',
      'x-77',
      'hush-7',
      'lou-',
      'Lou',
      ANNA.email,
      BEN.email,
      'the-verifier',
    ];
    expect([...personal, CLIENTS.app.secret].filter((each) => text.includes(each))).toEqual([]);
  });
});
