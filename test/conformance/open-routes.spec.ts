import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '../../src/platform/operations/operation.js';
import { CookieBrowser, startWithThirdParties } from '../support/authorization.js';
import { ANNA } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { routesOf, type Route } from '../support/routes.js';
import type { TestServer } from '../support/start-app.js';

/** Pages that anyone may open. A name is added together with its reason, in the page's declaration. */
const OPEN = [
  ...['adminsessionopen', 'adminsetup', 'adminsetupform', 'adminsetuppage', 'adminsignin', 'adminsigninpage'],
  ...['challenge', 'challengeconsent', 'challengesignin', 'oauth2authorizepost'],
  ...[
    'docs',
    'docsoperation',
    'docspage',
    'docssearch',
    'openapi',
    'metadata',
    'openidconfiguration',
    'resourcemetadata',
    'jwks',
    'home',
    'passkeyoptions',
    'webauthnorigins',
    'changepassword',
    'passkeyendpoints',
    'securitytxt',
    'favicon',
    'robots',
    'picture',
    'brandasset',
  ],
  ...['healthlive', 'healthready', 'metrics'],
  ...['forgotpassword', 'forgotpasswordpost', 'resetpassword', 'resetpasswordpost'],
  ...['lostfactor', 'lostfactorpost', 'lostfactorlink', 'lostfactorremove', 'lostfactorstop'],
  ...['handoverlink', 'handoverstop', 'notme', 'notmepost', 'outcome', 'shortlink'],
  ...['connection', 'connectiondecision', 'connectionsignin', 'invitationprovider'],
  ...['signinprovider', 'signinprovidercallback'],
  ...['invitation', 'invitationaccept', 'invitationresend'],
  ...['link', 'linkdecision', 'linksignin', 'proposal', 'proposaldecision', 'proposalsignin'],
  ...['signin', 'signinpost', 'logout', 'logoutpost', 'signout'],
  ...['keepaccount', 'keepaccountpost', 'language'],
  ...['signincode', 'signincodepost', 'adminsignincode', 'adminsignincodeform'],
  ...['adminsigninsetup', 'adminsigninsetupform'],
];
/** Calls that the shipped ruleset NOAUTHENT allows to everyone (§5.2, D37). */
const OF_ANYBODY = ['accping', 'log2in', 'log2out', 'sysversion', 'webgeneratestatesecret', 'weblogin'];

/** Each route of the registry and of the controllers, so that a new one is included automatically. */
describe('open routes give a reason, and all others authenticate (D183)', () => {
  let server: TestServer;
  let routes: Route[];
  beforeAll(async () => {
    server = await startWithThirdParties();
    routes = routesOf(server);
  });
  afterAll(() => server.close());

  const isOpen = ({ operation }: Route) => operation.openBecause !== null;
  const namesOf = (chosen: readonly Route[]) => [...new Set(chosen.map(({ operation }) => operation.name))];
  const ask = ({ method, path }: Route) =>
    request(server, { method, path, headers: { Accept: 'application/json' } });

  it('refuses HEAD on routes that are open by GET only, because they act', async () => {
    const acting = routes.filter(
      ({ method, operation }) => method === 'GET' && !operation.methods.includes('HEAD'),
    );
    expect(namesOf(acting)).toEqual(expect.arrayContaining(['oauth2authorize', 'log2in']));
    for (const { path, operation } of acting) {
      const { status, headers } = await request(server, { method: 'HEAD', path });
      const said = String(headers.allow).split(', ').sort();
      expect([path, status, said]).toEqual([path, 405, [...operation.methods].sort()]);
    }
  });

  it('these are open, each for a reason', () => {
    expect(namesOf(routes.filter(isOpen)).sort()).toEqual([...OPEN].sort());
    for (const { operation } of routes.filter(isOpen))
      expect([operation.name, operation.openBecause]).toEqual([
        operation.name,
        expect.stringMatching(/^[A-Z].{20,}\.$/),
      ]);
  });

  it('an open route declares neither client nor account, and every other declares one of them', () => {
    for (const { operation } of routes) {
      const { name, client, account, administration, openBecause } = operation;
      const asksNobody = client === 'none' && account === 'none' && administration === null;
      expect([name, asksNobody]).toEqual([name, openBecause !== null]);
    }
  });

  it('a stranger can call nothing else except what NOAUTHENT allows', async () => {
    const answers = new Map<string, Set<string>>();
    for (const route of routes.filter((one) => !isOpen(one))) {
      const { status, headers } = await ask(route);
      const answer = `${status} ${headers.location?.split('?')[0] ?? ''}`.trim();
      const kind = kindOf(route.operation);
      answers.set(kind, (answers.get(kind) ?? new Set()).add(answer));
    }
    expect(answers.get('administration')).toEqual(new Set(['401']));
    expect(answers.get('account')).toEqual(new Set(['303 /sign-in']));
    expect(answers.get('client')).toEqual(new Set(['400']));
    expect([...(answers.get('call') ?? [])].sort()).toEqual(['401', '509']);
    for (const answer of answers.get('anybody') ?? []) expect(answer).not.toMatch(/^(401|501|509)/);
    expect(answers.size).toBe(5);
  });

  it('a page of an account is never cached, whether it is shown or redirects to the sign-in page', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const pages = routes.filter(({ operation }) => operation.account === 'browser');
    expect(pages.length).toBeGreaterThan(8);
    for (const route of pages) {
      const signedIn = route.method === 'GET' ? browser.get(route.path) : browser.post(route.path);
      for (const answer of [await ask(route), await signedIn])
        expect([route.path, answer.headers['cache-control']]).toEqual([route.path, 'no-store']);
    }
  });
});

function kindOf({ name, administration, account, client }: Operation): string {
  if (administration) return 'administration';
  if (account === 'browser') return 'account';
  if (client === 'name') return 'client';
  return OF_ANYBODY.includes(name) ? 'anybody' : 'call';
}
