import { AccountService } from '../../src/identity/accounts/account.service.js';
import { makeSetupCode, spendSetupCode } from '../../src/identity/factors/setup-code-statements.js';
import { MemberType } from '../../src/identity/families/family-member.entity.js';
import { FamilyService } from '../../src/identity/families/family.service.js';
import { HandOvers } from '../../src/identity/hand-overs/hand-overs.js';
import { FactorRecoveries } from '../../src/identity/recovery/factor-recoveries.js';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import type { LinkRequest } from '../../src/identity/mailed-links/link-shapes.js';
import { SentInvitations } from '../../src/identity/mailed-links/sent-invitations.js';
import { MailedLinks } from '../../src/identity/mailed-links/mailed-links.service.js';
import { StopLinks } from '../../src/identity/mailed-links/stop-links.js';
import type { WayKind } from '../../src/identity/ways-in/ways.js';
import { AppConfig } from '../../src/platform/config/app-config.js';
import { Database } from '../../src/platform/database/database.js';
import type { Transaction } from '../../src/platform/database/transaction.js';
import { digestOf } from '../../src/platform/security/secrets.js';
import { basic, post, tokensFor, tokenStatus } from './a01.js';
import { AdminApi, type Admin } from './admin-api.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from './authorization.js';
import { clientRowId, rows } from './database-rows.js';
import { exchange as exchangePassword, makeDevicePassword } from './device-passwords.js';
import { decide, Device } from './devices.js';
import { CLIENTS } from './fixtures.js';
import { allowNotes } from './published-documents.js';
import { askForReset, newestMessage, newMember } from './forgotten-password.js';
import { newEmail } from './invitations.js';
import { sessionIdOf } from './legacy-client.js';
import type { TestServer } from './start-app.js';

/**
 * Whether the ways in of each kind still work, all of them; a kind with a working and a broken one is an error.
 */
export type OpenWays = Readonly<Record<WayKind, () => Promise<boolean>>>;

type Probe = () => Promise<boolean>;

const CONSENTS = `SELECT FROM consent JOIN client ON client.id = consent.client_id
                   WHERE account_id = $1 AND scopes <> '{}' AND client.kind = $2`;

/**
 * Opens every kind of way into an account that has a role and no second factor, in a signed-out browser: the
 * actions of a thief who knows the password for five minutes. Where the server takes applications that nobody registered,
 * NOTES (PublishedDocuments) is allowed too.
 */
