import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../platform/database/database.js';
import { SHOWN, SHOWN_KINDS } from '../ways-in/shown-ways.js';
import { WAYS } from '../ways-in/ways.js';
import { WaysList } from './ways-list.js';

describe('WaysList (D325)', () => {
  it('keeps a server from starting on which a kind that is shown has no reader', () => {
    const ways = new WaysList({} as Database); // it is asked for nothing
    expect(() => ways.onApplicationBootstrap()).toThrow('no module registers how ways in of the kind');
    const none = { of: () => Promise.resolve([]) };
    SHOWN_KINDS.slice(1).forEach((kind) => ways.register(kind, none));
    expect(() => ways.onApplicationBootstrap()).toThrow(SHOWN_KINDS[0]);
    ways.register(SHOWN_KINDS[0], none);
    ways.onApplicationBootstrap();
  });

  it('leaves out a kind only for a reason', () => {
    expect(Object.keys(SHOWN).sort()).toEqual(Object.keys(WAYS).sort());
    const left = Object.entries(SHOWN).filter(([, how]) => typeof how !== 'string');
    expect(left.map(([kind]) => kind)).toEqual([
      ...['knownBrowsers', 'authorizations', 'validationTokens'],
      ...['stoppingLinks', 'handOvers', 'setupCodes'],
    ]);
  });
});
