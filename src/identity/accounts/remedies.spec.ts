import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import { Remedies } from './remedies.js';
import { ENDED_WAYS, type WayKind } from '../ways-in/ways.js';

describe('Remedies (D309)', () => {
  it('keep a server from starting on which nobody ends a kind of way in', () => {
    const remedies = new Remedies(new FixedClock());
    expect(() => remedies.onApplicationBootstrap()).toThrow('no module registers how a remedy ends');
    const none = () => Promise.resolve(0);
    ENDED_WAYS.slice(1).forEach((kind: WayKind) => remedies.register(kind, none));
    expect(() => remedies.onApplicationBootstrap()).toThrow(`(${ENDED_WAYS[0]})`);
    remedies.register(ENDED_WAYS[0], none);
    remedies.onApplicationBootstrap();
  });
});
