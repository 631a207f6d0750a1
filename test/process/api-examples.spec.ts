import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { DocsPages } from '../../src/platform/reference/docs-pages.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { Listener, essence, pasteAll, runTypeScript, type SentRequest } from '../support/api-reference.js';
import { ANNA } from '../support/fixtures.js';
import { picture } from '../support/pictures.js';
import { startApp, type TestServer } from '../support/start-app.js';

const CLIENT = { id: 'reader', secret: 'everything-that-there-is-to-read' };
const CREDENTIALS = `${CLIENT.id}:${CLIENT.secret}`;

/** The response to a wrong example: a name, a parameter or a header. */
const WRONG =
  /FizApi(InvalidParameter|MethodNotAllowed|UnsupportedMediaType|UnknownCall|KeyInsufficientRights)|AFiz(Invalid|ApiUnattended)|"error":"(invalid_request|unsupported_grant_type|invalid_client)"|urn:hearth:problem:(invalid|precondition-required|not-signed-in|forbidden)|about:blank|Page not found/;

/**
 * Their examples contain values that only the reader knows: a setup code, a password, the key of a picture or of
 * an image.
 */
const REFUSED: Readonly<Record<string, number>> = {
  adminsetup: 403,
  adminsessionopen: 401,
  picture: 404,
  brandasset: 404,
};

describe('examples of the API reference at /docs (D239)', () => {
  let server: TestServer;
  const listener = new Listener();
  const folder = mkdtempSync(join(tmpdir(), 'hearth-examples-'));
  let examples: { id: string; curl: string; typescript: string }[];
  let byCurl: SentRequest[];
  let tokens: { user: string; own: string };
  beforeAll(async () => {
    server = await startApp();
    writeFileSync(join(folder, 'family.jpg'), await picture('jpeg'));
    await server.get(Bootstrap).apply({
      rulesets: [{ name: 'EVERYTHING', rules: ['*', 'admin*'] }],
      clients: [
        {
          clientId: CLIENT.id,
          clientSecret: CLIENT.secret,
          name: 'Reader',
          ruleset: 'EVERYTHING',
          clientType: 'confidential',
          redirectUrls: ['https://books.example/callback'],
          isPrivileged: true,
        },
      ],
    });
    const password = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
    tokens = {
      user: await token({ ...password, device_id: 'd' }),
      own: await token({ grant_type: 'client_credentials' }),
    };
    const there = await listener.start();
    const pages = server.get(DocsPages).addresses.filter((address) => address.split('/').length === 4);
    examples = await Promise.all(
      pages.map(async (address) => {
        const [curl, typescript] = codesOf(await (await fetch(server.url + address)).text()).map((text) =>
          text.replaceAll(server.url, there),
        );
        return { id: address.split('/')[3], curl, typescript };
      }),
    );
    await pasteAll(
      examples.map(({ curl }) => curl),
      folder,
      { CLIENT: CREDENTIALS, TOKEN: 'the-token' },
    );
    byCurl = listener.taken();
  });
  afterAll(async () => {
    await server.close();
    await listener.close();
    rmSync(folder, { recursive: true });
  });

  async function token(form: Record<string, string>): Promise<string> {
    const headers = { Authorization: `Basic ${btoa(CREDENTIALS)}` };
    const answer = await fetch(`${server.url}/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  it('in TypeScript send the requests that those in curl send', async () => {
    expect(byCurl).toHaveLength(examples.length);
    for (const { typescript } of examples) await runTypeScript(typescript, folder, 'the-token', CREDENTIALS);
    const byFetch = await Promise.all(listener.taken().map(essence));
    for (const [index, { id }] of examples.entries()) {
      const expected = await essence(byCurl[index]);
      const { 'content-type': type, ...rest } = byFetch[index] as Record<string, unknown>;
      // fetch declares a text body as text
      expect({ id, ...rest, 'content-type': type === 'text/plain' ? undefined : type }).toEqual({
        id,
        ...expected,
      });
    }
  });

  it('are accepted by the server: no name, value or header is wrong', async () => {
    const wrong: string[] = [];
    for (const [index, { id }] of examples.entries()) {
      const { method, path, headers, body } = byCurl[index];
      const own = path.startsWith('/admin/') ? tokens.own : tokens.user;
      const { authorization } = headers;
      const proof: Record<string, string> =
        authorization === undefined ? {} : { authorization: authorization.replace('the-token', own) };
      const answer = await fetch(server.url + path, {
        method,
        headers: { ...headers, ...proof, accept: 'application/json' },
        body: body.length > 0 ? new Uint8Array(body) : undefined,
        redirect: 'manual',
      });
      const text = `${answer.status} ${await answer.text()}`;
      if (answer.status === REFUSED[id]) continue;
      if ((answer.status >= 400 && WRONG.test(text)) || answer.status === 500)
        wrong.push(`${id}: ${text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** The blocks of code of a page, in their order. */
function codesOf(page: string): string[] {
  const codes: string[] = [];
  let isInside = false;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (name !== 'pre') return;
        isInside = true;
        codes.push('');
      },
      onclosetag: (name) => void (isInside &&= name !== 'pre'),
      ontext: (part) => void (isInside && (codes[codes.length - 1] += part)),
    },
    { decodeEntities: true },
  );
  parser.end(page);
  return codes;
}
