import { describe, expect, it } from '@jest/globals';
import Bowser from 'bowser';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { userAgentOf } from '../../identity/sign-ins/user-agent.js';
import { browserName } from './browser-name.js';
import { deviceKindOf } from './device-picture.js';

describe('the picture of a device', () => {
  it.each([
    [
      'phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'phone',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
    ],
    [
      'tablet',
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Version/16.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'computer',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
    ],
    [
      'television',
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 Version/7.0 TV Safari/537.36',
    ],
    ['unknown', ''],
    ['unknown', 'curl/8.5.0'],
  ])('is that of a %s: %s', (kind, header) => {
    expect(deviceKindOf(userAgentOf(header))).toBe(kind);
  });

  it('is known for every system that is named', () => {
    const systems = [...Object.values(Bowser.OS_MAP), 'iPhone', 'iPad'];
    expect(systems.length).toBeGreaterThan(10);
    expect(systems.filter((system) => deviceKindOf({ system }) === 'unknown')).toEqual([]);
  });

  it('is neutral where nobody knows', () => {
    for (const agent of [null, { system: null }, { system: 'constructor' }])
      expect(deviceKindOf(agent)).toBe('unknown');
  });
});

describe('the name of a browser', () => {
  it.each([
    ['Firefox on Linux', 'Firefox', 'Linux'],
    ['Tizen', 'Tizen', 'Tizen'],
    ['Safari', 'Safari', null],
    ['Windows', null, 'Windows'],
    ['A browser', null, null],
  ])('is "%s" by %s and %s', (name, browser, system) => {
    expect(browserName(textsIn('en'), { browser, system })).toBe(name);
  });
});
