import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Repeated } from './repeated.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Repeated', () => {
  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterAll(() => {
    jest.useRealTimers();
  });

  it('does its work every while and when it is asked for, never twice at once, until its end', async () => {
    const ends: (() => void)[] = [];
    const repeated = new Repeated(1000, () => new Promise((resolve) => void ends.push(resolve)));
    jest.advanceTimersByTime(999);
    expect(ends).toHaveLength(0);
    jest.advanceTimersByTime(1);
    expect(ends).toHaveLength(1);

    let isDone = false;
    const asked = repeated.run().then(() => (isDone = true));
    jest.advanceTimersByTime(5000);
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]();
    await turn();
    expect([ends.length, isDone]).toEqual([2, false]); // what began before it was asked for may lack something

    let isOver = false;
    const stopped = repeated.stop().then(() => (isOver = true));
    await turn();
    expect(isOver).toBe(false);
    ends[1]();
    await Promise.all([asked, stopped]);
    jest.advanceTimersByTime(5000);
    await turn();
    expect(ends).toHaveLength(2);

    const finished = repeated.finish();
    await turn();
    ends[2]();
    await finished;
  });

  it.each([
    ['was done', 5000, true, 2],
    ['failed soon', 1000, false, 2],
    ['waited in vain', 1001, false, 1],
  ])('is done once more at its end where what is under way %s', async (_, tookMs, isDone, times) => {
    const ends: ((isDone: boolean) => void)[] = [];
    const work = () =>
      new Promise<void>((resolve, reject) => {
        ends.push((isDone) => (isDone ? resolve() : reject(new Error('away'))));
      });
    const repeated = new Repeated(60_000, work);
    void repeated.run();
    const finished = repeated.finish();
    jest.advanceTimersByTime(tookMs);
    ends[0](isDone);
    await turn();
    expect(ends).toHaveLength(times);
    ends.at(-1)?.(true);
    await finished;
  });
});
