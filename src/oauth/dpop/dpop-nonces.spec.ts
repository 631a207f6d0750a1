import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import { TokenKeys } from '../tokens/format/token-keys.js';
import { DpopNonces } from './dpop-nonces.js';

const [OLD, NEW, INSTANCE] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const START = Date.parse('2026-03-01T12:00:00.000Z');

function node(masterKeys: Buffer[] = [OLD], instance = INSTANCE): { nonces: DpopNonces; clock: FixedClock } {
  const clock = new FixedClock(START);
  return { nonces: new DpopNonces(new TokenKeys(masterKeys, instance), clock), clock };
}

describe('the nonces of proofs (D266)', () => {
  it('are the same for a minute, on every node', () => {
    const [one, other] = [node(), node()];
    const first = one.nonces.current();
    expect(first).toMatch(/^[\w-]{27}$/);
    expect(other.nonces.current()).toBe(first);
    one.clock.advance({ seconds: 59 });
    expect(one.nonces.current()).toBe(first);
    one.clock.advance({ seconds: 1 });
    expect(one.nonces.current()).not.toBe(first);
  });

  it('are good for five minutes after their own', () => {
    const { nonces, clock } = node();
    const nonce = nonces.current();
    expect(nonces.endOf(nonce)).toBe(START + 360_000);
    clock.advance({ seconds: 359 });
    expect(nonces.endOf(nonce)).toBe(START + 360_000);
    clock.advance({ seconds: 1 });
    expect(nonces.endOf(nonce)).toBeNull();
  });

  it('of a node whose clock is a minute ahead are good, of one that is two ahead they are not', () => {
    const [one, ahead] = [node(), node()];
    ahead.clock.advance({ minutes: 1 });
    expect(one.nonces.endOf(ahead.nonces.current())).not.toBeNull();
    ahead.clock.advance({ minutes: 1 });
    expect(one.nonces.endOf(ahead.nonces.current())).toBeNull();
  });

  it('are known under every MASTER_KEY that is listed', () => {
    const old = node([OLD]).nonces;
    const both = node([NEW, OLD]).nonces;
    expect(both.current()).not.toBe(old.current());
    expect(both.endOf(old.current())).not.toBeNull();
    expect(node([OLD, NEW]).nonces.endOf(both.current())).not.toBeNull();
    expect(old.endOf(both.current())).toBeNull();
    expect(node([OLD], randomBytes(32)).nonces.endOf(old.current())).toBeNull();
  });

  it('are nothing else, in no other spelling', () => {
    const { nonces } = node();
    const nonce = nonces.current();
    const bytes = Buffer.from(nonce, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] ^= 1;
      expect(nonces.endOf(other.toString('base64url'))).toBeNull();
    }
    for (const other of ['', 'x', `${nonce}=`, `${nonce}A`, ` ${nonce}`, nonce.slice(1)])
      expect(nonces.endOf(other)).toBeNull();
  });
});
