import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config/load-config.js';
import type { Origin } from '../operations/exchange.js';
import { OriginReader } from './origin-reader.js';

interface Peer {
  readonly address: string;
  readonly isTls?: boolean;
}

function originOf(trustProxy: string | null, peer: Peer, headers: Record<string, string> = {}): Origin {
  const config = loadConfig({
    NODE_ENV: 'test',
    MASTER_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 's'.repeat(32),
    ...(trustProxy === null ? {} : { TRUST_PROXY: trustProxy }),
  });
  const socket = { remoteAddress: peer.address, encrypted: peer.isTls };
  const request = { socket, headers } as unknown as IncomingMessage;
  return new OriginReader(config, () => undefined).read(request, 'hearth.example');
}

const FAR = { address: '198.51.100.7' };
const FORWARDED = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'other.example',
};

describe('the origin of a request without a trusted proxy (D44)', () => {
  it('is the peer', () => {
    expect(originOf(null, FAR)).toEqual({
      address: '198.51.100.7',
      isEncrypted: false,
      isLoopback: false,
      host: 'hearth.example',
    });
  });

  it('is encrypted where TLS ends here', () => {
    expect(originOf(null, { ...FAR, isTls: true }).isEncrypted).toBe(true);
  });

  it.each([
    ['no proxy is trusted', null],
    ['another address is trusted', '10.0.0.1'],
    ['another network is trusted', '10.0.0.0/8'],
    ['loopback is trusted', 'loopback'],
  ])('never believes X-Forwarded-* of the peer where %s', (_what, trustProxy) => {
    expect(originOf(trustProxy, FAR, FORWARDED)).toEqual({
      address: '198.51.100.7',
      isEncrypted: false,
      isLoopback: false,
      host: 'hearth.example',
    });
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('is on loopback at %s', (address) => {
    expect(originOf(null, { address }).isLoopback).toBe(true);
  });

  it.each(['128.0.0.1', '10.0.0.1', '::2', '2001:db8::1', '::ffff:10.0.0.1', ''])(
    'is not on loopback at %j',
    (address) => {
      expect(originOf(null, { address }).isLoopback).toBe(false);
    },
  );

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'x'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
  ])('is not on loopback where %s: %s shows that a proxy stands between', (name, value) => {
    const { isLoopback, isEncrypted } = originOf(null, { address: '127.0.0.1' }, { [name]: value });
    expect([isLoopback, isEncrypted]).toEqual([false, false]);
  });

  it('counts an IPv4 address once, however the socket writes it', () => {
    expect(originOf(null, { address: '::ffff:198.51.100.7' }).address).toBe('198.51.100.7');
    expect(originOf(null, { address: '2001:db8::1' }).address).toBe('2001:db8::1');
  });
});

describe('the origin of a request behind a trusted proxy (D44)', () => {
  it.each([
    ['its address', '10.0.0.5', '10.0.0.5', '203.0.113.9', '203.0.113.9'],
    ['its network', '10.0.0.0/8', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['its IPv6 address', '2001:db8::5', '2001:db8::5', '2001:db8:1::9', '2001:db8:1::9'],
    ['its IPv6 network', '2001:db8::/32', '2001:db8::5', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 network, the socket being IPv6', '10.0.0.0/8', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['a name for a network', 'uniquelocal', '192.168.0.5', '203.0.113.9', '203.0.113.9'],
    ['a list', '10.0.0.5, 10.0.0.6', '10.0.0.6', '203.0.113.9', '203.0.113.9'],
    [
      'its address, before it what the caller made up',
      '10.0.0.5',
      '10.0.0.5',
      '127.0.0.1, 203.0.113.9',
      '203.0.113.9',
    ],
    [
      'a network of two proxies in a row',
      '10.0.0.0/8',
      '10.0.0.5',
      '8.8.8.8, 203.0.113.9, 10.0.0.6',
      '203.0.113.9',
    ],
    ['one hop', '1', '10.0.0.5', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['two hops', '2', '10.0.0.5', '127.0.0.1, 203.0.113.9, 10.0.0.6', '203.0.113.9'],
  ])('is the caller, trusted by %s', (_how, trustProxy, peer, forwardedFor, address) => {
    const headers = { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'http' };
    expect(originOf(trustProxy, { address: peer }, headers)).toMatchObject({
      address,
      isLoopback: false,
      isEncrypted: false,
    });
  });

  it.each([
    ['https', false, true],
    ['HTTPS', false, true],
    ['http', false, false],
    ['http', true, false],
    ['', true, false],
    ['nonsense', true, false],
    ['https', true, true],
  ])('is encrypted as X-Forwarded-Proto %j says (TLS to the proxy: %p): %p', (proto, isTls, expected) => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': proto };
    expect(originOf('10.0.0.5', { address: '10.0.0.5', isTls }, headers).isEncrypted).toBe(expected);
  });

  it.each([true, false])('is encrypted as the connection is where the proxy does not say: %p', (isTls) => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(originOf('10.0.0.5', { address: '10.0.0.5', isTls }, headers).isEncrypted).toBe(isTls);
  });

  it('is addressed by the host that the proxy names, and else by Host', () => {
    const proxy = { address: '10.0.0.5' };
    expect(originOf('10.0.0.5', proxy, { 'x-forwarded-host': 'api.example:8443' }).host).toBe(
      'api.example:8443',
    );
    expect(originOf('10.0.0.5', proxy, { 'x-forwarded-for': '203.0.113.9' }).host).toBe('hearth.example');
    expect(originOf('10.0.0.5', proxy, { 'x-forwarded-host': '' }).host).toBe('hearth.example');
  });

  it('believes nothing of Forwarded that one proxy says twice, as from the Host of a caller', () => {
    const headers = { forwarded: 'for=203.0.113.9;host=h;proto=https;proto=http;host=evil.example' };
    expect(originOf('10.0.0.5', { address: '10.0.0.5' }, headers)).toMatchObject({
      ...{ address: '203.0.113.9', isEncrypted: false, host: 'hearth.example' },
    });
  });

  it('is not on loopback where a proxy on loopback forwards a far caller', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    expect(originOf('loopback', { address: '127.0.0.1' }, headers).isLoopback).toBe(false);
  });

  it('is not on loopback where a proxy on loopback forwards without saying for whom', () => {
    const { isLoopback, isEncrypted } = originOf(
      'loopback',
      { address: '127.0.0.1' },
      { 'x-forwarded-proto': 'http' },
    );
    expect([isLoopback, isEncrypted]).toEqual([false, false]);
  });

  it('is on loopback where a call comes from this machine past the proxy', () => {
    expect(originOf('loopback', { address: '127.0.0.1' }).isLoopback).toBe(true);
  });
});
