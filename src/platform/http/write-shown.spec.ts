import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { eventually } from '../../../test/support/eventually.js';
import { html, json, ndjson, redirect, seeOther, Shown } from '../operations/shown.js';
import { writeShown } from './write-shown.js';

const POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'";
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Asks a server that answers with this. */
async function answerOf(shown: Shown, method = 'GET'): Promise<Response> {
  const app = express().disable('x-powered-by');
  app.use(async (_request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    await writeShown(response, shown);
  });
  app.use((cause: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(503).send((cause as Error).message);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/`, { method, redirect: 'manual' });
}

describe('an answer that a handler returned is written', () => {
  it('as a page that nobody keeps', async () => {
    const answer = await answerOf(html('<p>Grüß Gott</p>'));
    expect([answer.status, await answer.text()]).toEqual([200, '<p>Grüß Gott</p>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('with its status and its headers', async () => {
    const answer = await answerOf(json({ a: 1 }, { status: 429, headers: { 'Retry-After': '5' } }));
    expect([answer.status, await answer.json(), answer.headers.get('retry-after')]).toEqual([
      429,
      { a: 1 },
      '5',
    ]);
  });

  it('with leave to have a page of this server in a frame, only where it has one', async () => {
    const policyOf = async (shown: Shown) => (await answerOf(shown)).headers.get('content-security-policy');
    expect(await policyOf(html('', { hasFrame: true }))).toBe(`${POLICY};frame-src 'self'`);
    server?.close();
    expect(await policyOf(html(''))).toBe(POLICY);
  });

  it('to be kept, where its headers say so', async () => {
    const shown = new Shown('image/png', Buffer.from([1, 2]), { headers: { 'Cache-Control': 'max-age=60' } });
    const answer = await answerOf(shown);
    expect(answer.headers.get('cache-control')).toBe('max-age=60');
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2]);
  });

  it.each([
    ['https://shop.example/cb?state=%zz%&a=b', 'https://shop.example/cb?state=%zz%&a=b'],
    ['com.example.app:/cb?code=1', 'com.example.app:/cb?code=1'],
    ['/welcome?next=/größe', '/welcome?next=/gr%C3%B6%C3%9Fe'],
    ['/admin/audit?x=日本', '/admin/audit?x=%E6%97%A5%E6%9C%AC'],
    ['/admin/audit?x=\u0007', '/admin/audit?x=%07'],
  ])('as a redirect to %s, unchanged if a header can hold it', async (address, location) => {
    const answer = await answerOf(redirect(302, address));
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, location, '']);
  });

  it('as a redirect of a form by 303', async () => {
    expect((await answerOf(seeOther('/account'))).status).toBe(303);
  });

  it.each([
    ['https://shop.example/cb?x=1', "form-action 'self' https://shop.example;"],
    ['com.example.app:/cb', "form-action 'self' com.example.app:;"],
  ])('as a page whose form leads on to %s', async (formTarget, directive) => {
    const answer = await answerOf(html('', { formTarget }));
    expect(answer.headers.get('content-security-policy')).toContain(directive);
  });

  it('in pieces', async () => {
    const answer = await answerOf(ndjson(pieces('{"a":1}\n', '{"a":2}\n')));
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'application/x-ndjson',
      '{"a":1}\n{"a":2}\n',
    ]);
  });

  it('without a body for HEAD', async () => {
    expect(await (await answerOf(html('<p>'), 'HEAD')).text()).toBe('');
  });

  it('not at all where its first piece fails: the error is the answer', async () => {
    const answer = await answerOf(ndjson(failingAfter()));
    expect([answer.status, await answer.text()]).toEqual([503, 'no such filter']);
  });

  it('in no more pieces than its reader takes', async () => {
    let isReleased = false;
    const endless = async function* (): AsyncGenerator<string> {
      try {
        for (;;) yield await Promise.resolve('x'.repeat(10_000));
      } finally {
        isReleased = true;
      }
    };
    const answer = await answerOf(ndjson(endless()));
    await answer.body?.cancel();
    expect(await eventually(() => Promise.resolve(isReleased || null))).toBe(true);
  });

  it('cut where a later piece fails, so that nobody takes a part for the whole', async () => {
    const answer = await answerOf(ndjson(failingAfter('{"a":1}\n')));
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

async function* failingAfter(...texts: readonly string[]): AsyncGenerator<string> {
  yield* pieces(...texts);
  throw new Error('no such filter');
}
