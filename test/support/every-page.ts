import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { Outcomes } from '../../src/identity/mailed-links/outcomes.js';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { linkFor } from './account-linking.js';
import { CookieBrowser } from './authorization.js';
import { stopLinkOf } from './addresses.js';
import { accountId, rows } from './database-rows.js';
import { configure } from './elsewhere.js';
import { ANNA, BEN, CLIENTS } from './fixtures.js';
import { newestMessage, newMember } from './forgotten-password.js';
import type { IdentityProvider } from './identity-provider.js';
import { invited, outboxOf, provision, resultOf } from './invitations.js';
import { pageRoutes, type Route } from './routes.js';
import type { TestServer } from './start-app.js';

/** The people who open a page. */
export type Reader = 'nobody' | 'person' | 'administrator';

/** Pages that are opened elsewhere, or are none. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  adminauditexport: 'a download',
  accountpasskeynew: 'there at a name, shortly after a sign-in: test/browser/passkeys.spec.ts',
  signincode: 'there after the password of a protected account: test/browser/second-factor.spec.ts',
  adminsignincode: 'the same in the console: test/browser/second-factor.spec.ts',
  adminsigninsetup: 'the same, the first time: test/browser/second-factor.spec.ts',
  keepaccount: 'there for an account that is being deleted: test/browser/own-account.spec.ts',
  adminbrandingpreview: 'there for a draft: test/browser/branding.spec.ts',
  adminsetuppage: 'there until the first administrator: test/browser/admin-rulesets.spec.ts',
  signinprovider: 'leads to a provider: test/browser/providers.spec.ts',
  signinprovidercallback: 'there for who comes back from one: test/browser/providers.spec.ts',
  invitationprovider: 'leads to a provider: test/browser/providers.spec.ts',
  connection: 'there for who comes back from a provider: test/browser/providers.spec.ts',
  accountdisconnection: 'there for who is connected: test/browser/providers.spec.ts',
  adminprovidertriedpage: 'there for who tried a provider: test/browser/providers.spec.ts',
  accountfamilymember: 'there for who runs a family: test/looks/own-account.spec.ts',
  accountfamilyend: 'there for who is alone in a family: test/looks/own-account.spec.ts',
  openapi: 'a document for programs',
  adminclientnewmoved: 'leads on: test/stories/admin/addresses.spec.ts',
  adminfamilynewmoved: 'leads on: test/stories/admin/addresses.spec.ts',
  admintokenspage: 'leads on: test/stories/admin/addresses.spec.ts',
  oauth2authorize: 'leads to the challenge, or is a refusal: test/browser/authorization.spec.ts',
};

type Address = (place: Place) => string | Promise<string>;

interface Place {
  readonly server: TestServer;
  /** Only pages of people need it. */
  readonly portal?: IdentityProvider;
}

/** The value of a parameter with this name, unless the page has an address of its own below. */
const PARAMETERS: Readonly<Record<string, Address>> = {
  accountId: ({ server }) => accountId(server, ANNA.email),
  clientId: () => CLIENTS.thirdParty.id,
  familyId: () => '1',
  name: () => 'WEB',
  page: () => 'tokens',
  task: () => 'provisioning',
  operation: () => 'provcreateaccount',
};

const CALLBACK = encodeURIComponent('https://shop.example/callback');

