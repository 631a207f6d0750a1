import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchOutside, postOutside, type OutsideFetchOptions } from './outside-fetch.js';

const HERE = ['127.0.0.0/8'];

describe('fetching from an address that another party chose', () => {
  let server: Server;
  let port: number;
  let requests = 0;
  let answer: RequestListener = (_request, response) => response.end('{}');
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests++;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const fetched = (url: string, options: Partial<OutsideFetchOptions> = {}): Promise<string> =>
    fetchOutside(new URL(url), {
      signal: AbortSignal.timeout(5000),
      maxBytes: 1024,
      insideNetworks: [],
      accept: 'application/json',
      ...options,
    });
  /** A name server that returns these addresses for every name. */
  const says = (...addresses: string[]) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    let asked = 0;
    const lookUp = ((_name: string, _options: object, done: (failure: null, found: typeof all) => void) => {
      asked++;
      done(null, all);
    }) as never;
    return { lookUp, asked: () => asked };
  };
  const INSIDE = 'its host leads to an address inside the network';

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('reaches nothing at %s', async (url) => {
    await expect(fetched(url)).rejects.toThrow(INSIDE);
  });

  it.each([['10.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['2606:2800::1', 'fd00::1'], ['::ffff:192.168.0.1']])(
    'reaches nothing where the name leads to %s',
    async (...addresses) => {
      await expect(fetched('https://idp.example/', says(...addresses))).rejects.toThrow(INSIDE);
    },
  );

  it('goes to the address that was checked: the name is looked up once', async () => {
    const names = says('127.0.0.1');
    const url = `http://idp.example:${port}/`;
    expect(await fetched(url, { insideNetworks: HERE, lookUp: names.lookUp })).toBe('{}');
    expect(names.asked()).toBe(1);
  });

  it('reaches allowed inside addresses, by plain HTTP only loopback', async () => {
    expect(await fetched(`http://127.0.0.1:${port}/`, { insideNetworks: HERE })).toBe('{}');
    requests = 0;
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toThrow(INSIDE);
    await expect(fetched('http://10.0.0.1/', { insideNetworks: ['10.0.0.0/8'] })).rejects.toThrow(
      'it is not https',
    );
    await expect(fetched('http://idp.example/', says('93.184.216.34'))).rejects.toThrow('it is not https');
    expect(requests).toBe(0);
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['stops half way', (_request, response) => response.writeHead(200).write('{')],
    [
      'sends a byte now and then',
      (_request, response) => {
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('gives up in time when the server %s', async (_what, listener) => {
    answer = listener;
    const signal = AbortSignal.timeout(100);
    await expect(
      fetched(`http://127.0.0.1:${port}/`, { insideNetworks: HERE, signal, maxBytes: 1e9 }),
    ).rejects.toThrow('there was no answer in time');
    answer = (_request, response) => response.end('{}');
  });

  it('says that a name has no address, and that nobody listens', async () => {
    const lookUp = ((_name: string, _options: object, done: (failure: Error) => void) =>
      done(new Error('ENOTFOUND'))) as never;
    await expect(fetched('https://idp.example/', { lookUp })).rejects.toThrow('its host has no address');
    await expect(fetched('http://127.0.0.1:1/', { insideNetworks: HERE })).rejects.toThrow(
      'the connection failed (ECONNREFUSED)',
    );
  });

  it('takes any status of what it posts, with the beginning of an answer that does not end', async () => {
    answer = (_request, response) => void response.writeHead(202).write('Thank');
    const posted = postOutside(new URL(`http://127.0.0.1:${port}/`), {
      signal: AbortSignal.timeout(300),
      ...{ maxBytes: 1024, insideNetworks: HERE, headers: {}, body: '{}' },
    });
    expect(await posted).toEqual({ status: 202, text: 'Thank', retryAfterMs: 0 });
    answer = (_request, response) =>
      void response.writeHead(302, { Location: '/other' }).end('x'.repeat(5000));
    const options = { signal: AbortSignal.timeout(5000), maxBytes: 1024, headers: {}, body: '{}' };
    const redirected = await postOutside(new URL(`http://127.0.0.1:${port}/`), {
      ...{ ...options, insideNetworks: HERE },
    });
    expect([redirected.status, redirected.text.length]).toEqual([302, 1024]);
    await expect(
      postOutside(new URL('https://partner.example/'), {
        ...{ ...options, insideNetworks: [], lookUp: says('10.0.0.1').lookUp },
      }),
    ).rejects.toThrow(INSIDE);
  });
});
