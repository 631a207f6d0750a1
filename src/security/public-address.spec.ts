import { describe, expect, it } from '@jest/globals';
import { isInNetworks, isLoopback, isPublicAddress } from './public-address.js';

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
    expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual(
      Array(4).fill(true),
    );
    expect(['10.0.0.1', '128.0.0.1', '::2', 'localhost'].map(isLoopback)).toEqual(Array(4).fill(false));
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
