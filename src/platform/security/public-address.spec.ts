import { describe, expect, it } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import {
  canonicalNetwork,
  isInNetworks,
  isLoopbackAddress,
  isPublicAddress,
  writtenAddress,
} from './public-address.js';

/** IANA's special-purpose address registries for IPv4 and IPv6, entry by entry (RFC 6890; as of 2025-10-09). */
const REGISTRY: readonly (readonly [network: string, name: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['0.0.0.0/32', 'this host on this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link local'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'IETF protocol assignments'],
  ['192.0.0.0/29', 'IPv4 service continuity prefix'],
  ['192.0.0.8/32', 'IPv4 dummy address'],
  ['192.0.0.9/32', 'Port Control Protocol anycast'],
  ['192.0.0.10/32', 'TURN anycast'],
  ['192.0.0.170/32', 'NAT64/DNS64 discovery'],
  ['192.0.0.171/32', 'NAT64/DNS64 discovery'],
  ['192.0.2.0/24', 'documentation (TEST-NET-1)'],
  ['192.31.196.0/24', 'AS112-v4'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', 'deprecated (6to4 relay anycast)'],
  ['192.88.99.2/32', '6a44-relay anycast'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'direct delegation AS112 service'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation (TEST-NET-2)'],
  ['203.0.113.0/24', 'documentation (TEST-NET-3)'],
  ['240.0.0.0/4', 'reserved'],
  ['255.255.255.255/32', 'limited broadcast'],
  ['::1/128', 'loopback'],
  ['::/128', 'unspecified'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['64:ff9b::/96', 'IPv4-IPv6 translation'],
  ['64:ff9b:1::/48', 'IPv4-IPv6 translation'],
  ['100::/64', 'discard only'],
  ['100:0:0:1::/64', 'dummy IPv6 prefix'],
  ['2001::/23', 'IETF protocol assignments'],
  ['2001::/32', 'Teredo'],
  ['2001:1::1/128', 'Port Control Protocol anycast'],
  ['2001:1::2/128', 'TURN anycast'],
  ['2001:1::3/128', 'DNS-SD service registration anycast'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:3::/32', 'AMT'],
  ['2001:4:112::/48', 'AS112-v6'],
  ['2001:10::/28', 'deprecated (ORCHID)'],
  ['2001:20::/28', 'ORCHIDv2'],
  ['2001:30::/28', 'drone remote id'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'direct delegation AS112 service'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link local'],
];

describe('IANA’s special-purpose address registries', () => {
  it('no network of them is public, from its first address to its last', () => {
    const addresses = REGISTRY.flatMap(([network, name]) =>
      Object.values(endsOf(network)).map((address) => ({ network, name, address })),
    );
    expect(addresses.filter(({ address }) => isPublicAddress(address))).toEqual([]);
  });

  const BESIDE = [
    ...['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
    ...['192.0.3.0', '192.31.195.255', '192.31.197.0', '192.52.194.0', '192.88.98.255', '192.88.100.0'],
    ...['192.167.255.255', '192.169.0.0', '192.175.49.0', '198.17.255.255', '198.20.0.0', '198.51.99.255'],
    ...['198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
    ...['2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2620:4f:7fff::', '2620:4f:8001::'],
    ...['2000::', '3ffe::', '3fff:1000::'],
  ];
  it('the addresses beside them are', () => {
    expect(BESIDE.filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['10.255.255.255/9', '10.128.0.0/9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:1::', '2001:db8:0:0:1::'],
    ['2001:db8:1:2:3::/48', '2001:db8:1::/48'],
    ['2001:db8::/128', '2001:db8::'],
    ['2001:db8:0:0:0:0:0:1/127', '2001:db8::/127'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['64:FF9B::192.0.2.1/96', '64:ff9b::/96'],
    ['::192.0.2.1', '::c000:201'],
  ])('%s is written %s', (text, expected) => {
    expect(canonicalNetwork(text)?.text).toBe(expected);
  });

  it.each([
    ...[
      '',
      'example.com',
      '10.0.0',
      '010.0.0.1',
      '10.0.0.0/33',
      '10.0.0.0/08',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
    ],
    ...[
      '10.0.0.0/',
      '/8',
      ' 10.0.0.1',
      '::/129',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
      '::ffff:0:0/96',
      '1',
      '0x7f.1',
    ],
  ])('%j is none', (text) => {
    expect(canonicalNetwork(text)).toBeNull();
  });
});

describe('the one spelling of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['0:0:0:0:0:FFFF:c000:201', '192.0.2.1'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2:3:4:c000:201'],
    ['::192.0.2.1', '::c000:201'],
    ['::1', '::1'],
    ['010.0.0.1', null],
    ['[::1]', null],
    ['127.1', null],
    ['', null],
  ])('of %j is %j', (text, written) => {
    expect(writtenAddress(text)).toBe(written);
  });
});

describe('an address', () => {
  it.each([
    '93.184.216.34',
    '1.1.1.1',
    '172.32.0.1',
    '192.167.255.255',
    '2606:2800:220:1::1',
    '2a00:1450::1',
  ])('%s is out on the internet', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine', '127.9.9.9'],
    ['this machine', '::1'],
    ['this machine', '0.0.0.0'],
    ['this machine', '::'],
    ['this machine inside IPv6', '::ffff:127.0.0.1'],
    ['this machine inside IPv6', '::ffff:7f00:1'],
    ['this machine inside IPv6', '::7f00:1'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a private network inside IPv6', '::ffff:10.0.0.1'],
    ['a private network through NAT64', '64:ff9b::a00:1'],
    ['a private network through 6to4', '2002:a00:1::'],
    ['a private network through Teredo', '2001:0:a00:1::'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd12:3456::1'],
    ['site local, as it once was', 'fec0::1'],
    ['link local', '169.254.0.1'],
    ['link local', 'fe80::1'],
    ["a cloud's metadata service", '169.254.169.254'],
    ["a cloud's metadata service", 'fd00:ec2::254'],
    ["a carrier's network", '100.64.0.1'],
    ["a carrier's network", '100.127.255.255'],
    ['a benchmark', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '2001:db8::1'],
    ['not given out', '4000::1'],
    ['no address', 'example.com'],
    ['no address', ''],
  ])('of %s (%s) is not', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is loopback in any spelling', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].map(isLoopbackAddress)).toEqual(
      Array(4).fill(true),
    );
    expect(['10.0.0.1', '128.0.0.1', '::2', 'localhost'].map(isLoopbackAddress)).toEqual(
      Array(4).fill(false),
    );
  });

  it.each([
    ['10.1.2.3', ['10.1.0.0/16'], true],
    ['10.2.2.3', ['10.1.0.0/16'], false],
    ['10.2.2.3', ['10.1.0.0/16', '10.2.2.3'], true],
    ['::ffff:10.1.2.3', ['10.1.0.0/16'], true],
    ['fd12::1', ['fd12::/16'], true],
    ['::1', ['127.0.0.0/8'], false],
    ['127.0.0.1', [], false],
    ['x', ['0.0.0.0/1'], false],
  ])('%s in %j: %s', (address, networks, expected) => {
    expect(isInNetworks(address, networks)).toBe(expected);
  });
});

/** Computed without the code under test. */
function endsOf(network: string): { first: string; inside: string; last: string } {
  const [address, bits] = ipaddr.parseCIDR(network);
  const all = address.toByteArray().length * 8;
  const start = address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const size = 1n << BigInt(all - bits);
  const text = (value: bigint): string => {
    const bytes = Array.from({ length: all / 8 }, (_, i) =>
      Number((value >> BigInt(all - 8 * (i + 1))) & 255n),
    );
    return ipaddr.fromByteArray(bytes).toString();
  };
  return { first: text(start), inside: text(start + size / 3n), last: text(start + size - 1n) };
}
