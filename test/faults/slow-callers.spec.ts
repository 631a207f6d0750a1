import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BodyMemory } from '../../src/platform/intake/body-memory.js';
import { Connections } from '../../src/platform/intake/connections.js';
import { basic } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { padded } from '../support/pictures.js';
import { bytesOf, exchangeBytes, open, statusIn } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const KIB = 1024;
const MIB = KIB * KIB;
/** Bytes of an upload that never ends. */
const HELD = 6_180_000;
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=B';
const START = '--B\r\nContent-Disposition: form-data; name="FamilyName"\r\n\r\nSlow\r\n';
const FILE = '--B\r\nContent-Disposition: form-data; name="FamilyImage"; filename="a"\r\n\r\n';

const announcing = (
  path: string,
  type: string,
  bytes: number,
  headers: Record<string, string> = {},
): Buffer => bytesOf('POST', path, { 'Content-Type': type, 'Content-Length': String(bytes), ...headers });
const upload = (bytes: number): Buffer =>
  announcing('/api/prov/createfamily', MULTIPART, bytes, basic(CLIENTS.provisioning));

/** A server, and connections to it that are closed after each test, which leave nothing in memory. */
function stage(settings: Record<string, string>) {
  const running: { server?: TestServer } = {};
  const sockets: Socket[] = [];
  const server = (): TestServer => running.server as TestServer;
  beforeAll(async () => {
    running.server = await startApp(settings);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(() => Promise.resolve(server().get(Connections).numbers.open === 0 ? true : null));
    expect(bytes()).toBe(0);
  });
  afterAll(() => server().close());

  const bytes = (): number => server().get(BodyMemory).numbers.bytes;
  const held = (least: number) => eventually(() => Promise.resolve(bytes() >= least ? true : null));
  const begin = async (sent: Buffer, localAddress?: string): Promise<Socket> => {
    const socket = await open(server(), sent, localAddress);
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  return { server, sockets, bytes, held, begin };
}

const answerOn = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

describe('callers who take too long', () => {
  const { server, held, begin } = stage({ REQUEST_TIMEOUT: '1' });

  it.each([
    ['nothing at all', Buffer.alloc(0), 408],
    ['half of the headers', 'GET /api/acc/ping HTTP/1.1\r\nHost: x\r\n', 408],
    [
      'a part of a small body',
      Buffer.concat([announcing('/token', FORM, 100), Buffer.from('grant_type=')]),
      400,
    ],
    [
      'a part of a form of a page',
      Buffer.concat([announcing('/sign-in', FORM, 100), Buffer.from('a=')]),
      400,
    ],
    [
      'a part of what is read before anybody is known',
      Buffer.concat([upload(5 * MIB), Buffer.from(START)]),
      400,
    ],
  ])('%s: the connection is closed', async (_what, sent, status) => {
    const answer = await exchangeBytes(server(), Buffer.from(sent as string));
    expect([null, status]).toContain(statusIn(answer));
  });

  it('an authenticated caller has more time', async () => {
    const content = await padded(100 * KIB);
    const end = Buffer.from('\r\n--B--\r\n');
    const start = Buffer.from(START + FILE);
    const whole = Buffer.concat([start, content, end]);
    const slow = await begin(Buffer.concat([upload(whole.length), whole.subarray(0, 80 * KIB)]));
    await held(80 * KIB);
    await exchangeBytes(server(), Buffer.from('GET /')); // a later stranger is closed
    slow.write(whole.subarray(80 * KIB));
    expect(statusIn(await answerOn(slow))).toBe(200);
  });
});

describe('callers who send too much', () => {
  const { server, sockets, bytes, begin, held } = stage({
    REQUEST_TIMEOUT: '300',
    BODY_MEMORY: String(32 * MIB),
  });

  it('memory for large bodies stays within BODY_MEMORY; beyond it 503, and afterwards requests work again', async () => {
    const start = Buffer.concat([upload(6 * MIB), Buffer.from(START + FILE), Buffer.alloc(HELD)]);
    await Promise.all(Array.from({ length: 5 }, () => begin(start)));
    await held(5 * HELD);
    const sixth = await begin(start);
    const answer = await answerOn(sixth);
    expect(statusIn(answer)).toBe(503);
    expect(answer).toMatch(/\r\nRetry-After: [1-9]/);
    expect(answer).toContain('FizApiUnavailableException');
    expect(bytes()).toBeLessThanOrEqual(32 * MIB);
    for (const socket of sockets) socket.destroy();
    await eventually(() => Promise.resolve(bytes() === 0 ? true : null));
    const body = Buffer.from(`${START}--B--`);
    const last = announcing('/api/prov/createfamily', MULTIPART, body.length, {
      ...basic(CLIENTS.provisioning),
      Connection: 'close',
    });
    const again = await exchangeBytes(server(), Buffer.concat([last, body]));
    expect(statusIn(again)).toBe(200);
  });

  it('bodies of strangers from one address take a share of it; others are served meanwhile', async () => {
    const start = Buffer.concat([announcing('/token', FORM, 64 * KIB), Buffer.alloc(60 * KIB, 'x')]);
    const refused = Promise.all(Array.from({ length: 40 }, () => begin(start, '127.0.0.9'))).then((opened) =>
      Promise.any(opened.map(answerOn)),
    );
    expect(statusIn(await refused)).toBe(503);
    expect(bytes()).toBeLessThanOrEqual(2 * MIB);
    const form = { identifier: 'nobody', password: 'x' };
    expect((await request(server(), { path: '/api/log2/in', form })).status).toBe(401);
  });

  it('an answer sent before the body was read is delivered, and then the connection is closed', async () => {
    const closing = announcing('/token', FORM, MIB, { Connection: 'close' });
    const socket = await begin(Buffer.concat([closing, Buffer.alloc(512 * KIB)]));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    const answer = Buffer.concat(chunks).toString();
    expect(statusIn(answer)).toBe(413);
    expect(answer).toContain('The body is larger than');
  });

  it('closes a connection that keeps sending what nobody reads', async () => {
    const socket = await begin(announcing('/token', FORM, 1024 * MIB));
    expect(statusIn(await answerOn(socket))).toBe(413);
    const sending = setInterval(() => socket.write(Buffer.alloc(KIB)), 50);
    await new Promise((resolve) => socket.once('close', resolve)); // by a reset, perhaps, which once() of events throws
    clearInterval(sending);
  });

  it('allows a hundred parallel requests on one connection, not thousands', async () => {
    const one = bytesOf('GET', '/api/acc/ping', {}).toString();
    const answer = await exchangeBytes(server(), Buffer.from(one.repeat(3000)));
    expect(answer.split('HTTP/1.1 ').length).toBeLessThan(3000);
    const hundred = one.repeat(99) + bytesOf('GET', '/api/acc/ping', { Connection: 'close' }).toString();
    expect((await exchangeBytes(server(), Buffer.from(hundred))).split('HTTP/1.1 200').length).toBe(101);
  });
});
