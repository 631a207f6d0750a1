import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BodyMemory } from '../../../src/platform/intake/body-memory.js';
import { basic, type Body } from '../../support/a01.js';
import { census } from '../../support/census.js';
import { CLIENTS } from '../../support/fixtures.js';
import { Partner } from '../../support/partner.js';
import { padded, picture } from '../../support/pictures.js';
import { bytesOf, exchangeBytes, statusIn } from '../../support/raw-http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CREDENTIALS = { client_id: CLIENTS.provisioning.id, client_secret: CLIENTS.provisioning.secret };
const JPEG = { 'Content-Type': 'image/jpeg' };

/** §4.5: parameters in the query string, a family image sent as a binary file (D27). */
describe('FamilyImage as the whole body', () => {
  let server: TestServer;
  let partner: Partner;
  let small: Buffer;
  let large: Buffer;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    small = await picture('jpeg');
    large = await padded(300 * 1024);
  });
  afterAll(() => server.close());

  const send = async (
    path: string,
    content: Buffer,
    headers: Record<string, string> = { ...JPEG, ...partner.credentials },
    method = 'POST',
  ) => {
    const bytes = bytesOf(method, path, { Connection: 'close', ...headers }, content);
    const answer = await exchangeBytes(server, bytes);
    const { a01 } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Body;
    expect(server.get(BodyMemory).numbers.bytes).toBe(0);
    return { status: statusIn(answer), error: a01.ex, result: (a01.r as { r: string } | undefined)?.r ?? '' };
  };
  const picturesOf = async (familyId: string) => partner.pictureUrls(await partner.account(familyId));

  // I4.5-07, I4.5-19
  it.each([
    ['small', () => small],
    ['large', () => large],
  ])('%s: creates a family with it, and replaces it', async (_size, content) => {
    const created = await send('/api/prov/createfamily?FamilyName=Body&Premium_Type=1', content());
    expect([created.status, created.error]).toEqual([200, undefined]);
    const [first] = await picturesOf(created.result);
    expect((await fetch(first)).headers.get('content-type')).toBe('image/webp');
    const updated = await send(`/api?a01call=provupdatefamily&a01familyId=${created.result}`, content(), {
      'Content-Type': 'image/png', // by content, not by name
      ...partner.credentials,
    });
    expect(updated.result).toBe(created.result);
    expect(await picturesOf(created.result)).not.toEqual([first]);
  });

  it('works by GET too, and with the client in the query', async () => {
    const query = new URLSearchParams({ ...CREDENTIALS, FamilyName: 'Got' }).toString();
    expect((await send(`/api/prov/createfamily?${query}`, large, JPEG, 'GET')).status).toBe(200);
    expect((await send(`/api/prov/createfamily?${query}`, small, JPEG)).status).toBe(200);
  });

  it('is checked like a file of a multipart body, and a refused one creates nothing', async () => {
    const path = '/api/prov/createfamily?FamilyName=No';
    const before = await census(server);
    expect((await send(path, Buffer.from('no image at all'))).status).toBe(415);
    expect((await send(path, Buffer.alloc(7 * 1024 * 1024))).status).toBe(413);
    const wrong = basic({ id: CLIENTS.provisioning.id, secret: 'wrong' });
    expect((await send(path, large, { ...JPEG, ...wrong })).status).toBe(509);
    expect((await send(path, large, JPEG)).status).toBe(413); // the client is unknown
    expect((await send('/api/prov/createfamily', small)).error.message).toContain('FamilyName');
    expect((await send('/api', small)).error.message).toContain('a01call');
    expect((await send('/api/prov/search?login=x', small)).status).toBe(415);
    expect(await census(server)).toEqual(before);
  });

  it('ignores an empty body', async () => {
    const { status, result } = await send('/api/prov/createfamily?FamilyName=Empty', Buffer.alloc(0));
    expect(status).toBe(200);
    expect(await picturesOf(result)).toEqual([]);
  });
});
