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

  it('does it for who asks in the very moment in which it ends', async () => {
    for (let ticks = 0; ticks < 8; ticks++) {
      let [begun, end] = [0, (): void => {}];
      const ask = oneAtATime(async () => {
        if (begun++ === 0) await new Promise<void>((resolve) => (end = resolve));
      });
      const first = ask();
      end();
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      await ask();
      expect([ticks, begun]).toEqual([ticks, 2]);
      await first;
    }
  });

  it('goes on after work that failed', async () => {
    let isBroken = true;
    const ask = oneAtATime(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()));
    await expect(ask()).rejects.toThrow('broken');
    isBroken = false;
    await ask();
  });
});
