import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENT_KINDS, type ClientKindName } from '../../../src/oauth/clients/client-kinds.js';
import { exportJWK, generateKeyPair } from 'jose';
import { expectedOf } from '../../support/kinds-of-clients.js';
import { userFollows } from '../../libraries/user.js';
import { ADMIN_PASSWORD, AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { paste } from '../../support/curl.js';
import { decide } from '../../support/devices.js';
import { ANNA } from '../../support/fixtures.js';
import { formOn } from '../../support/form-values.js';
import { request } from '../../support/http.js';
import { snippetsOn } from '../../support/snippets-on.js';
import { SnippetFolder } from '../../support/run-snippet.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const NEW = '/admin/clients/new';
const KINDS = Object.keys(CLIENT_KINDS) as ClientKindName[];
const CALLBACK = 'https://kinds.example/call-back';
/** What each language has to quote. */
const idOf = (kind: string) => `it's-"${kind}"-$HOME\\`;
const DRIVER = `import { createInterface } from 'node:readline';
import { begin, finish } from './hearth.mjs';
const { address, checks } = await begin();
console.log(address.href);
for await (const line of createInterface({ input: process.stdin })) {
  const { user } = await finish(new URL(line), checks);
  console.log(JSON.stringify(user));
}
process.exit();
`;

interface Made {
  readonly status: number;
  readonly text: string;
  readonly secret: string | null;
  readonly snippets: ReadonlyMap<string, string>;
}

/** What the pages show of each kind is looked at without a server: src/admin/clients/new-client.console.spec.ts. */
describe('a new client by kind (D388)', () => {
  let server: TestServer;
  let api: AdminApi;
  const folder = new SnippetFolder();
  let jwks = '';
  const made = new Map<ClientKindName, Made>();
  /** Libraries have the time of day, which goes on while other tests run. */
  const itIsNow = () => server.clock.advance({ seconds: (Date.now() - server.clock.millis()) / 1000 });
  beforeAll(async () => {
    server = await startApp();
    itIsNow();
    api = await AdminApi.signIn(server, await newAdmin(server));
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const ofKey = async (key: CryptoKey) => ({ ...(await exportJWK(key)), kid: 'k1', alg: 'ES256' });
    writeFileSync(join(folder.path, 'key.json'), JSON.stringify(await ofKey(privateKey)));
    jwks = JSON.stringify({ keys: [await ofKey(publicKey)] });
  });
  beforeEach(() => itIsNow());
  afterAll(async () => {
    folder.remove();
    await server.close();
  });

  const ask = async (path: string, form?: Record<string, string>) =>
    request(server, { path, form, headers: { Cookie: await api.consoleCookie(), Accept: 'text/html' } });

  /** What a person types into the fields that a kind shows. */
  const typed = (kind: ClientKindName) => {
    const { fields } = CLIENT_KINDS[kind];
    const values: Record<string, string> = { clientId: idOf(kind), name: `A ${kind}` };
    if (fields.includes('redirectUrls'))
      values.redirectUrls = kind === 'native' ? 'http://127.0.0.1/call-back' : CALLBACK;
    if (fields.includes('jwks')) values.jwks = jwks;
    return values;
  };

  /** Creates it by the page, once. */
  async function create(kind: ClientKindName): Promise<Made> {
    const before = made.get(kind);
    if (before) return before;
    const { values } = formOn((await ask(`${NEW}?kind=${kind}`)).text, NEW);
    const { status, text } = await ask(NEW, { ...values, ...typed(kind), password: ADMIN_PASSWORD });
    const secret = /<code id="secret">([^<]+)</.exec(text)?.[1] ?? null;
    const one = { status, text, secret, snippets: snippetsOn(text) };
    made.set(kind, one);
    return one;
  }

  describe.each(KINDS)('%s', (kind) => {
    const { defaults, flow } = CLIENT_KINDS[kind];
    const { hasSecret, frameworks: able } = expectedOf(kind);

    it('is created with what it shows, and its record has what it sets', async () => {
      const { status, secret, snippets } = await create(kind);
      expect([status, [...snippets.keys()]]).toEqual([201, able]);
      const { body } = await api.send('GET', `/clients/${encodeURIComponent(idOf(kind))}`);
      expect(body).toMatchObject({ ...defaults, name: `A ${kind}` });
      expect(defaults.profile).toBe(kind === 'bank' ? 'fapi2' : 'strict');
      expect(secret === null).toBe(!hasSecret);
    });

    if (able.includes('curl'))
      it('gets its first tokens by what curl shows', async () => {
        const script = (await create(kind)).snippets.get('curl') as string;
        expect(await FIRST_BY_CURL[flow](script)).toMatchObject(ANSWER[flow]);
      });

    it('gets its first tokens by what openid-client and oauth4webapi show', async () => {
      const { snippets } = await create(kind);
      const shown = ['openid-client', 'oauth4webapi'].flatMap((name) => snippets.get(name) ?? []);
      expect(shown).toHaveLength(flow === 'code' ? 2 : 1);
      for (const program of shown)
        expect(await FIRST_BY_LIBRARY[flow](program)).toMatchObject(ANSWER[flow === 'code' ? 'user' : flow]);
    });
  });

  // Each way to tokens without a user in a browser, for a client whose requests are signed and whose tokens are bound.
  it.each(['television', 'machine', 'partner', 'password'] as const)(
    'a %s with a key gets its first tokens by what openid-client shows',
    async (kind) => {
      const { defaults, flow } = CLIENT_KINDS[kind];
      const clientId = `keyed-${kind}`;
      const isKeyed = defaults.clientType === 'confidential' && { requiresPrivateKeyJwt: true };
      const keys = isKeyed && { ...isKeyed, jwks: JSON.parse(jwks) as object };
      const body = { ...defaults, clientId, name: clientId, dpopBoundAccessTokens: true, ...keys };
      expect(await api.send('POST', '/clients', { body })).toMatchObject({ status: 201 });
      const shown = snippetsOn((await ask(`/admin/clients/${clientId}`)).text);
      expect([...shown.keys()]).toEqual(['openid-client']);
      const program = shown.get('openid-client') as string;
      expect(program).toContain('DPoP');
      expect(await FIRST_BY_LIBRARY[flow](program)).toMatchObject(ANSWER[flow]);
    },
  );

  const ANSWER = {
    code: { access_token: expect.any(String) as unknown, id_token: expect.any(String) as unknown },
    user: { sub: expect.any(String) as unknown, name: 'Anna K.', email: ANNA.email },
    device: { token: true },
    credentials: { token: true },
    provisioning: { a01: { r: { r: expect.stringMatching(/^\d+$/) as unknown } } },
    password: { token: true },
  };
  const isToken = (text: string) => ({
    token: /"access_token":"[^"]+"|(token|Connected) for \d+ seconds/.test(text),
  });
  /** The lines of a script from the one that fills something in. */
  const parts = (script: string, name: string, value: string) => {
    const [first, second] = script.split(`\n${name}=`);
    return [first, `${name}='${value}'\n${second.split('\n').slice(1).join('\n')}`];
  };
  const allowed = async (user_code: string) => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    await decide(browser, { user_code });
    return browser;
  };

  const FIRST_BY_CURL: Record<string, (script: string) => Promise<object>> = {
    code: async (script) => {
      const [, address = ''] = /^# +(http\S+)$/m.exec(script) ?? [];
      const code = (await userFollows(address, ANNA)).searchParams.get('code') ?? '';
      return JSON.parse(await paste(parts(script, 'CODE', code)[1], folder.path)) as object;
    },
    device: async (script) => {
      const asked = JSON.parse(await paste(parts(script, 'DEVICE_CODE', '')[0], folder.path)) as Record<
        string,
        string
      >;
      await allowed(asked.user_code);
      return isToken(await paste(parts(script, 'DEVICE_CODE', asked.device_code)[1], folder.path));
    },
    credentials: async (script) => isToken(await paste(script, folder.path)),
    provisioning: async (script) => JSON.parse(await paste(script.split('\n')[0], folder.path)) as object,
    password: async (script) => {
      const given = script
        .replace(/^USER=.*$/m, `USER='${ANNA.email}'`)
        .replace(/^PASSWORD=.*$/m, `PASSWORD='${ANNA.password}'`);
      return isToken(await paste(given, folder.path));
    },
  };
  const run = async (program: string, options: Parameters<SnippetFolder['run']>[1] = {}) =>
    (await folder.run({ 'hearth.mjs': program }, options)).join('\n');
  const FIRST_BY_LIBRARY: Record<string, (program: string) => Promise<object>> = {
    code: async (program) => {
      const answer = async (line: string) =>
        line.startsWith('http') ? (await userFollows(line, ANNA)).href : null;
      const lines = await folder.run({ 'hearth.mjs': program, 'driver.mjs': DRIVER }, { answer });
      return JSON.parse(lines[1]) as object;
    },
    device: async (program) => {
      const answer = async (line: string) => {
        const [, code] = / enter (\S+)$/.exec(line) ?? [];
        return code === undefined ? null : (await allowed(code), 'decided');
      };
      return isToken(await run(program, { answer, env: { NODE_OPTIONS: `--import=${WAITS_FOR_A_LINE}` } }));
    },
    credentials: async (program) => isToken(await run(program)),
    provisioning: async (program) => {
      const printed = await run(program);
      const [, familyId = ''] = /r: '(\d+)'/.exec(printed) ?? [];
      return { a01: { r: { r: familyId } } };
    },
    password: async (program) =>
      isToken(await run(program, { env: { HEARTH_USER: ANNA.email, HEARTH_PASSWORD: ANNA.password } })),
  };
});

/** The wait of a device between two questions ends with the next line that is typed. */
const WAITS_FOR_A_LINE = `data:text/javascript,${encodeURIComponent(`
  const wait = setTimeout;
  globalThis.setTimeout = (go, ms, ...more) => {
    const timer = wait(go, ms, ...more);
    if (ms === 5000) process.stdin.once('data', () => (clearTimeout(timer), process.stdin.unref(), go()));
    return timer;
  };
`)}`;