export async function openEveryWay(
  server: TestServer,
  who: Admin,
  browser: CookieBrowser,
): Promise<OpenWays> {
  const { shop } = THIRD_PARTIES;
  const { app } = CLIENTS;
  const { id, email, password } = who;
  const count = async (sql: string, values: unknown[] = []): Promise<boolean> =>
    (await rows(server, sql, [id, ...values])).length > 0;
  const isLive = async (token: string): Promise<boolean> => (await tokenStatus(server, token)) === 200;

  await browser.signIn(who);
  const [{ mark }] = await rows<{ mark: Buffer }>(
    server,
    'SELECT known_browsers[1] AS mark FROM account WHERE id = $1',
    [id],
  );
  const console = await AdminApi.signIn(server, who);

  // A consent for the client makes no difference to ways that a password opened there.
  const consent = `INSERT INTO consent (account_id, client_id, scopes, created_at) VALUES ($1, $2, '{}', $3) RETURNING 1`;
  await rows(server, consent, [id, await clientRowId(server, app.id), server.clock.now()]);
  const byPassword = (await tokensFor(server, who)).access_token;
  const devicePassword = await makeDevicePassword(server, browser);
  const byDevicePassword = (await exchangePassword(server, email, devicePassword)).body.access_token;
  const mint = async (): Promise<string> => {
    const { body } = await post(server, '/api/log2/createvalidationtoken', { identifier: email }, basic(app));
    return body.a01.r.r;
  };
  const spend = async (validationtoken: string) => {
    const form = { validationtoken, tokentype: 'Bearer', deviceId: 'tv' };
    return post(server, '/api/log2/generateaccesstokenbyvalidationtoken', form, basic(app));
  };
  const vouched = (await spend(await mint())).body.access_token;
  const validationToken = await mint();

  const allowed = (await exchange(server, shop, await browser.codeFor(shop))).body.access_token;
  const television = new Device(server);
  const allowedCodes = await television.codes();
  await decide(browser, allowedCodes);
  const allowedDevice = (await television.poll(allowedCodes)).body.access_token;
  const code = await browser.codeFor(shop);
  const unregistered =
    server.get(AppConfig).unregisteredClients === 'off' ? null : await allowNotes(server, browser);
  const openCodes = await television.codes();
  await decide(browser, openCodes);

  const link = async (): Promise<string> => (await newestMessage(server, id)).path;
  await askForReset(server, browser, email);
  const reset = await link();
  await browser.post('/account/identifiers', { identifier: newEmail() });
  await server.get(LateLinks).settled();
  const addition = await link();
  const proposed: LinkRequest = {
    kind: 'confirmation',
    accountId: id,
    identifierId: null,
    added: { type: 'Email', value: newEmail() },
    familyId: null,
    clientId: await clientRowId(server, app.id),
  };
  await server.get(Database).transaction((tx) => server.get(MailedLinks).issue(tx, proposed));
  const proposal = (await link()).split('/').at(-1) as string;

  const [{ signInId }] = await rows<{ signInId: string }>(
    server,
    `SELECT data->>'signIn' AS "signInId" FROM session WHERE digest = $1`,
    [sessionDigestOf(browser)],
  );
  const stopping = await server.get(Database).transaction(async (tx) => {
    const what = { kind: 'passkeyAdded', value: 'Phone' } as const;
    const links = await server.get(StopLinks).make(tx, id, { signInId }, what);
    return (links.get(email) as string).split('/').at(-1) as string;
  });
  const guest = await newMember(server);
  const [address] = await rows<{ id: string }>(
    server,
    'SELECT id::text FROM account_identifier WHERE account_id = $1',
    [guest.id],
  );
  await server.get(Database).transaction(async (tx) => {
    const families = server.get(FamilyService);
    const familyId = await families.create(tx, { name: `Family of ${id}` });
    await families.putMember(tx, familyId, id, MemberType.founder);
    const from = { invitedBy: id, invitedAs: guest.email };
    const what = { familyId, memberType: MemberType.member };
    const sentId = await server
      .get(SentInvitations)
      .add(tx, { ...from, ...what, address: guest.email, signInId });
    const sent = { ...what, clientId: null, by: { ...from, sentId } };
    await server
      .get(MailedLinks)
      .issue(tx, { kind: 'membership', accountId: guest.id, identifierId: address.id, ...sent });
  });
  const sent = (await newestMessage(server, guest.id)).path.split('/').at(-1) as string;
  const handedOver = await server.get(Database).transaction(async (tx) => {
    const families = server.get(FamilyService);
    const familyId = await families.create(tx, { name: `Another of ${id}` });
    await families.putMember(tx, familyId, id, MemberType.founder);
    await families.putMember(tx, familyId, guest.id, MemberType.member);
    await server.get(HandOvers).ask(tx, { familyId, accountId: id, nextId: guest.id }, signInId);
    return familyId;
  });
  const handOverStop = (await newestMessage(server, id)).path;

  const at = server.clock.now();
  await rows(
    server,
    `INSERT INTO recovery_code (account_id, digest, created_at) VALUES ($1, $2, $3) RETURNING 1`,
    [id, Buffer.from(id), at],
  );
  await rows(
    server,
    `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', $2, $2) RETURNING 1`,
    [id, at],
  );
  await server.get(Database).transaction(async (tx) => {
    await server.get(FactorRecoveries).start(tx, await server.get(AccountService).get(tx, id), 'owner');
  });
  await rows(
    server,
    `INSERT INTO trusted_browser (digest, account_id, agent, created_at, expires_at) VALUES ($2, $1, '{}', $3, $3::timestamptz + interval '30 days') RETURNING 1`,
    [id, Buffer.from(`trust ${id}`), at],
  );
  await rows(
    server,
    `INSERT INTO passkey (account_id, credential_id, user_handle, public_key, counter, transports, is_synced, is_backed_up, name, rp_id, created_at, sign_in_id)
     VALUES ($1, $2, $2, '', 0, '{}', false, false, 'Phone', 'localhost', $3, $4) RETURNING 1`,
    [id, Buffer.from(`passkey ${id}`), at, signInId],
  );
  const { code: setupCode } = await server
    .get(Database)
    .transaction((tx) => makeSetupCode(tx, id, server.clock.now()));
  const partnerId = `partner ${id}`;
  await rows(
    server,
    `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, issuer)
     VALUES ($1, 'ExternalId', $2, $2, true, 'https://partner.example') RETURNING 1`,
    [id, partnerId],
  );
  const added = newEmail();
  await rows(
    server,
    `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, added_at, sign_in_id)
     VALUES ($1, 'Email', $2, $2, true, $3, $4) RETURNING 1`,
    [id, added, at, signInId],
  );

  /** Checked once: the check uses some of them up. */
  const once = (probe: Probe): Probe => {
    let before = true;
    return async () => {
      if (!before) return probe();
      before = false;
      return true; // it was just made
    };
  };
  return {
    password: async () => {
      const { status } = await new CookieBrowser(server).signIn({ email, password });
      return status === 303; // to the second step
    },
    knownBrowsers: () => count('SELECT FROM account WHERE id = $1 AND $2 = ANY(known_browsers)', [mark]),
    sessions: async () => (await browser.get('/account')).status === 200,
    administration: async () => (await console.send('GET', '/session')).status === 200,
    directGrants: async () => {
      const isAlive = await allAlike([byPassword, vouched].map(isLive));
      const isDevice = await count('SELECT FROM device_password WHERE account_id = $1');
      // Tokens from a device password end with it too.
      if ((await isLive(byDevicePassword)) !== (isAlive && isDevice)) throw new Error('a device went on');
      return isAlive;
    },
    allowedGrants: () =>
      allAlike([...[allowed, allowedDevice].map(isLive), ...(unregistered ? [unregistered.isLive()] : [])]),
    authorizations: once(() =>
      allAlike([
        exchange(server, shop, code).then(({ status }) => status === 200),
        television.poll(openCodes).then(({ status }) => status === 200),
        ...(unregistered ? [unregistered.isCodeTaken()] : []),
      ]),
    ),
    validationTokens: once(async () => (await spend(validationToken)).status === 200),
    devicePasswords: async () => (await exchangePassword(server, email, devicePassword)).status === 200,
    resetLinks: async () => (await new CookieBrowser(server).get(reset)).status === 200,
    additionLinks: async () => (await new CookieBrowser(server).get(addition)).status === 200,
    recovery: async () => (await server.get(FactorRecoveries).of(id)) !== null,
    stoppingLinks: async () => (await server.get(StopLinks).look(stopping)) !== null,
    proposals: async () => (await server.get(MailedLinks).look(proposal, ['confirmation']))?.state === 'open',
    sentInvitations: async () => (await server.get(MailedLinks).look(sent, ['membership']))?.state === 'open',
    handOvers: () =>
      allAlike([
        count('SELECT FROM family_hand_over WHERE account_id = $1 AND family_id = $2', [handedOver]),
        new CookieBrowser(server).get(handOverStop).then(({ status }) => status === 200),
      ]),
    trustedBrowsers: () => count('SELECT FROM trusted_browser WHERE account_id = $1'),
    consents: () =>
      allAlike(['registered', ...(unregistered ? ['document'] : [])].map((kind) => count(CONSENTS, [kind]))),
    identifiers: () =>
      count('SELECT FROM account_identifier WHERE account_id = $1 AND normalized = $2 AND is_validated', [
        added,
      ]),
    partnerIds: () =>
      count('SELECT FROM account_identifier WHERE account_id = $1 AND normalized = $2 AND is_validated', [
        partnerId,
      ]),
    passkeys: () => count('SELECT FROM passkey WHERE account_id = $1'),
    setupCodes: () => worksInTrial(server, (tx) => spendSetupCode(tx, id, setupCode, server.clock.now())),
    factors: () =>
      allAlike([
        count('SELECT FROM totp WHERE account_id = $1'),
        count('SELECT FROM recovery_code WHERE account_id = $1'),
      ]),
  };
}

/** Checks in a transaction that is rolled back, because checking uses it up. */
async function worksInTrial(
  server: TestServer,
  ask: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  let does = false;
  const undo = new Error('undone');
  await server
    .get(Database)
    .transaction(async (tx) => {
      does = await ask(tx);
      throw undo;
    })
    .catch((cause: unknown) => {
      if (cause !== undo) throw cause;
    });
  return does;
}

/** The name of a browser's session in the database. */
export function sessionDigestOf({ cookies }: CookieBrowser): Buffer {
  return digestOf(sessionIdOf(`JSESSIONID=${cookies.get('JSESSIONID') as string}`));
}

/** @throws Error when some work and some don't */
async function allAlike(probes: readonly Promise<boolean>[]): Promise<boolean> {
  const found = new Set(await Promise.all(probes));
  if (found.size !== 1) throw new Error('ways of one kind did not end alike');
  return [...found][0];
}
