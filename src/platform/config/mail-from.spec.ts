import { describe, expect, it } from '@jest/globals';
import { problemWithMailFrom, senderAddress, senderDomain } from './mail-from.js';

describe('MAIL_FROM', () => {
  it.each([
    ['Hearth <no-reply@localhost>', 'no-reply@localhost', 'localhost'],
    ['no-reply@Family.example', 'no-reply@Family.example', 'family.example'],
    [' "Family, The" <a+b@mail.family.example> ', 'a+b@mail.family.example', 'mail.family.example'],
    ['Bücher <post@bücher.example>', 'post@bücher.example', 'xn--bcher-kva.example'],
  ])('%s is %s, of the domain %s', (from, address, domain) => {
    expect([senderAddress(from), senderDomain(from)]).toEqual([address, domain]);
    expect(problemWithMailFrom(from)).toBeNull();
  });

  it.each([
    'no-reply',
    'Hearth',
    'Hearth <no-reply>',
    '@family.example',
    'a@',
    'a@b@c',
    'a@b c',
    'A <a@b> B',
    'a@%',
  ])('%s is refused', (from) => expect(problemWithMailFrom(from)).toContain('Hearth <no-reply@example.com>'));
});
