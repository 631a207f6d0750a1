import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../fuzz/options.js';
import { growthIn, type Sample } from '../../fuzz/oracle/memory-growth.js';
import { WHOLE, type FuzzRequest, type Structured } from '../../fuzz/requests/request.js';
import { render } from '../../fuzz/requests/render.js';
import { curlLine } from '../../fuzz/shrink/curl.js';
import { replay } from '../../fuzz/shrink/replay.js';
import { shrinkRequest } from '../../fuzz/shrink/shrink-request.js';
import { smallest } from '../../fuzz/shrink/smallest.js';
import type { Outcome } from '../../fuzz/wire/answer.js';

const HOST = 'localhost:3000';
const REQUEST: Structured = {
  kind: 'structured',
  aim: 'provsearch',
  method: 'POST',
  path: '/api',
  query: [
    ['a01call', 'provsearch'],
    ['a01identifier', 'anna@family.example'],
  ],
  headers: [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'text/html'],
    ['X-Odd', 'some words with a BAD one'],
  ],
  content: { kind: 'form', fields: [['x', '1']] },
  mac: null,
  delivery: WHOLE,
  isSound: false,
};

const textOf = (request: FuzzRequest): string => render(request, HOST).toString();

describe('what fails is made small', () => {
  it('down to the one header, and the part of it that matters', async () => {
    const shrunk = await shrinkRequest(REQUEST, (tried) => Promise.resolve(textOf(tried).includes('BAD')));
    expect(curlLine(shrunk, HOST)).toBe(`curl -si --path-as-is -H 'X-Odd: BAD' 'http://localhost:3000/api'`);
  });

  it('down to the two parameters that it takes', async () => {
    const fails = (tried: FuzzRequest): Promise<boolean> =>
      Promise.resolve(/a01call=provsearch&a01identifier=/.test(textOf(tried)));
    const shrunk = (await shrinkRequest(REQUEST, fails)) as Structured;
    expect([shrunk.headers, shrunk.content, shrunk.method]).toEqual([[], null, 'GET']);
    expect(shrunk.query.map(([name]) => name)).toEqual(['a01call', 'a01identifier']);
  });

  it('inside JSON and inside bytes', async () => {
    const json: Structured = {
      ...REQUEST,
      content: { kind: 'json', value: { a: [1, { deep: 'BAD' }], b: { c: 'other' } } },
    };
    const shrunk = (await shrinkRequest(json, (tried) =>
      Promise.resolve(textOf(tried).includes('"BAD"')),
    )) as Structured;
    expect(textOf(shrunk)).not.toContain('other');
    const bytes: FuzzRequest = {
      kind: 'raw',
      aim: 'x',
      bytes: Buffer.from('GET / HTTP/1.1\r\nA: b\r\nX: y\r\n\r\n'),
    };
    const raw = await shrinkRequest(bytes, (tried) => Promise.resolve(textOf(tried).includes('X')));
    expect(textOf(raw)).toBe('X');
  });

  it('from three hundred fields to the two that it takes, in a hundred tries', async () => {
    const fields = Array.from({ length: 300 }, (_, i) => [`p${i}`, 'v'] as const);
    let tries = 0;
    const fails = (tried: FuzzRequest): Promise<boolean> => {
      tries++;
      return Promise.resolve(/p7=.*p290=/.test(textOf(tried)));
    };
    const shrunk = await shrinkRequest({ ...REQUEST, content: { kind: 'form', fields } }, fails);
    expect(curlLine(shrunk, HOST)).toContain("-d 'p7=&p290='");
    expect(tries).toBeLessThan(100);
  });

  it('of a list to the elements without which it does not fail', async () => {
    const all = Array.from({ length: 40 }, (_, i) => i);
    const fails = (some: number[]): Promise<boolean> =>
      Promise.resolve(some.includes(7) && some.includes(31));
    const kept = await smallest(fc.subarray(all), all, fails);
    expect(kept).toEqual([7, 31]);
  });
});

describe('a curl line', () => {
  it('pipes what a shell could not quote', () => {
    const content = { kind: 'bytes', bytes: Buffer.from('--x\r\n\u0000%\\') } as const;
    const line = curlLine(
      { ...REQUEST, query: [], headers: [['Content-Type', 'text/plain']], content },
      HOST,
    );
    expect(line).toBe(
      `printf -- '--x\\r\\n\\000%%\\\\' | curl -si --path-as-is -H 'Content-Type: text/plain' --data-binary @- 'http://localhost:3000/api'`,
    );
  });

  it('sends what is no request over a plain connection', () => {
    const line = curlLine({ kind: 'raw', aim: 'x', bytes: Buffer.from('GET /') }, HOST);
    expect(line).toBe(`printf -- 'GET /' | curl -s --max-time 5 telnet://localhost:3000`);
  });
});

describe('a sequence that is sent again', () => {
  it('uses what the answers tell this time', async () => {
    const told = (token: string): Outcome => ({
      status: 200,
      headers: new Map([['content-type', ['application/json']]]),
      body: Buffer.from(JSON.stringify({ access_token: token })),
      ms: 1,
    });
    const second: Structured = { ...REQUEST, headers: [['Authorization', 'Bearer the-first-token']] };
    const before = [
      { request: REQUEST, outcome: told('the-first-token') },
      { request: second, outcome: told('whatever') },
    ];
    const { requests } = await replay(before, () => Promise.resolve(told('another-token')));
    expect((requests[1] as Structured).headers).toEqual([['Authorization', 'Bearer another-token']]);
  });
});

describe('memory', () => {
  const samples = (bytesAt: (i: number) => number): Sample[] =>
    Array.from({ length: 12 }, (_, i) => ({ requests: (i + 1) * 100, bytes: bytesAt(i) }));
  const MIB = 1024 * 1024;

  it('that goes on growing is seen, whatever single samples say', () => {
    expect(growthIn(samples((i) => i * 10 * MIB + (i === 6 ? 500 * MIB : 0)))).toBeGreaterThan(50 * MIB);
  });

  it('of caches that fill is not', () => {
    expect(growthIn(samples((i) => Math.min(i, 5) * 40 * MIB))).toBe(0);
    expect(growthIn(samples(() => 100 * MIB))).toBe(0);
  });
});

describe('options', () => {
  it.each([
    [['--requests', '0'], '--requests must be a whole number'],
    [['--seed', 'x'], '--seed must be a whole number'],
    [['--url', 'https://localhost'], '--url must be an http:// address'],
    [['--url', 'http://localhost:1/x'], '--url must be an http:// address'],
    [['--url', 'http://localhost:1', '--database-url', 'postgres://x'], 'exclude each other'],
  ])('%j are refused', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });

  it('have defaults', () => {
    expect(parseOptions(['--seed', '7'])).toMatchObject({
      requests: 10_000,
      seed: 7,
      connections: 16,
      url: null,
    });
    expect(parseOptions(['--help'])).toBeNull();
  });
});
