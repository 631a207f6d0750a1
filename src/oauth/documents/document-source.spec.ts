import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AppConfig } from '../../platform/config/app-config.js';
import { DocumentSource } from './document-source.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('fetching the document of a client that nobody registered', () => {
  let server: Server;
  let url: string;
  let paths: string[] = [];
  let answer: RequestListener;
  const source = new DocumentSource({ jwksInsideNetworks: ['127.0.0.0/8'] } as unknown as AppConfig);
  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const fetched = (listener: RequestListener) => {
    [answer, paths] = [listener, []];
    return source.fetch(url);
  };

  it.each(['application/json', 'application/json; charset=utf-8', 'application/oauth-client+json'])(
    'takes JSON that is called so: %s',
    async (type) => {
      const got = await fetched((_, response) =>
        response.setHeader('Content-Type', type).setHeader('Cache-Control', 'max-age=600').end('{}'),
      );
      expect(got).toMatchObject({ text: '{}', headers: { 'cache-control': 'max-age=600' } });
    },
  );

  it.each(['text/html', 'text/plain', 'application/jsonp', 'image/png'])('refuses %s', async (type) => {
    const got = fetched((_, response) => response.setHeader('Content-Type', type).end('{}'));
    await expect(got).rejects.toThrow('must have the content type application/json');
  });

  it('refuses a document without a type', async () => {
    await expect(fetched((_, response) => response.end('{}'))).rejects.toThrow('content type');
  });

  it('follows no redirect', async () => {
    const got = fetched((_, response) =>
      response.writeHead(302, { Location: '/inside', ...JSON_TYPE }).end(),
    );
    await expect(got).rejects.toThrow('redirects are not followed');
    expect(paths).toEqual(['/client.json']);
  });

  it('stops reading behind 5 KiB, however much there is', async () => {
    let isOver: (bytes: number) => void;
    const sent = new Promise<number>((resolve) => (isOver = resolve));
    const got = fetched((_, response) => {
      let bytes = 0;
      const part = Buffer.alloc(64 * 1024, ' ');
      response.writeHead(200, JSON_TYPE).on('close', () => isOver(bytes));
      const more = () => {
        while (bytes < 2 ** 30) {
          bytes += part.length;
          if (!response.write(part)) return;
        }
      };
      response.on('drain', more);
      more();
    });
    await expect(got).rejects.toThrow('its answer is larger than 5 KiB');
    expect(await sent).toBeLessThan(2 ** 30);
  });

  describe('that comes byte by byte', () => {
    afterEach(() => void jest.restoreAllMocks());
    const trickled = (response: ServerResponse, text: string) =>
      new Promise<void>((resolve) => void response.write(text, () => resolve()));
    /** A fetch whose time is up when the test says so, and the answer to it, once its head was sent. */
    const begun = async () => {
      const time = new AbortController();
      const limits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
      let isAsked: (response: ServerResponse) => void;
      const asked = new Promise<ServerResponse>((resolve) => (isAsked = resolve));
      const got = fetched((_, response) => isAsked(response));
      const response = await asked;
      response.writeHead(200, JSON_TYPE).flushHeaders();
      return { time, limits, got, response };
    };

    it('is taken within its time', async () => {
      const { got, response } = await begun();
      for (const byte of '{"a":1}') await trickled(response, byte);
      response.end();
      expect(await got).toMatchObject({ text: '{"a":1}' });
    });

    it('has five seconds in all, however often a byte comes', async () => {
      const { time, limits, got, response } = await begun();
      const ended = new Promise((resolve) => response.on('close', resolve));
      for (const byte of '{"a":') await trickled(response, byte);
      time.abort(new DOMException('its time is up', 'TimeoutError'));
      await expect(got).rejects.toThrow('there was no answer in time');
      await ended; // nobody reads on
      expect(limits.mock.calls).toEqual([[5000]]);
    });
  });

  it('reaches nothing inside by default', async () => {
    const outside = new DocumentSource({ jwksInsideNetworks: [] as string[] } as unknown as AppConfig);
    paths = [];
    await expect(outside.fetch(url)).rejects.toThrow('inside the network');
    await expect(outside.fetch('https://localhost/client.json')).rejects.toThrow('inside the network');
    expect(paths).toEqual([]);
  });
});