/** Pages behind a link, or with a record that must be made first. */
const ADDRESSES: Readonly<Record<string, Address>> = {
  accountremoval: async ({ server }) =>
    `/account/identifiers/${await idOf(server, `account_identifier WHERE value = '${ANNA.login}'`)}`,
  accountfamily: () => '/account/families/1',
  adminidentifierremovepage: async ({ server }) => {
    const account = await accountId(server, ANNA.email);
    const login = await idOf(server, `account_identifier WHERE value = '${ANNA.login}'`);
    return `/admin/accounts/${account}/identifiers/${login}/remove`;
  },
  adminaccountwayendpage: async ({ server }) => {
    const account = await accountId(server, ANNA.email);
    const email = await idOf(server, `account_identifier WHERE value = '${ANNA.email}'`);
    return `/admin/accounts/${account}/ways/identifiers/${email}/end`;
  },
  adminclientsecretendpage: async ({ server }) => {
    const of = `client_secret WHERE client_id = (SELECT id FROM client WHERE client_id = '${CLIENTS.thirdParty.id}')`;
    return `/admin/clients/${CLIENTS.thirdParty.id}/secrets/${await idOf(server, of)}/end`;
  },
  adminproviderpage: async ({ server }) => {
    await configure(server, 'https://idp.example', { id: 'of-a-page' });
    return '/admin/providers/of-a-page';
  },
  adminproviderdeletepage: async ({ server }) => {
    await configure(server, 'https://another.example', { id: 'to-delete' });
    return '/admin/providers/to-delete/delete';
  },
  adminresourcepage: async ({ server }) => {
    await resourceOf(server, 'of-a-page');
    return '/admin/resources/of-a-page';
  },
  adminresourcedeletepage: async ({ server }) => {
    await resourceOf(server, 'to-delete');
    return '/admin/resources/to-delete/delete';
  },
  adminwebhookpage: async ({ server }) => `/admin/webhooks/${await webhookOf(server)}`,
  adminwebhookdeletepage: async ({ server }) => `/admin/webhooks/${await webhookOf(server)}/delete`,
  adminwebhookdeliverypage: async ({ server }) => {
    const webhook = await webhookOf(server);
    const made = `INSERT INTO webhook_delivery (webhook_id, message_id, kind, subject, sequence, data, occurred_at, gives_up_at, status, answer, tried_at, attempts)
                  VALUES ($1, gen_random_uuid(), 'account.deleted', 'account:7', 1, '{"accountId":"7"}', now(), now(), 500, 'Not today', now(), 3) RETURNING id::text`;
    const [{ id }] = await rows<{ id: string }>(server, made, [webhook]);
    return `/admin/webhooks/${webhook}/deliveries/${id}`;
  },
  adminoutboxmessagepage: async ({ server }) => {
    const guest = await invited(server);
    const [{ id }] = await outboxOf(server, guest.accountId);
    return `/admin/outbox/${id}`;
  },
  challenge: () =>
    `/authorize?response_type=code&client_id=${CLIENTS.thirdParty.id}&redirect_uri=${CALLBACK}&scope=account&state=s`,
  handoverlink: async ({ server }) => {
    const [founder, next] = [await newMember(server), await newMember(server)];
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Founders' }));
    for (const [{ id }, AccountType] of [
      [founder, '2'],
      [next, '0'],
    ] as const)
      resultOf(await provision(server, 'addaccount2family', { accountId: id, familyId, AccountType }));
    const browser = new CookieBrowser(server);
    await browser.signIn(founder);
    await browser.post(`/account/families/${familyId}/hand-over`, { to: next.id });
    return (await newestMessage(server, founder.id)).path;
  },
  // For an account that signs in nowhere else, because its second factor stays.
  lostfactorlink: async ({ server }) => {
    const id = await accountId(server, BEN.email);
    const set = `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', '2000-01-01', '2000-01-01') ON CONFLICT DO NOTHING RETURNING 1`;
    await rows(server, set, [id]);
    await rows(
      server,
      'UPDATE account_identifier SET is_validated = true WHERE account_id = $1 RETURNING 1',
      [id],
    );
    const lost = new CookieBrowser(server);
    await lost.signIn(BEN);
    await lost.post('/lost-factor');
    return (await newestMessage(server, id)).path;
  },
  accountsignin: async ({ server }) => {
    await new CookieBrowser(server).signIn(ANNA);
    const newest = 'SELECT id FROM sign_in WHERE account_id = $1 ORDER BY at DESC LIMIT 1';
    const [{ id }] = await rows<{ id: string }>(server, newest, [await accountId(server, ANNA.email)]);
    return `/account/sign-ins/${id}`;
  },
  docssearch: () => '/docs/search?q=family',
  invitation: async ({ server }) => (await invited(server)).path,
  link: ({ server, portal }) => {
    if (!portal) throw new Error('the page of a link needs a partner');
    return linkFor(server, portal, 'of-the-portal');
  },
  notme: async ({ server }) => stopLinkOf(server, await accountId(server, ANNA.email)),
  outcome: ({ server }) => String(server.get(Outcomes).tell('recovery.sent').headers.Location),
  proposal: async ({ server }) => {
    const { body } = await provision(server, 'createfamily', { FamilyName: 'The Others' });
    const family = { familyId: String(body.a01.r.r), Type: 'Email', Identifier: ANNA.email };
    await provision(server, 'addaccount2family', family);
    await server.get(LateLinks).settled();
    return (await newestMessage(server, await accountId(server, ANNA.email))).path;
  },
  resetpassword: async ({ server }) => {
    await new CookieBrowser(server).post('/forgot-password', { identifier: ANNA.email });
    await server.get(LateLinks).settled();
    return (await newestMessage(server, await accountId(server, ANNA.email))).path;
  },
};

/** The pages of the server: operations that declare HTML for a GET. */
export function pagesOf(server: TestServer): Route[] {
  return pageRoutes(server).filter(
    ({ method, operation }) => method === 'GET' && 'text/html' in (operation.answers[200] ?? {}),
  );
}

/** An address of each page of the console. */
export async function consoleAddresses(server: TestServer): Promise<string[]> {
  const routes = pagesOf(server).filter(
    (route) => readerOf(route) === 'administrator' && !(route.operation.name in ELSEWHERE),
  );
  const addresses: string[] = [];
  for (const route of routes) addresses.push(await addressOf(route, { server }));
  return addresses;
}

export function readerOf({ operation: { administration, account } }: Route): Reader {
  return administration ? 'administrator' : account === 'browser' ? 'person' : 'nobody';
}

/** @throws Error for a page with an unknown parameter */
export async function addressOf({ pattern, operation }: Route, place: Place): Promise<string> {
  const own = ADDRESSES[operation.name];
  if (own) return own(place);
  let path = pattern;
  for (const [whole, parameter] of pattern.matchAll(/:(\w+)/g)) {
    const value = PARAMETERS[parameter];
    if (!value)
      throw new Error(`say what stands for :${parameter} of ${pattern}, in test/support/every-page.ts`);
    path = path.replace(whole, encodeURIComponent(await value(place)));
  }
  return path;
}

/** A webhook that sends nothing. */
async function webhookOf(server: TestServer): Promise<string> {
  const made = `INSERT INTO webhook (id, client_id, url, events, is_enabled, sealed_secret, failures, created_at)
                SELECT gen_random_uuid(), id, 'https://shop.example/hooks', '{*}', false, '', 0, now() FROM client WHERE client_id = $1 RETURNING id::text`;
  const [{ id }] = await rows<{ id: string }>(server, made, [CLIENTS.thirdParty.id]);
  return id;
}

async function idOf(server: TestServer, from: string): Promise<string> {
  const [row] = await rows<{ id: string }>(server, `SELECT id::text FROM ${from} LIMIT 1`);
  return row.id;
}

/** Makes a resource of this id. */
async function resourceOf(server: TestServer, id: string): Promise<void> {
  const identifier = `https://${id}.example/api`;
  await server.get(Bootstrap).apply({ resources: [{ id, identifier, name: 'Reports' }] });
}
