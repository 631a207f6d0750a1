import { describe, expect, it } from '@jest/globals';
import { newUserCode, plainUserCode, shownUserCode } from './user-code.js';

describe('codes that people read from a device and type', () => {
  it('are eight consonants, each as likely as another', () => {
    const letters = Array.from({ length: 2500 }, newUserCode).join('');
    expect(letters).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{20000}$/);
    const counts = [...'BCDFGHJKLMNPQRSTVWXZ'].map((letter) => letters.split(letter).length - 1);
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(200); // six standard deviations
  });

  it('differ', () => {
    expect(new Set(Array.from({ length: 1000 }, newUserCode)).size).toBe(1000);
  });

  it('are shown in two groups', () => {
    expect(shownUserCode('WDJBMJHT')).toBe('WDJB-MJHT');
  });

  it.each([
    'WDJB-MJHT',
    'wdjbmjht',
    ' wdjb mjht ',
    'WdJb–mJhT',
    'W D J B M J H T',
    'WDJB-MJHT.',
    '\uff37DJB\uff0dMJHT\u200e',
  ])('are known however they are typed: %j', (typed) => {
    expect(plainUserCode(typed)).toBe('WDJBMJHT');
  });

  it.each(['', 'WDJB-MJH', 'WDJB-MJHTT', 'WDJB-MJHA', 'WDJB-MJH1', '1WDJB-MJHT', 'WDJB-MJHТ' /* Cyrillic */])(
    'none is %j',
    (typed) => {
      expect(plainUserCode(typed)).toBeNull();
    },
  );
});
