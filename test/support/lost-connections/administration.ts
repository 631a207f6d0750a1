import { createHash, randomUUID } from 'node:crypto';
import { hashSync } from 'bcrypt';
import { PART } from '../../../src/oauth/consent/grant-removal.js';
import { tokensFor } from '../a01.js';
import { ADMIN_PASSWORD, AdminApi, newAdmin, sendJson } from '../admin-api.js';
import { CookieBrowser } from '../authorization.js';
import { rows } from '../database-rows.js';
import { protect } from '../device-passwords.js';
import { invited, newEmail, outboxOf } from '../invitations.js';
import { ACCOUNTS } from './accounts.js';
import { must, type Act } from './act.js';
import { AUDIT_FILTERS, FAMILIES } from './families.js';
import { newMember, type Stage } from './stage.js';
import { SHOP } from './tokens.js';

const ANY = '*';
const HASH = hashSync('some-password-8', 4);

const newName = (): string => `R-${randomUUID()}`.toUpperCase();

async function newClient({ admin }: Stage): Promise<string> {
  const clientId = `client-${randomUUID()}`;
  const body = { clientId, name: 'C', ruleset: 'WEB', clientType: 'confidential' };
  await must(admin.send('POST', '/clients', { body }));
  return clientId;
}

async function newRuleset({ admin }: Stage): Promise<string> {
  const name = newName();
  await must(admin.send('POST', '/rulesets', { body: { name, rules: ['acc*'] } }));
  return name;
}

/** A user with a signed-in browser and device. */
async function signedInMember({ server }: Stage): Promise<string> {
  const member = await newMember(server);
  await new CookieBrowser(server).signIn(member);
  await tokensFor(server, member);
  return member.id;
}

/** Another administrator's session, to be ended. */
async function anotherAdmin({ server }: Stage): Promise<AdminApi> {
  return AdminApi.signIn(server, await newAdmin(server));
}

const connected = async (stage: Stage): Promise<{ id: string; value: string }> => {
  const { id } = await newMember(stage.server);
  const value = randomUUID();
  await must(
    stage.admin.send('POST', `/accounts/${id}/external-ids`, {
      body: { issuer: 'https://i.example', value },
    }),
  );
  return { id, value };
};

