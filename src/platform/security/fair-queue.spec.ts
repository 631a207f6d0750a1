import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CallError } from '../errors/call-error.js';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import { FairQueue, type Asker } from './fair-queue.js';

const stranger = (party: string, subject?: string): Asker => ({ party, isKnown: false, subject });
const known = (party: string): Asker => ({ party, isKnown: true });

/** Work that runs until it is ended; records whose turn it is. */
class Works {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly queue: FairQueue) {}

  ask(name: string, asker: Asker): Promise<void> {
    const work = (): Promise<void> => {
      this.begun.push(name);
      return new Promise((resolve) => this.ends.set(name, resolve));
    };
    return this.queue.turn(asker, work).catch((cause: unknown) => {
      expect(cause).toBeInstanceOf(CallError);
      const { definition, headers } = cause as CallError;
      expect(definition).toMatchObject({ name: 'FizApiUnavailableException', status: 503 });
      expect(headers['Retry-After']).toMatch(/^[1-9]\d*$/);
      this.refused.push(name);
    });
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await settled();
  }

  /** Ends one turn after the other until nobody is waiting. @returns the order */
  async runAll(): Promise<string[]> {
    for (let i = 0; i < this.begun.length; i++) await this.end(this.begun[i]);
    return this.begun;
  }
}

/** Waits until all consequences of a settled promise have happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

describe('the queue for hashing (D70, D163)', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const queueOf = (limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) => {
    const clock = new FixedClock();
    const queue = new FairQueue({ turns: 1, turnsOfOne: 5, waiting: 1000, ...limits }, clock);
    const pass = (seconds: number): Promise<void> => {
      clock.advance({ seconds });
      jest.advanceTimersByTime(100);
      return settled();
    };
    return { queue, works: new Works(queue), pass };
  };

  it('has each network take its turn, however many of it wait, and each in its order', async () => {
    const { works } = queueOf();
    for (let i = 1; i <= 4; i++) void works.ask(`flood ${i}`, stranger('a'));
    void works.ask('b 1', stranger('b'));
    void works.ask('c 1', stranger('c'));
    void works.ask('b 2', stranger('b'));
    expect(await works.runAll()).toEqual(['flood 1', 'flood 2', 'b 1', 'c 1', 'flood 3', 'b 2', 'flood 4']);
  });

  it('has a network that comes back stand behind those that wait', async () => {
    const { works } = queueOf();
    for (const network of ['a', 'b', 'c']) void works.ask(`${network} 1`, stranger(network));
    await works.end('a 1');
    void works.ask('a 2', stranger('a'));
    expect(await works.runAll()).toEqual(['a 1', 'b 1', 'c 1', 'a 2']);
  });

  it('has those who are known go first, network by network, whenever they come', async () => {
    const { works } = queueOf();
    for (let i = 1; i <= 60; i++) void works.ask(`stranger ${i}`, stranger(`network ${i}`));
    void works.ask('anna', known('home'));
    void works.ask('anna again', known('home'));
    void works.ask('ben', known('office'));
    await works.runAll();
    expect(works.begun.slice(0, 5)).toEqual(['stranger 1', 'anna', 'ben', 'anna again', 'stranger 2']);
  });

  it('gives one of four turns to a stranger all the same', async () => {
    const { works } = queueOf();
    void works.ask('first', known('x'));
    for (let i = 1; i <= 7; i++) void works.ask(`known ${i}`, known(`home ${i}`));
    for (let i = 1; i <= 2; i++) void works.ask(`stranger ${i}`, stranger('hotel'));
    await works.runAll();
    expect(works.begun.map((name) => name.split(' ')[0])).toEqual([
      ...['first', 'known', 'known', 'known', 'stranger', 'known', 'known', 'known', 'stranger', 'known'],
    ]);
  });

  it('gives as many turns at once as it may', async () => {
    const { works } = queueOf({ turns: 3 });
    for (let i = 1; i <= 5; i++) void works.ask(`${i}`, stranger(`network ${i}`));
    expect(works.begun).toEqual(['1', '2', '3']);
    await works.end('2');
    expect(works.begun).toEqual(['1', '2', '3', '4']);
  });

  it('has few of one subject at once: others go past them', async () => {
    const { works } = queueOf({ turns: 4, turnsOfOne: 2 });
    for (let i = 1; i <= 4; i++) void works.ask(`guess ${i}`, stranger('a', 'anna from a'));
    void works.ask('ben', stranger('a', 'ben from a'));
    expect(works.begun).toEqual(['guess 1', 'guess 2', 'ben']);
    await works.end('ben');
    expect(works.begun).toHaveLength(3);
    await works.end('guess 2');
    expect(works.begun).toEqual(['guess 1', 'guess 2', 'ben', 'guess 3']);
  });

  it('tells work whether it had to wait', async () => {
    const { queue } = queueOf();
    const told = [1, 2].map(() => queue.turn(stranger('a'), (hasWaited) => Promise.resolve(hasWaited)));
    expect(await Promise.all(told)).toEqual([false, true]);
  });

  it('goes on when work fails', async () => {
    const { queue, works } = queueOf();
    const failing = queue.turn(stranger('a'), () => Promise.reject(new Error('lost')));
    void works.ask('next', stranger('a'));
    await expect(failing).rejects.toThrow('lost');
    await settled();
    expect(works.begun).toEqual(['next']);
  });

  it('answers 503 to who waited for four seconds, and whose turn it is then goes on', async () => {
    const { queue, works, pass } = queueOf();
    void works.ask('slow', stranger('a'));
    void works.ask('early', stranger('b'));
    await pass(3);
    void works.ask('late', known('c'));
    await pass(0.999);
    expect(works.refused).toEqual([]);
    await pass(0.001);
    expect(works.refused).toEqual(['early']);
    expect(queue.waiting).toBe(1);
    await works.end('slow');
    expect(works.begun).toEqual(['slow', 'late']);
    await pass(10); // a turn may last
    await works.end('late');
    expect(works.refused).toEqual(['early']);
    expect(jest.getTimerCount()).toBe(0);
    void works.ask('next', stranger('d'));
    void works.ask('waits', stranger('d'));
    await pass(4);
    expect(works.refused).toEqual(['early', 'waits']);
  });

  it('when it is full the network that waits most gives up its newest place, at once', async () => {
    const { queue, works } = queueOf({ waiting: 4 });
    void works.ask('first', stranger('a'));
    for (let i = 1; i <= 4; i++) void works.ask(`flood ${i}`, stranger('a'));
    void works.ask('flood 5', stranger('a'));
    await settled();
    expect(works.refused).toEqual(['flood 5']);
    void works.ask('b', stranger('b'));
    void works.ask('anna', known('home'));
    await settled();
    expect(works.refused).toEqual(['flood 5', 'flood 4', 'flood 3']);
    expect(queue.waiting).toBe(4);
    expect(await works.runAll()).toEqual(['first', 'anna', 'flood 1', 'b', 'flood 2']);
  });

  it('when it is full of networks with one each, who is known takes the place of the newest stranger', async () => {
    const { works } = queueOf({ waiting: 3 });
    void works.ask('first', stranger('a'));
    for (const network of ['b', 'c', 'd', 'e']) void works.ask(network, stranger(network));
    await settled();
    expect(works.refused).toEqual(['e']);
    void works.ask('anna', known('home'));
    await settled();
    expect(works.refused).toEqual(['e', 'd']);
    expect(await works.runAll()).toEqual(['first', 'anna', 'b', 'c']);
  });
});
