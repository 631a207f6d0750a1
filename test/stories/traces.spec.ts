import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basic, bearer, post, tokensFor, type Answer } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { deliver, invite, newPhone } from '../support/invitations.js';
import { Partner } from '../support/partner.js';
import { SmsGateway } from '../support/sms-gateway.js';
import { startApp, type TestServer } from '../support/start-app.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

describe('OpenTelemetry traces (D224)', () => {
  const spans: ReadableSpan[] = [];
  const told: string[] = [];
  let gateway: SmsGateway;
  let sms: string | undefined;
  let taker: Answer;
  beforeAll(async () => {
    gateway = await SmsGateway.start();
    const spanExporter = {
      export: (more: ReadableSpan[], done: (result: { code: number }) => void) => {
        spans.push(...more);
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    };
    const server = await startApp({ SMS_GATEWAY_URL: gateway.url }, undefined, { spanExporter });
    const phone = newPhone();
    try {
      const { access_token: token } = await tokensFor(server, ANNA);
      const headers = { ...bearer(token), traceparent: `00-${TRACE}-${CALLER}-01` };
      await request(server, { path: '/api/acc/getloggedaccount', headers });
      await request(server, { path: '/sign-in', headers: { traceparent: 'garbage' } });
      const form = { grant_type: 'password', username: ANNA.email, password: 'wrong-one' };
      await post(server, '/token', form, basic(CLIENTS.app));
      await invite(server, { Type: 'phone', Identifier: phone });
      await deliver(server);
      const partner = new Partner(server);
      const taken = {
        ...partner.newAccount(),
        familyId: await partner.family(),
        Type: 'Email',
        Identifier: ANNA.email,
      };
      taker = await partner.call('createaccount', taken);
      told.push(token, ANNA.email, ANNA.password, 'Anna', 'wrong-one', phone, CLIENTS.app.secret);
    } finally {
      await server.close(); // sends the rest
    }
    sms = gateway.requestsTo(phone)[0].headers.traceparent as string;
  });
  afterAll(() => gateway.goDown());

  const named = (name: string) => spans.filter((span) => span.name === name);
  const below = (parent: ReadableSpan) =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId);

  it('a request is a span, part of its caller’s trace, with call, client and status', () => {
    const [call] = named('accgetloggedaccount');
    expect(call.spanContext().traceId).toBe(TRACE);
    expect(call.parentSpanContext).toMatchObject({ spanId: CALLER, isRemote: true });
    expect([call.kind, call.attributes]).toEqual([
      SpanKind.SERVER,
      {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'hearth.call': 'accgetloggedaccount',
        'hearth.outcome': 'ok',
        'hearth.client': CLIENTS.app.id,
      },
    ]);
    const [page] = named('signin');
    expect(page.parentSpanContext).toBeUndefined(); // an invalid header begins no trace
  });

  it('each statement is a span, by its name, or by its action and table', () => {
    const [call] = named('accgetloggedaccount');
    const statements = below(call).filter(({ kind }) => kind === SpanKind.CLIENT);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, attributes } of statements)
      expect(attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': name });
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['START', 'COMMIT', 'outbox-take', 'INSERT invitation']),
    );
  });

  it('passwords are spans, with the wait for their turn, and messages too', () => {
    const turns = named('password turn').map((turn) => below(turn).map(({ name }) => name));
    expect(turns).toContainEqual(['password compare', 'attempt-failed']);
    for (const [first] of turns) expect(first).toMatch(/^password (hash|compare)$/);
    const [message] = named('outbox send').filter(({ attributes }) => attributes.channel === 'sms');
    expect([message.kind, message.attributes]).toEqual([
      SpanKind.INTERNAL,
      { kind: 'invitation', channel: 'sms', attempts: 1 },
    ]);
    expect(sms).toBe(`00-${message.spanContext().traceId}-${message.spanContext().spanId}-01`);
  });

  it('a failed one is marked, with only the class of its error', () => {
    expect(taker.status).toBe(409);
    const failed = spans.filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name, attributes, status }) => ({ name, attributes, status }))).toEqual([
      {
        name: 'INSERT account_identifier',
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.summary': 'INSERT account_identifier',
          'error.type': 'QueryFailedError', // PostgreSQL's own message contains the address
        },
        status: { code: SpanStatusCode.ERROR },
      },
    ]);
  });

  it('contain no person, no address and no secret', () => {
    const all = JSON.stringify(spans.map(({ name, attributes, status }) => ({ name, attributes, status })));
    for (const text of told) expect(all).not.toContain(text);
    const names = spans.flatMap(({ attributes }) => Object.keys(attributes));
    expect([...new Set(names)].sort()).toEqual([
      ...['attempts', 'channel', 'db.query.summary', 'db.system.name', 'error.type', 'hearth.call'],
      ...['hearth.client', 'hearth.outcome', 'http.request.method', 'http.response.status_code', 'kind'],
    ]);
    expect(spans.flatMap(({ events }) => events)).toEqual([]);
  });
});

describe('collector of OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  const bodies: { path: string; key: string | undefined; text: string }[] = [];
  let collector: Server;
  let server: TestServer;
  beforeAll(async () => {
    collector = createServer((asked, answer) => {
      const chunks: Buffer[] = [];
      asked.on('data', (chunk: Buffer) => chunks.push(chunk));
      asked.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        bodies.push({ path: asked.url ?? '', key: asked.headers['x-key'] as string, text });
        answer.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    server = await startApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=tell%20nobody',
    });
  });
  afterAll(() => void collector.close());

  it('gets spans as OTLP, the last ones when the server stops; without one nothing is traced', async () => {
    await request(server, { path: '/api/sys/version' });
    await server.close();
    await eventually(() => Promise.resolve(bodies.length > 0 ? true : null));
    expect(bodies[0]).toMatchObject({ path: '/v1/traces', key: 'tell nobody' });
    expect(bodies.map(({ text }) => text).join()).toContain('"name":"sysversion"');

    const before = bodies.length;
    const untraced = await startApp();
    await request(untraced, { path: '/api/sys/version' });
    await untraced.close();
    expect(bodies).toHaveLength(before);
  });
});
