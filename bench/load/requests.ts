import { randomBytes, randomInt } from 'node:crypto';
import { email, plainCode, REDIRECT_URI, type Load, type Order } from './loads.js';
import { ProofKey } from './dpop.js';
import { macHeader } from './mac.js';
import { accessToken, refreshToken } from './tokens.js';
import { families } from './move-in.js';
import { post } from './post.js';

/** The next request of a connection, after the previous answer; null when none is left. */
export type Supply = (previous: Buffer | null) => Buffer | null;

const ACCOUNT = '/api/acc/getloggedaccount';
const PASSWORD_TOKEN = '/api/log2/generateaccesstokenbypassword';
const SEARCHES = 20_000;
const MAX_RATE = 30_000; // more than the server can handle, so that a supply lasts for the whole measurement
const MAX_PROOFS = 10_000; // likewise; to sign one costs as much as to check it

/**
 * Builds the requests of a load before the clock starts. @returns a function that creates the supply of a connection
 */
export function supplyOf(load: Load, order: Order): () => Supply {
  if (load.kind === 'move-in') return families(load, `127.0.0.1:${order.port}`);
  const shared = sharedSupply(load, order);
  return () => shared;
}

function sharedSupply(
  load: Exclude<Load, { kind: 'move-in' }>,
  { port, seconds: measured, leadSeconds = 0 }: Order,
): Supply {
  const seconds = leadSeconds + measured;
  const host = `127.0.0.1:${port}`;
  switch (load.kind) {
    case 'search':
      return around(build(SEARCHES, () => search(host, load.basic, randomInt(load.count) + 1)));
    case 'path':
      return around(
        build(load.count, (i) => get(host, `${load.prefix}${load.count === 1 ? '' : load.from + i}`)),
      );
    case 'bearer': {
      const count = load.isRandom ? seconds * MAX_RATE : load.count;
      const { times, step } = load.more ?? { times: 1, step: 0 };
      const number = (i: number): number =>
        (load.isRandom ? randomInt(load.count) + step * randomInt(times) : i) + (load.from ?? 1);
      return around(
        build(count, (i) => get(host, ACCOUNT, `Bearer ${accessToken('bearer', number(i)).plain}`)),
      );
    }
    case 'ping':
      return around([get(host, '/api/acc/ping', `Basic ${load.basic}`)]);
    case 'mac':
      return once(signedRequests(load.count, seconds * MAX_RATE, host));
    case 'dpop':
      return once(provenRequests(load, seconds * MAX_PROOFS, host));
    case 'refresh':
      return once(build(load.count, (i) => refresh(host, load.basic, load.from + i)));
    case 'code':
      return once(build(load.count, (i) => redeem(host, load.basic, load.from + i)));
    case 'introspect':
      return around(build(load.count, (i) => introspect(host, load.basic, i + 1)));
    case 'client':
      return around([post(host, '/token', load.basic, 'grant_type=client_credentials')]);
    case 'password':
      return around(build(load.count, (i) => passwordToken(host, load.basic, i + 1, load.password)));
  }
}

function build(count: number, make: (index: number) => Buffer): Buffer[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function around(requests: readonly Buffer[]): Supply {
  let index = 0;
  return () => requests[index++ % requests.length];
}

function once(requests: readonly Buffer[]): Supply {
  let index = 0;
  return () => requests[index++] ?? null;
}

function signedRequests(tokens: number, count: number, host: string): Buffer[] {
  const made = Array.from({ length: tokens }, (_, index) => accessToken('mac', index + 1));
  const run = randomBytes(6).toString('hex');
  return build(count, (i) => {
    return get(host, ACCOUNT, macHeader(made[i % tokens], 'GET', ACCOUNT, host, `${run}${i}`));
  });
}

function provenRequests(load: { count: number; keys: number }, count: number, host: string): Buffer[] {
  const keys = Array.from({ length: load.keys }, () => new ProofKey());
  const url = `http://localhost:${host.split(':')[1]}${ACCOUNT}`; // by PUBLIC_URL
  const run = randomBytes(6).toString('hex');
  return build(count, (i) => {
    const n = i % load.count;
    const key = keys[n % load.keys];
    const { plain } = accessToken('bearer', n + 1, key.thumbprint);
    return get(host, ACCOUNT, key.headersOf(plain, 'GET', url, `${run}${i}`));
  });
}

function refresh(host: string, basic: string, n: number): Buffer {
  return post(host, '/token', basic, `grant_type=refresh_token&refresh_token=${refreshToken(n)}`);
}

function redeem(host: string, basic: string, n: number): Buffer {
  const form = { grant_type: 'authorization_code', code: plainCode(n), redirect_uri: REDIRECT_URI };
  return post(host, '/token', basic, new URLSearchParams(form).toString());
}

function introspect(host: string, basic: string, n: number): Buffer {
  return post(host, '/introspect', basic, `token=${accessToken('bearer', n).plain}`);
}

function passwordToken(host: string, basic: string, n: number, password: string): Buffer {
  const form = new URLSearchParams({
    a01identifier: email(n),
    a01password: password,
    a01tokentype: 'Bearer',
    a01deviceId: 'bench',
  });
  return post(host, PASSWORD_TOKEN, basic, form.toString());
}

function search(host: string, basic: string, n: number): Buffer {
  return get(host, `/api/prov/search?identifier=${encodeURIComponent(email(n))}`, `Basic ${basic}`);
}

function get(host: string, path: string, authorization?: string): Buffer {
  const more = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`, 'latin1');
}
