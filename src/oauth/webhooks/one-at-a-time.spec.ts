import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { oneAtATime } from './one-at-a-time.js';

describe('oneAtATime', () => {
  it('does work once more for all who asked meanwhile, never twice at the same time', async () => {
    let [begun, atOnce] = [0, 0];
    const ask = oneAtATime(async () => {
      begun++;
      expect(++atOnce).toBe(1);
      await setImmediate();
      atOnce--;
    });
    const first = ask();
    await Promise.all([first, ask(), ask()]);
    expect(begun).toBe(2);
    await ask();
    expect(begun).toBe(3);
  });

  it('goes on after work that failed', async () => {
    let isBroken = true;
    const ask = oneAtATime(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()));
    await expect(ask()).rejects.toThrow('broken');
    isBroken = false;
    await ask();
  });
});
