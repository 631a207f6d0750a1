import { describe, expect, it } from '@jest/globals';
import { roughNetworkOf } from './network.js';

describe('the network that people are told (D255)', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['10.0.0.1', '10.0.0.x'],
    ['2001:db8:7:42:1:2:3:4', '2001:db8:7:x'],
    ['2001:db8::1', '2001:db8:0:x'],
    ['::1', '0:0:0:x'],
    ['fe80::1%eth0', 'fe80:0:0:x'],
    ['unknown', null],
    ['', null],
  ])('of %s is %s', (address, network) => {
    expect(roughNetworkOf(address)).toBe(network);
  });
});
