import { sign } from 'cookie-signature';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../support/authorization.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { LegacyClient } from '../support/legacy-client.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { statementsOf } from '../support/statements-of.js';

const FOREIGN = 'JSESSIONID=ABC123.tomcat1';
const FORGED = `JSESSIONID=${encodeURIComponent(`s:${sign('an-id', 'not the secret of this server')}`)}`;

/** The account of the answer; undefined: none. */
const nameIn = (body: unknown): string | undefined =>
  (body as { a01: { r?: { r: { name: string } } } }).a01.r?.r.name;

describe('several cookies named JSESSIONID, as from another server on this host (D358)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  async function byLog2in(who: Pick<typeof ANNA, 'email' | 'password'> = ANNA): Promise<string> {
    const client = new LegacyClient(server);
    expect((await client.signIn(who)).status).toBe(200);
    return client.cookie ?? '';
  }

  async function onPages(): Promise<string> {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    return `JSESSIONID=${browser.cookies.get('JSESSIONID')}`;
  }

  async function ended(): Promise<string> {
    const client = new LegacyClient(server);
    await client.signIn(ANNA);
    const { cookie } = client;
    await client.signOut();
    return cookie ?? '';
  }

  const account = (Cookie: string) =>
    request(server, { path: '/api/acc/getloggedaccount', headers: { Cookie } });

  it.each<[string, (own: string, gone: string) => string[]]>([
    ['the other one first', (own) => [FOREIGN, own]],
    ['the other one last', (own) => [own, FOREIGN]],
    ['one with a wrong signature first', (own) => [FORGED, own]],
    ['an empty one first', (own) => ['JSESSIONID=', own]],
    ['quotes around it, as old clients write it', (own) => [FOREIGN, own.replace(/=(.*)$/, '="$1"')]],
    ['one of ours that has ended first', (own, gone) => [gone, own]],
    [
      'many, and more cookies between',
      (own, gone) => ['a=1', FOREIGN, 'b=2', gone, FORGED, own, FOREIGN, 'c=3'],
    ],
  ])('row 11: calls and pages find the session with %s', async (_what, cookies) => {
    const gone = await ended();
    const { status, body } = await account(cookies(await byLog2in(), gone).join('; '));
    expect([status, nameIn(body)]).toEqual([200, 'Anna K.']);
    const page = { path: '/account', headers: { Cookie: cookies(await onPages(), gone).join('; ') } };
    expect((await request(server, page)).status).toBe(200);
  });

  it('row 11: of two valid ones, the first counts', async () => {
    const [anna, ben] = [await byLog2in(), await byLog2in(BEN)];
    expect(nameIn((await account(`${FOREIGN}; ${ben}; ${anna}`)).body)).toBe('Ben');
  });

  it.each([[[FOREIGN, FORGED]], [[FOREIGN]], [[FORGED, FORGED]]])(
    'row 11: an unknown one among %j is no session',
    async (cookies) => {
      expect((await account(cookies.join('; '))).status).toBe(501);
    },
  );

  it('row 11: log2in beside a foreign cookie signs in, and log2out ends its session', async () => {
    const form = { identifier: ANNA.email, password: ANNA.password };
    const signedIn = await request(server, { path: '/api/log2/in', form, headers: { Cookie: FOREIGN } });
    const own = String(signedIn.headers['set-cookie']).split(';')[0];
    expect((await account(`${FOREIGN}; ${own}`)).status).toBe(200);
    await request(server, { path: '/api/log2/out', form: {}, headers: { Cookie: `${FOREIGN}; ${own}` } });
    expect((await account(own)).status).toBe(501);
  });

  it('costs one statement more, however many known ones come; none with one', async () => {
    const [own, gone] = [await byLog2in(), await ended()];
    // Whether the ruleset is still in its cache is another story.
    const namesOf = async (cookies: string[]) =>
      (await statementsOf(server, () => account(cookies.join('; '))))
        .map(({ name }) => name)
        .filter((name) => name !== 'ruleset-by-name');
    const alone = await namesOf([own]);
    expect(await namesOf([FOREIGN, own, FORGED])).toEqual(alone);
    expect(await namesOf([gone, gone, FOREIGN, gone, own])).toEqual(['session-get-several', ...alone]);
  });
});