export const ADMINISTRATION: Readonly<Record<string, Act>> = {
  'an administrator signs in': async ({ server }) => {
    const { email: identifier, password } = await newAdmin(server);
    return () => sendJson(server, 'POST', '/session', { body: { identifier, password } });
  },
  'an administrator gives the password before a second step': async ({ server }) => {
    const { id, email: identifier, password } = await newAdmin(server);
    await protect(server, id);
    const browser = new CookieBrowser(server, { Accept: 'text/html' });
    return () => browser.postAlone('/admin/sign-in', { identifier, password, next: '' });
  },
  'an administrator gives the password once more': async (stage) => {
    const admin = await anotherAdmin(stage);
    return () => admin.send('POST', '/session/confirm', { body: { password: ADMIN_PASSWORD } });
  },
  'an administrator comes back': async ({ server }) => {
    const person = await newAdmin(server);
    const admin = await AdminApi.signIn(server, person);
    await rows(
      server,
      `UPDATE admin_session SET expires_at = expires_at - interval '5 minutes' WHERE account_id =
         (SELECT account_id FROM account_identifier WHERE normalized = $1)`,
      [person.email],
    );
    return () => admin.send('GET', '/session');
  },
  'an administrator signs out': async (stage) => {
    const admin = await anotherAdmin(stage);
    return () => admin.send('DELETE', '/session');
  },
  'an invitation': async ({ server, admin }) => {
    const { accountId: id } = await invited(server);
    await rows(
      server,
      `UPDATE invitation SET created_at = created_at - interval '1 hour' WHERE account_id = $1`,
      [id],
    );
    return () => admin.send('POST', `/accounts/${id}/invitation`);
  },
  'a reset link': async ({ server, admin }) => {
    const { id } = await newMember(server);
    return () => admin.send('POST', `/accounts/${id}/password-reset`);
  },
  "a partner's id": async ({ server, admin }) => {
    const { id } = await newMember(server);
    const body = { issuer: 'https://i.example', value: randomUUID() };
    return () => admin.send('POST', `/accounts/${id}/external-ids`, { body });
  },
  "a partner's id is taken away": async (stage) => {
    const { id, value } = await connected(stage);
    const sql = 'SELECT id::text FROM account_identifier WHERE account_id = $1 AND value = $2';
    const [identifier] = await rows<{ id: string }>(stage.server, sql, [id, value]);
    return () => stage.admin.send('DELETE', `/accounts/${id}/external-ids/${identifier.id}`);
  },
  'browsers are signed out': async (stage) => {
    const id = await signedInMember(stage);
    return () => stage.admin.send('DELETE', `/accounts/${id}/sessions`);
  },
  'a browser is signed out': async (stage) => {
    const id = await signedInMember(stage);
    const sql = `SELECT encode(digest, 'hex') AS digest FROM session WHERE account_id = $1`;
    const [{ digest }] = await rows<{ digest: string }>(stage.server, sql, [id]);
    return () => stage.admin.send('DELETE', `/accounts/${id}/sessions/${digest}`);
  },
  'devices are signed out': async (stage) => {
    const id = await signedInMember(stage);
    return () => stage.admin.send('DELETE', `/accounts/${id}/grants`);
  },
  'a grant ends': async (stage) => {
    const id = await signedInMember(stage);
    const [grant] = await rows<{ id: string }>(
      stage.server,
      'SELECT id::text FROM token_grant WHERE account_id = $1',
      [id],
    );
    return () => stage.admin.send('DELETE', `/grants/${grant.id}`);
  },
  'an unregistered application ends': async (stage) => {
    const clientId = `https://notes.example/${randomUUID()}.json`;
    await rows(
      stage.server,
      `INSERT INTO client (client_id, name, ruleset_id, client_type, profile, kind, created_at)
       SELECT $1, 'notes.example', id, 'public', 'strict', 'document', now() FROM ruleset WHERE name = 'UNREGISTERED'`,
      [clientId],
    );
    return () => stage.admin.send('DELETE', `/unregistered-clients/${encodeURIComponent(clientId)}`);
  },
  'a consent ends': async (stage) => {
    const browser = new CookieBrowser(stage.server);
    const member = await newMember(stage.server);
    await browser.connect(member, SHOP);
    return () => stage.admin.send('DELETE', `/accounts/${member.id}/consents/${SHOP.id}`);
  },
  'an account is disabled': async (stage) => {
    const id = await signedInMember(stage);
    const asked = { body: { status: 'disabled' }, ifMatch: ANY };
    return () => stage.admin.send('PATCH', `/accounts/${id}`, asked);
  },
  'an account gets a role': async ({ server, admin }) => {
    const { id } = await newMember(server);
    return () => admin.send('PATCH', `/accounts/${id}`, { body: { role: 'support' }, ifMatch: ANY });
  },
  'a set-up code is made': async ({ server, admin }) => {
    const { id } = await newAdmin(server, 'support');
    return () => admin.send('POST', `/accounts/${id}/setup-code`);
  },
  'an account is deleted': async (stage) => {
    const id = await signedInMember(stage);
    return () => stage.admin.send('DELETE', `/accounts/${id}`, { ifMatch: ANY });
  },
  ...ACCOUNTS,
  'accounts are imported': ({ admin }) => {
    const identifiers = [{ type: 'Email', value: newEmail(), isValidated: true }];
    const line = JSON.stringify({ name: 'I', identifiers, passwordHash: HASH });
    return () => admin.send('POST', '/accounts/import', { body: line });
  },
  'accounts are exported':
    ({ admin }) =>
    () =>
      admin.send('GET', '/accounts/export'),
  'families are exported':
    ({ admin }) =>
    () =>
      admin.send('GET', '/families/export'),
  'a client': ({ admin }) => {
    const body = {
      clientId: `client-${randomUUID()}`,
      name: 'C',
      ruleset: 'WEB',
      clientType: 'confidential',
    };
    return () => admin.send('POST', '/clients', { body });
  },
  'a client is changed': async (stage) => {
    const path = `/clients/${await newClient(stage)}`;
    return () => stage.admin.send('PATCH', path, { body: { name: 'D' }, ifMatch: ANY });
  },
  'a client is deleted': async (stage) => {
    const path = `/clients/${await newClient(stage)}`;
    return () => stage.admin.send('DELETE', path, { ifMatch: ANY });
  },
  'a client with many grants is deleted': async (stage) => {
    const clientId = await newClient(stage);
    await rows(stage.server, 'UPDATE client SET is_disabled = true WHERE client_id = $1', [clientId]);
    await rows(
      stage.server,
      `INSERT INTO token_grant (account_id, client_id, token_type, created_at, ends_at, ends_on)
       SELECT $1, c.id, 'bearer', now(), now() + interval '1 year', current_date + 365
         FROM client c, generate_series(1, $2) WHERE c.client_id = $3`,
      [(await newMember(stage.server)).id, PART, clientId],
    );
    return () => stage.admin.send('DELETE', `/clients/${clientId}`, { ifMatch: ANY });
  },
  'a secret': async (stage) => {
    const path = `/clients/${await newClient(stage)}/secrets`;
    return () => stage.admin.send('POST', path, { body: {} });
  },
  'a secret ends': async (stage) => {
    const path = `/clients/${await newClient(stage)}/secrets`;
    const { body } = await must(stage.admin.send('POST', path, { body: {} }));
    return () => stage.admin.send('DELETE', `${path}/${String(body.id ?? body.secretId)}`);
  },
  'a ruleset': ({ admin }) => {
    const body = { name: newName(), rules: ['acc*'] };
    return () => admin.send('POST', '/rulesets', { body });
  },
  'a ruleset is changed': async (stage) => {
    const path = `/rulesets/${await newRuleset(stage)}`;
    return () => stage.admin.send('PATCH', path, { body: { rules: ['acc*', 'sys*'] }, ifMatch: ANY });
  },
  'a ruleset is deleted': async (stage) => {
    const path = `/rulesets/${await newRuleset(stage)}`;
    return () => stage.admin.send('DELETE', path, { ifMatch: ANY });
  },
  'the audit':
    ({ admin }) =>
    () =>
      admin.send('GET', '/audit?outcome=ok'),
  'an export':
    ({ admin }) =>
    () =>
      admin.send('GET', '/configuration'),
  'a configuration': ({ admin }) => {
    const clientId = `client-${randomUUID()}`;
    const client = { clientId, name: 'C', ruleset: 'WEB', clientType: 'confidential' };
    const rulesets = [{ name: newName(), rules: ['acc*'] }];
    return () => admin.send('POST', '/configuration', { body: { rulesets, clients: [client] } });
  },
  'a configuration is tried': ({ admin }) => {
    const rulesets = [{ name: newName(), rules: ['acc*'] }];
    return () => admin.send('POST', '/configuration?dryRun=true', { body: { rulesets } });
  },
  ...FAMILIES,
  ...AUDIT_FILTERS,
  'a token is revoked': async ({ server, admin }) => {
    const { access_token: token } = await tokensFor(server, await newMember(server));
    return () => admin.send('POST', '/tokens/revoke', { body: { token } });
  },
  'a message is tried again': async ({ server, admin }) => {
    const { accountId: account } = await invited(server);
    const [{ id }] = await outboxOf(server, account);
    await rows(server, `UPDATE outbox_message SET next_at = NULL WHERE id = $1`, [id]);
    return () => admin.send('POST', `/outbox/${id}/retry`);
  },
  'a message was passed on': async ({ server, admin }) => {
    const { accountId: account } = await invited(server);
    const [{ id }] = await outboxOf(server, account);
    await rows(server, `UPDATE outbox_message SET next_at = NULL WHERE id = $1`, [id]);
    return () => admin.send('POST', `/outbox/${id}/passed-on`);
  },
  'a message is read': async ({ server, admin }) => {
    const { accountId: account } = await invited(server);
    const [{ id }] = await outboxOf(server, account);
    return () => admin.send('GET', `/outbox/${id}/text`);
  },
};

/** Removes every administrator's role, so it must run last. */
export const FIRST_ADMINISTRATOR: Act = async ({ server }) => {
  const code = randomUUID();
  await rows(server, 'UPDATE account SET role = NULL WHERE role IS NOT NULL');
  await rows(server, 'DELETE FROM setup_code');
  const digest = createHash('sha256').update(code).digest();
  await rows(server, `INSERT INTO setup_code (digest, expires_at) VALUES ($1, '2099-01-01')`, [digest]);
  const body = { code, name: 'First', identifier: newEmail(), password: ADMIN_PASSWORD };
  return () => sendJson(server, 'POST', '/setup', { body });
};
