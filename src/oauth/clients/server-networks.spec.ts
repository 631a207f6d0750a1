import { describe, expect, it } from '@jest/globals';
import { problemWithServerNetwork } from './server-networks.js';

describe('networks that a client names as those of its servers (D171)', () => {
  it.each(['203.0.113.7', '10.1.0.0/16', '2001:db8::/32', '2001:db8::1', '127.0.0.1'])(
    'may be %s',
    (network) => {
      expect(problemWithServerNetwork(network)).toBeNull();
    },
  );

  it.each([
    ['example.com', 'must be an address or a network'],
    ['', 'must be an address or a network'],
    ['*', 'must be an address or a network'],
    ['::ffff:203.0.113.7', 'must be an address or a network'],
    ['203.0.113.7/32', 'must be written 203.0.113.7'],
    ['203.0.113.7/24', 'must be written 203.0.113.0/24'],
    ['2001:DB8::', 'must be written 2001:db8::'],
    ['64:ff9b::192.0.2.1', 'must be written 64:ff9b::c000:201'],
    ['0.0.0.0/0', 'must not be wider than /16'],
    ['10.0.0.0/15', 'must not be wider than /16'],
    ['2000::/3', 'must not be wider than /32'],
  ])('may not be %j: it %s', (network, problem) => {
    expect(problemWithServerNetwork(network)).toContain(problem);
  });
});
