import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { androidKey } from '../../support/android-key.js';
import { CookieBrowser } from '../../support/authorization.js';
import {
  coseOfRsa,
  ed25519,
  es256,
  oddNumber,
  rs256,
  bytes,
  type PasskeyKey,
} from '../../support/cose-keys.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { Authenticator, type Odd, type Vouching } from '../../support/passkey-authenticator.js';
import { addPasskey, askedBy, newHolder, signInBy, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

/** An unknown format, with a statement of so many bytes. */
const unknownFormat =
  (size: number): Vouching =>
  () =>
    Promise.resolve({
      format: 'odd',
      statement: Buffer.concat([Buffer.from([0xa1, 0x61, 0x78]), bytes(randomBytes(size))]),
    });

const TOO_LARGE_KEY = Buffer.concat([
  Buffer.from([0xa5]), // one parameter more, of 2 kB
  coseOfRsa(oddNumber(2048)).subarray(1),
  Buffer.from([0x22]),
  bytes(randomBytes(2000)),
]);

describe('passkey that a stranger made by hand (D307)', () => {
  let server: TestServer;
  let site: string;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });

  const passkeys = () => count(server, 'passkey', `account_id = ${me.id}`);
  const addVouched = async (passkey: Authenticator, vouching: Vouching) => {
    const asked = await askedBy(browser, '/account/passkeys/options');
    const made = JSON.stringify(await passkey.registerVouched(asked, vouching));
    return browser.post('/account/passkeys', { passkey: made, name: 'x', next: '' });
  };

  it('makes the server fetch nothing, whatever addresses its attestation certificates contain', async () => {
    let connections = 0;
    const listener = createServer((_request, response) => void response.writeHead(404).end());
    listener.on('connection', () => connections++);
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const passkey = new Authenticator(site);
    const answer = await addVouched(passkey, androidKey(`http://127.0.0.1:${port}/revoked.crl`));
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
    expect([answer.status, connections]).toEqual([303, 0]);
    expect((await signInBy(new CookieBrowser(server), passkey)).status).toBe(303);
  });

  it('is accepted with any attestation, which nobody reads, up to 16 kB', async () => {
    expect((await addVouched(new Authenticator(site), unknownFormat(15_000))).status).toBe(303);
    expect((await addVouched(new Authenticator(site), unknownFormat(17_000))).status).toBe(400);
    expect(await passkeys()).toBe(1);
  });

  it.each<[string, () => PasskeyKey]>([
    ['ES256', es256],
    ['EdDSA', ed25519],
    ['RS256 of 2048 bits', () => rs256(2048)],
    ['RS256 of 3072 bits', () => rs256(3072)],
  ])('has a key for %s, and signs in with it', async (_, makeKey) => {
    const passkey = new Authenticator(site, { makeKey });
    expect((await addPasskey(browser, passkey)).status).toBe(303);
    expect((await signInBy(new CookieBrowser(server), passkey)).status).toBe(303);
  });

  it('may have an RSA key of 4096 bits', async () => {
    const odd = { cose: coseOfRsa(oddNumber(4096)) };
    expect((await addPasskey(browser, new Authenticator(site), odd)).status).toBe(303);
  });

  it.each<[string, Odd]>([
    ['an RSA key of 1024 bits', { cose: coseOfRsa(oddNumber(1024)) }],
    ['an RSA key of 2047 bits', { cose: coseOfRsa(oddNumber(2047)) }],
    ['an RSA key of 4097 bits', { cose: coseOfRsa(oddNumber(4097)) }],
    ['an RSA key of 8192 bits', { cose: coseOfRsa(oddNumber(8192)) }],
    [
      'an RSA key with zeros before it',
      { cose: coseOfRsa(Buffer.concat([Buffer.alloc(128), oddNumber(1024)])) },
    ],
    ['an RSA key with the exponent 1', { cose: coseOfRsa(oddNumber(2048), Buffer.from([1])) }],
    ['an RSA key with an exponent as long as itself', { cose: coseOfRsa(oddNumber(2048), oddNumber(2048)) }],
    ['a key of more than 2 kB', { cose: TOO_LARGE_KEY }],
    ['a key on a curve that is not P-256', { cose: replaced(es256().cose, 6, 2) }],
    ['a key with a coordinate that is too short', { cose: shortened(es256().cose) }],
    ['a key for an algorithm that was not asked for', { cose: replaced(es256().cose, 4, 0x38, 0x22) }],
    ['a key of one kind for the algorithm of another', { cose: replaced(es256().cose, 4, 0x27) }],
    ['a key on a curve that is not Ed25519', { cose: replaced(ed25519().cose, 6, 7) }],
    ['another id than the one it is sent under', { attestedId: randomBytes(24) }],
    ['an id of more than 1,023 bytes', { attestedId: randomBytes(5000) }],
    ['a page in a frame of another site', { frame: { crossOrigin: true } }],
    ['a page that says so oddly', { frame: { crossOrigin: 'true' } }],
    ['a site around the page', { frame: { topOrigin: 'https://elsewhere.example' } }],
  ])('is refused with %s', async (_, odd) => {
    const answer = await addPasskey(browser, new Authenticator(site), odd);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The passkey was not accepted.');
    expect(await passkeys()).toBe(0);
  });

  it.each<[string, unknown, string[]]>([
    ['a number', 5, []],
    ['nothing', null, []],
    ['a text', 'internal', []],
    ['odd words', ['usb', 7, 'x'.repeat(5000), '<b>', 'smart-card'], ['usb', 'smart-card']],
  ])('reports its transports by %s, and only known words are stored', async (_, transports, kept) => {
    expect((await addPasskey(browser, new Authenticator(site), { transports })).status).toBe(303);
    const sql = 'SELECT transports FROM passkey WHERE account_id = $1';
    expect(await rows(server, sql, [me.id])).toEqual([{ transports: kept }]);
  });

  it.each([7, null, {}, 'AAAA', 'a'.repeat(40), Buffer.alloc(9000, 0x81).toString('base64url')])(
    'is refused with an invalid attestation object (%#)',
    async (attestationObject) => {
      const asked = await askedBy(browser, '/account/passkeys/options');
      const made = new Authenticator(site).register(asked) as { response: object };
      const passkey = JSON.stringify({ ...made, response: { ...made.response, attestationObject } });
      expect((await browser.post('/account/passkeys', { passkey, name: 'x', next: '' })).status).toBe(400);
    },
  );

  it.each<[string, Odd['frame']]>([
    ['in a frame of another site', { crossOrigin: true }],
    ['with a site around it', { topOrigin: 'https://elsewhere.example' }],
  ])('signs nobody in from a page %s', async (_, frame) => {
    const holder = await newHolder(server, site);
    const stranger = new CookieBrowser(server);
    expect((await signInBy(stranger, holder.passkey, { frame })).status).toBe(401);
    expect((await signInBy(stranger, holder.passkey)).status).toBe(303);
  });
});

/** The bytes, with others instead of the one at that index. */
function replaced(data: Buffer, index: number, ...others: number[]): Buffer {
  return Buffer.concat([data.subarray(0, index), Buffer.from(others), data.subarray(index + 1)]);
}

/** A key whose last coordinate has 31 bytes. */
function shortened(cose: Buffer): Buffer {
  return replaced(cose.subarray(0, -1), cose.length - 33, 31);
}
