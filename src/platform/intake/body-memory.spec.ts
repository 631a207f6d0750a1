import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AppConfig } from '../config/app-config.js';
import { Clock } from '../security/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { BodyMemory, type BodyClaim } from './body-memory.js';

const WHOLE = 1600;
const SHARE = WHOLE / 16;

function memoryOf(bytes = WHOLE): BodyMemory {
  return new BodyMemory({ bodyMemoryBytes: bytes } as AppConfig, new Clock(), new Metrics());
}

const refused = expect.objectContaining({
  definition: expect.objectContaining({ status: 503 }),
  headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
});
const attempt = (claim: BodyClaim, bytes: number): unknown => {
  try {
    claim.add(bytes);
    return null;
  } catch (cause) {
    return cause;
  }
};

describe('the memory for bodies', () => {
  it('admits authenticated callers up to the last byte, and answers 503 beyond it', () => {
    const memory = memoryOf();
    const claim = memory.claim('192.0.2.1');
    claim.admit();
    claim.add(WHOLE);
    const other = memory.claim('192.0.2.2');
    expect(attempt(other, 1)).toEqual(refused);
    expect(memory.numbers).toMatchObject({ bytes: WHOLE, mostBytes: WHOLE, refused: 1 });
    expect(memory.numbers.refusedAt).not.toBeNull();
    claim.release();
    expect(attempt(other, 1)).toBeNull();
  });

  it.each([
    ['an address', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['a /64 network of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
  ])('gives the strangers of %s a share of it', (_what, first, second, stranger) => {
    const memory = memoryOf();
    memory.claim(first).add(SHARE - 1);
    expect(attempt(memory.claim(second), 2)).toEqual(refused);
    expect(attempt(memory.claim(second), 1)).toBeNull();
    expect(attempt(memory.claim(stranger), SHARE)).toBeNull();
  });

  it('counts a body against its network until the caller is authenticated', () => {
    const memory = memoryOf();
    const known = memory.claim('192.0.2.1');
    known.add(SHARE);
    const stranger = memory.claim('192.0.2.1');
    expect(attempt(stranger, 1)).toEqual(refused);
    known.admit();
    expect(attempt(stranger, SHARE)).toBeNull();
    expect(attempt(known, 5 * SHARE)).toBeNull();
  });

  it('is empty when all are gone, in whatever order they came, were let in, were refused and left', () => {
    const step = fc.record({
      who: fc.nat(7),
      network: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1', ''),
      what: fc.constantFrom('open', 'add', 'add', 'add', 'admit', 'release'),
      bytes: fc.nat(300),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const memory = memoryOf();
        const claims = new Map<number, BodyClaim>();
        for (const { who, network, what, bytes } of steps) {
          if (what === 'open' && !claims.has(who)) claims.set(who, memory.claim(network));
          const claim = claims.get(who);
          if (what === 'add' && claim && attempt(claim, bytes) !== null) claim.release();
          if (what === 'admit') claim?.admit();
          if (what === 'release') claim?.release();
          expect(memory.numbers.bytes).toBeLessThanOrEqual(WHOLE);
        }
        for (const claim of claims.values()) claim.release();
        expect(memory.numbers.bytes).toBe(0);
        // The share of each network is free again too.
        for (const network of ['192.0.2.1', '192.0.2.2', '2001:db8::1', ''])
          expect(attempt(memory.claim(network), SHARE)).toBeNull();
      }),
    );
  });
});
