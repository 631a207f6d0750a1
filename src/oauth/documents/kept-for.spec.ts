import { describe, expect, it } from '@jest/globals';
import { DAY, MINUTE, SECOND } from '../../platform/security/clock.js';
import { keptForMs } from './kept-for.js';

const NOW = new Date('2026-01-01T12:00:00Z');
const inSeconds = (headers: Parameters<typeof keptForMs>[0]) => keptForMs(headers, NOW) / SECOND;

describe('how long a document is kept', () => {
  it('follows its headers', () => {
    expect(inSeconds({ 'cache-control': 'public, max-age=3600' })).toBe(3600);
    expect(inSeconds({ 'cache-control': 'max-age=3600, s-maxage=7200' })).toBe(7200);
    expect(inSeconds({ 'cache-control': 'max-age=3600', age: '600' })).toBe(3000);
    expect(
      inSeconds({ expires: 'Thu, 01 Jan 2026 13:00:00 GMT', date: 'Thu, 01 Jan 2026 12:00:00 GMT' }),
    ).toBe(3600);
    expect(inSeconds({ expires: 'Thu, 01 Jan 2026 13:00:00 GMT' })).toBe(3600);
  });

  it.each([
    {},
    { 'cache-control': 'no-store, max-age=3600' },
    { 'cache-control': 'no-cache' },
    { 'cache-control': 'max-age=1' },
    { 'cache-control': 'max-age=3600', age: '99999999' },
    { expires: '0' },
    { 'cache-control': 'max-age=nonsense' },
  ])('is five minutes at least: %j', (headers) => {
    expect(keptForMs(headers, NOW)).toBe(5 * MINUTE);
  });

  it('is a day at most', () => {
    expect(keptForMs({ 'cache-control': 'max-age=99999999999999999999' }, NOW)).toBe(DAY);
    expect(keptForMs({ 'cache-control': 'max-age=3600', age: '-99999999' }, NOW)).toBe(DAY);
  });
});
