import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  calculateJwkThumbprint,
  exportJWK,
  importJWK,
  jwtVerify,
  decodeProtectedHeader,
  type JWK,
} from 'jose';
import { ScriptedFetch } from '../../test/support/scripted-fetch.js';
import { dpopProof, newDpopKey, thumbprintOf } from './dpop.js';
import { sha256 } from './encoding.js';
import { macHeader } from './mac.js';
import { PublicClient } from './client.js';
import type { Tokens } from './tokens.js';

const URL_OF_CALL = 'https://hearth.example/api/acc/ping?x=1';
const PONG = { body: { a01: { r: { r: 'true' }, cn: 'accping' } } };
const BOUND: Tokens = { access_token: 'a', token_type: 'DPoP', expires_in: 3600 };
const MAC: Tokens = {
  ...{ access_token: 'a', token_type: 'mac', expires_in: 3600 },
  ...{ mac_key: 'secret', mac_algorithm: 'hmac-sha-1' },
};

describe('a MAC', () => {
  const { vectors } = JSON.parse(
    readFileSync(new URL('../../test/vectors/mac.json', import.meta.url), 'utf8'),
  ) as { vectors: MacVector[] };

  it.each(vectors.filter(({ ext, method }) => ext === '' && method === method.toUpperCase()))(
    '$name',
    async ({ mac_key: key, method, request_uri, host, port, ts, nonce, mac }) => {
      const url = `${port === '443' ? 'https' : 'http'}://${host}:${port}${request_uri}`;
      const parts = { id: 'id', key, algorithm: 'hmac-sha-1', method, url, ts: Number(ts), nonce } as const;
      expect(await macHeader(parts)).toBe(`MAC id="id", ts="${ts}", nonce="${nonce}", mac="${mac}"`);
    },
  );

  it('by SHA-256', async () => {
    const url = 'https://hearth.example/api/acc/ping';
    const text = '1\nn\nPOST\n/api/acc/ping\nhearth.example\n443\n\n';
    const mac = createHmac('sha256', 'k').update(text).digest('base64');
    const parts = {
      id: 'id',
      key: 'k',
      algorithm: 'hmac-sha-256',
      method: 'POST',
      url,
      ts: 1,
      nonce: 'n',
    } as const;
    expect(await macHeader(parts)).toContain(`mac="${mac}"`);
  });
});

describe('a DPoP proof (RFC 9449 §4.2)', () => {
  it('is for method, address, token and nonce, by a key that nobody can read', async () => {
    const key = await newDpopKey();
    const parts = { method: 'GET', url: URL_OF_CALL, iat: 1_795_000_000, token: 'the-token', nonce: 'n' };
    const proof = await dpopProof(key, parts);
    const { jwk, ...header } = decodeProtectedHeader(proof) as { jwk: JWK };
    expect(header).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
    expect(Object.keys(jwk).sort()).toEqual(['crv', 'kty', 'x', 'y']);
    const { payload } = await jwtVerify(proof, await importJWK(jwk, 'ES256'));
    expect(payload).toEqual({
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      htm: 'GET',
      htu: 'https://hearth.example/api/acc/ping',
      iat: 1_795_000_000,
      ath: await sha256('the-token'),
      nonce: 'n',
    });
    expect((key.privateKey as { extractable: boolean }).extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', key.privateKey)).rejects.toThrow();
    expect(await thumbprintOf(key)).toBe(await calculateJwkThumbprint(await exportJWK(key.publicKey)));
  });

  it('has no ath and no nonce where there are none', async () => {
    const proof = await dpopProof(await newDpopKey(), { method: 'POST', url: URL_OF_CALL, iat: 1 });
    const claims = JSON.parse(Buffer.from(proof.split('.')[1], 'base64url').toString()) as object;
    expect(Object.keys(claims)).toEqual(['jti', 'htm', 'htu', 'iat']);
  });
});

describe('what the server tells about proofs', () => {
  const asksForNonce = {
    status: 401,
    headers: { 'DPoP-Nonce': 'n1', 'WWW-Authenticate': 'DPoP error="use_dpop_nonce"' },
    body: { a01: { ex: { name: 'FizAccessTokenProofNonceException', value: '401' }, cn: 'accping' } },
  };
  const boundClient = async (script: ScriptedFetch) =>
    new PublicClient('https://hearth.example', { clientId: 'page', dpop: await newDpopKey(), ...script });
  const claimsOf = ({ sent }: ScriptedFetch) =>
    sent.map(
      ({ headers: { DPoP } }) =>
        JSON.parse(Buffer.from(DPoP.split('.')[1], 'base64url').toString()) as { nonce?: string },
    );

  it('a nonce that is asked for is sent at once, and from then on', async () => {
    const script = new ScriptedFetch(asksForNonce, PONG, PONG);
    const client = await boundClient(script);
    await client.callWith(BOUND, 'acc/ping');
    await client.callWith(BOUND, 'acc/ping');
    expect(claimsOf(script).map(({ nonce }) => nonce)).toEqual([undefined, 'n1', 'n1']);
  });

  it('the newest counts, whichever answer it came with', async () => {
    const script = new ScriptedFetch(asksForNonce, { ...PONG, headers: { 'DPoP-Nonce': 'n2' } }, PONG);
    const client = await boundClient(script);
    await client.callWith(BOUND, 'acc/ping');
    await client.callWith(BOUND, 'acc/ping');
    expect(claimsOf(script).map(({ nonce }) => nonce)).toEqual([undefined, 'n1', 'n2']);
  });

  it('and is only tried once', async () => {
    const script = new ScriptedFetch(asksForNonce, asksForNonce);
    const refused = (await boundClient(script)).callWith(BOUND, 'acc/ping');
    await expect(refused).rejects.toMatchObject({ name: 'FizAccessTokenProofNonceException' });
  });

  it('at /token too', async () => {
    const asks = { status: 400, headers: { 'DPoP-Nonce': 'n2' }, body: { error: 'use_dpop_nonce' } };
    const script = new ScriptedFetch(asks, { body: BOUND });
    await (await boundClient(script)).tokens({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect(claimsOf(script).map(({ nonce }) => nonce)).toEqual([undefined, 'n2']);
  });

  it('a bound token without its key is told before anything is sent', async () => {
    const script = new ScriptedFetch();
    const client = new PublicClient('https://hearth.example', { clientId: 'page', ...script });
    await expect(client.callWith(BOUND, 'acc/ping')).rejects.toThrow('give it as dpop');
  });

  it('its time counts where the clock here is wrong', async () => {
    const told = {
      status: 401,
      headers: { 'WWW-Authenticate': 'MAC error="timestamp out of range", ts="1795203334"' },
      body: { a01: { ex: { name: 'FizAccessTokenInvalidException', value: '401' }, cn: 'accping' } },
    };
    const script = new ScriptedFetch(told, PONG);
    const client = new PublicClient('https://hearth.example', { clientId: 'page', ...script });
    expect(await client.callWith(MAC, 'acc/ping')).toBe(true);
    expect(script.sent.map(({ headers }) => /ts="(\d+)"/.exec(headers.Authorization)?.[1])).toEqual([
      String(Date.UTC(2026, 0, 31) / 1000),
      '1795203334',
    ]);
  });
});

interface MacVector {
  readonly name: string;
  readonly mac_key: string;
  readonly method: string;
  readonly request_uri: string;
  readonly host: string;
  readonly port: string;
  readonly ext: string;
  readonly ts: string;
  readonly nonce: string;
  readonly mac: string;
}
