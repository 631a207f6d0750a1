import { afterEach, describe, expect, it } from '@jest/globals';
import { Errors } from '../errors/catalogue.js';
import { CALLER_MS } from '../waits.js';
import { Standstill } from './standstill.js';

let time = 0;
class Watched extends Standstill {
  protected override now(): number {
    return time;
  }
}

describe('a process that stood still', () => {
  const standstill = new Watched();
  afterEach(() => standstill.onApplicationShutdown());

  it('refuses what came late for five seconds, and nothing before and after', () => {
    const after = (ms: number) => {
      time += ms;
      return () => standstill.requirePresence();
    };
    expect(after(1000)).not.toThrow();
    expect(after(CALLER_MS)).not.toThrow(); // busy, but somebody may still wait
    expect(after(CALLER_MS + 1)).toThrow(expect.objectContaining({ definition: Errors.unavailable }));
    expect(after(4999)).toThrow();
    expect(after(1)).not.toThrow();
  });
});
