import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import type { Method } from '../../../src/identity/sessions/authentication.js';
import { basic, bearer, post, send } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { declaredCalls } from '../../support/declared.js';
import { protect, settleSignIns } from '../../support/device-passwords.js';
import { HOME, HomeStage, homeToken } from '../../support/family-app.js';
import { newMember } from '../../support/forgotten-password.js';
import { newEmail } from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { setPatterns } from '../../support/record-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

type Form = Readonly<Record<string, string>>;
const [MEMBER, ADMINISTRATOR, FOUNDER] = [0, 1, 2] as const;
const MFA = 'https://refeds.org/profile/mfa';
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const CALLS = declaredCalls('fam');
const SENSITIVE = CALLS.filter(({ isSensitive }) => isSensitive).map(({ name }) => name);

describe('who runs a family by calls (D390, D391)', () => {
  let server: TestServer;
  let stage: HomeStage;
  let people: HomeStage['people'];
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown();
    stage = new HomeStage(server);
    await stage.open();
    ({ people } = stage);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    await stage.newFamily();
  });

  it('there are calls that ask for a recent sign-in', () => {
    expect([...SENSITIVE].sort()).toEqual([
      'famdeletefamily',
      'famhandover',
      'faminvite',
      'famleave',
      'famremovemember',
      'famsetmembertype',
    ]);
  });

  it.each(CALLS)(
    '$name asks for a sign-in of the last five minutes only where it is sensitive',
    async ({ name, writes, isSensitive }) => {
      const token = await homeToken(server, people[FOUNDER][0].id);
      server.clock.advance({ seconds: 301 });
      const path = `/api/fam/${name.slice(3)}`;
      const { status, headers } = await post(server, path, { familyId: '1' }, bearer(token));
      const challenge = `Bearer error="insufficient_user_authentication", error_description="A more recent sign-in is required", acr_values="${PASSWORD}", max_age="300"`;
      if (isSensitive) expect([status, headers.get('www-authenticate')]).toEqual([401, challenge]);
      else expect([name, status < 401 || status === 404]).toEqual([name, true]);
      expect(writes || !isSensitive).toBe(true);
    },
  );

  it.each<[readonly Method[], number]>([
    [['password'], 401],
    [['device'], 401],
    [['link'], 401],
    [['provider'], 401],
    [['password', 'code'], 200],
    [['passkey'], 200],
  ])('of an account with a second factor, after a sign-in by %j: %i', async (methods, expected) => {
    const founder = await newMember(server);
    await rows(
      server,
      'UPDATE family_member SET account_id = $2 WHERE family_id = $1 AND member_type = 2 RETURNING 1',
      [stage.familyId, founder.id],
    );
    await protect(server, founder.id);
    const token = await homeToken(server, founder.id, { methods });
    const form = { accountId: people[MEMBER][0].id };
    const { status, headers } = await stage.callBy(token, 'removemember', form);
    expect(status).toBe(expected);
    if (expected === 401) expect(headers.get('www-authenticate')).toContain(`acr_values="${MFA}"`);
  });

  it('a hand-over by a password waits; after a settled second factor on a page it is done at once', async () => {
    const [founder, next] = [people[FOUNDER][0], people[MEMBER][0]];
    await stage.call(founder, 'handover', { accountId: next.id });
    expect([await stage.roleOf(founder), await stage.roleOf(next)]).toEqual([FOUNDER, MEMBER]);
    const browser = new CookieBrowser(server);
    await browser.signIn(founder);
    await settleSignIns(server, founder.id);
    const token = await homeToken(server, founder.id);
    await rows(
      server,
      `UPDATE token_grant SET sign_in_id = (SELECT id FROM sign_in WHERE account_id = $1 ORDER BY at DESC LIMIT 1)
        WHERE id = (SELECT max(id) FROM token_grant WHERE account_id = $1) RETURNING 1`,
      [founder.id],
    );
    expect((await stage.callBy(token, 'handover', { accountId: next.id })).status).toBe(200);
    expect([await stage.roleOf(founder), await stage.roleOf(next)]).toEqual([ADMINISTRATOR, FOUNDER]);
  });

  it('a token of the scope account makes none of the calls, one of family.manage all, and no others', async () => {
    const { id } = people[FOUNDER][0];
    const ofAccount = await homeToken(server, id, { scope: 'account' });
    const ofFamilies = await homeToken(server, id, { scope: 'family.manage' });
    for (const { name } of CALLS) {
      const path = `/api/fam/${name.slice(3)}`;
      expect([
        name,
        (await post(server, path, { familyId: stage.familyId }, bearer(ofAccount))).status,
      ]).toEqual([name, 509]);
      expect((await post(server, path, { familyId: '1' }, bearer(ofFamilies))).status).not.toBe(509);
    }
    expect((await send(server, 'GET', '/api/acc/getloggedaccount', bearer(ofFamilies))).status).toBe(509);
  });

  it('a grant that ended during the call changes nothing', async () => {
    const { id } = people[FOUNDER][0];
    const token = await homeToken(server, id);
    expect((await stage.callBy(token, 'getfamilies')).status).toBe(200); // in memory from now on
    await rows(server, 'UPDATE token_grant SET revoked_at = now() WHERE account_id = $1 RETURNING 1', [id]);
    const before = await stage.stateOf();
    for (const [name, form] of [
      ['renamefamily', { FamilyName: 'Mine' }],
      ['invite', { Identifier: newEmail(), UserName: 'Guest' }],
      ['removemember', { accountId: people[MEMBER][0].id }],
    ] as [string, Form][]) {
      const { status, body } = await stage.callBy(token, name, form);
      expect([name, status, body.a01.ex.name]).toEqual([name, 401, 'FizAccessTokenInvalidException']);
    }
    expect(await stage.stateOf()).toEqual(before);
  });

  it('a legacy session calls beside the credentials of a client, and not without them', async () => {
    const legacy = new LegacyClient(server);
    await legacy.signIn(people[FOUNDER][0]);
    const Cookie = legacy.cookie as string;
    const rename = (headers: Record<string, string>) =>
      post(
        server,
        '/api/fam/renamefamily',
        { familyId: stage.familyId, FamilyName: 'The Lakes' },
        { Cookie, ...headers },
      );
    expect((await rename(basic(HOME))).status).toBe(200);
    expect((await rename({})).status).toBe(509);
    await setPatterns(server, 'LEGACY', ['log2*', 'acc*', 'fam*']);
    try {
      expect((await rename({})).status).toBe(509);
    } finally {
      await setPatterns(server, 'LEGACY', ['log2*', 'acc*']);
    }
    await rows(server, 'DELETE FROM session');
    const { status, body } = await rename(basic(HOME));
    expect([status, body.a01.ex.name]).toEqual([501, 'FizAccountNotFoundInSessionException']);
  });

  it('too many changes of one account are refused for a while, as on its pages', async () => {
    const token = await homeToken(server, people[FOUNDER][0].id);
    const form = { FamilyName: 'The Rivers' }; // its name: nothing is recorded
    const statuses = new Set<number>();
    for (let round = 0; round < 201; round++)
      statuses.add((await stage.callBy(token, 'renamefamily', form)).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
