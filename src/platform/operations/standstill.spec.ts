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
  const later = (ms: number): void => {
    time += ms;
    standstill.requirePresence();
  };

  it('was busy with its start, before it could be sent anything: nothing is refused', () => {
    expect(() => later(10 * CALLER_MS)).not.toThrow();
    time += 10 * CALLER_MS;
    standstill.watch();
    expect(() => later(1)).not.toThrow();
  });

  it('refuses what came late for five seconds, and nothing before and after', () => {
    const after = (ms: number) => () => later(ms);
    standstill.watch();
    expect(after(1000)).not.toThrow();
    expect(after(CALLER_MS)).not.toThrow(); // busy, but a caller may still wait
    expect(after(CALLER_MS + 1)).toThrow(expect.objectContaining({ definition: Errors.unavailable }));
    expect(after(4999)).toThrow();
    expect(after(1)).not.toThrow();
  });
});
