import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Errors } from '../errors/catalogue.js';
import { Batch } from './batch.js';
import { Connection } from './connection.js';
import { failureOf } from './database-errors.js';

/** Statements that end on demand. */
class Statements {
  readonly runs: number[][] = [];
  private readonly ends: { resolve: (results: string[]) => void; reject: (cause: Error) => void }[] = [];

  readonly run = (items: number[]): Promise<string[]> => {
    this.runs.push(items);
    return new Promise((resolve, reject) => this.ends.push({ resolve, reject }));
  };

  end(index: number): void {
    this.ends[index].resolve(this.runs[index].map((item) => `result ${item}`));
  }

  fail(index: number): void {
    this.ends[index].reject(new Error(`statement ${index} failed`));
  }
}

/** What a statement that the database refused with the SQLSTATE fails with. */
function failed(code: string): Error {
  const connection = new Connection();
  const cause = Object.assign(new Error('refused'), { severity: 'ERROR', code });
  return failureOf(cause, { connection, text: 'SELECT', isInTransaction: false }) as Error;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** As long as a statement is waited for. */
const patience = async (): Promise<void> => {
  await turn();
  jest.advanceTimersByTime(2);
  await turn();
};

describe('a batch of statements', () => {
  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  });
  afterAll(() => {
    jest.useRealTimers();
  });

  it('gathers what was asked for in one turn and gives each its own result', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const results = Promise.all([batch.add(1), batch.add(2), batch.add(3)]);
    await turn();
    expect(statements.runs).toEqual([[1, 2, 3]]);
    statements.end(0);
    expect(await results).toEqual(['result 1', 'result 2', 'result 3']);
  });

  it('waits for the statement before: what comes meanwhile goes together when that has ended', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const first = batch.add(1);
    await turn();
    const later: Promise<string>[] = [];
    for (const item of [2, 3]) {
      later.push(batch.add(item));
      await turn();
    }
    expect(statements.runs).toEqual([[1]]);
    statements.end(0);
    expect(await first).toBe('result 1');
    await turn();
    expect(statements.runs).toEqual([[1], [2, 3]]);
    statements.end(1);
    expect(await Promise.all(later)).toEqual(['result 2', 'result 3']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits a few milliseconds for one that takes its time, and then goes beside it', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const first = batch.add(1);
    await turn();
    const later = [batch.add(2), batch.add(3)];
    jest.advanceTimersByTime(1);
    await turn();
    expect(statements.runs).toEqual([[1]]);
    jest.advanceTimersByTime(1);
    await turn();
    expect(statements.runs).toEqual([[1], [2, 3]]);
    statements.end(1);
    expect(await Promise.all(later)).toEqual(['result 2', 'result 3']);
    statements.end(0);
    expect(await first).toBe('result 1');
  });

  it('does not wait with many', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const results = [batch.add(0)];
    await turn();
    for (const item of [1, 2, 3, 4, 5, 6, 7, 8, 9]) results.push(batch.add(item));
    expect(statements.runs).toEqual([[0], [1, 2, 3, 4, 5, 6, 7, 8]]);
    statements.end(1);
    statements.end(0);
    await results[0];
    await turn();
    statements.end(2);
    expect(await Promise.all(results)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((item) => `result ${item}`),
    );
  });

  it('puts no more into one statement than it may hold', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run, { maxItems: 2 });
    const results = Promise.all([1, 2, 3, 4, 5].map((item) => batch.add(item)));
    for (const index of [0, 1, 2]) {
      await turn();
      statements.end(index);
      await turn();
    }
    expect(statements.runs).toEqual([[1, 2], [3, 4], [5]]);
    expect(await results).toEqual(['result 1', 'result 2', 'result 3', 'result 4', 'result 5']);
  });

  it('fails for all of a statement, and for no other', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run, { maxItems: 2 });
    const results = Promise.allSettled([1, 2, 3].map((item) => batch.add(item)));
    await turn();
    statements.fail(0);
    await patience();
    statements.end(1);
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('goes on after a failure', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const lost = batch.add(1);
    await turn();
    statements.fail(0);
    await expect(lost).rejects.toThrow('statement 0 failed');
    const next = batch.add(2);
    await turn();
    statements.end(1);
    expect(await next).toBe('result 2');
  });

  it('fails instead of hanging when the statement throws before it is under way', async () => {
    const batch = new Batch<number, string>(() => {
      throw new Error('no connection');
    });
    await expect(batch.add(1)).rejects.toThrow('no connection');
  });

  it('has three statements under way at most: what comes meanwhile goes with the next', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const results: Promise<string>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      results.push(batch.add(item));
      await patience();
    }
    expect(statements.runs).toEqual([[1], [2], [3]]);
    statements.end(1);
    await results[1];
    await patience();
    expect(statements.runs).toEqual([[1], [2], [3], [4, 5]]);
    for (const index of [3, 0, 2]) statements.end(index);
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5].map((item) => `result ${item}`));
  });

  it('retries individually only the items that a statement left unanswered', async () => {
    const alone = (item: number) => Promise.resolve(`alone ${item}`);
    const some = (items: number[]) =>
      Promise.resolve(items.map((item) => (item === 2 ? undefined : `together ${item}`)));
    const batch = new Batch<number, string>(some, { alone });
    expect(await Promise.all([1, 2, 3].map((item) => batch.add(item)))).toEqual([
      'together 1',
      'alone 2',
      'together 3',
    ]);
  });

  it.each([
    ['too slow', '57014'],
    ['shutting down', '57P01'],
    ['full', '53100'],
    ['waiting for a lock', '55P03'],
    ['on a disk that fails', '58030'],
  ])('asks nothing again of a database that is %s', async (_what, code) => {
    const alone = jest.fn(() => Promise.resolve('alone'));
    const cause = failed(code);
    const batch = new Batch<number, string>(() => Promise.reject(cause), { alone });
    await expect(Promise.allSettled([batch.add(1), batch.add(2)])).resolves.toEqual(
      [1, 2].map(() => ({ status: 'rejected', reason: cause })),
    );
    expect(alone).not.toHaveBeenCalled();
  });

  it.each(['22003', '23505', '23503', '40P01'])('asks for each item individually after %s', async (code) => {
    const cause = failed(code);
    const batch = new Batch<number, string>(() => Promise.reject(cause), {
      alone: (item) => Promise.resolve(`alone ${item}`),
    });
    expect(await Promise.all([batch.add(1), batch.add(2)])).toEqual(['alone 1', 'alone 2']);
  });

  it('refuses who waited too long for a place, and sends the others', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const statements = new Statements();
    const batch = new Batch(statements.run);
    for (const item of [1, 2, 3]) {
      void batch.add(item);
      await patience();
    }
    const refused = expect(batch.add(4)).rejects.toMatchObject({ definition: Errors.unavailable });
    clock.mockReturnValue(3900);
    const inTime = batch.add(5);
    clock.mockReturnValue(4100);
    statements.end(0);
    await patience();
    await refused;
    expect(statements.runs).toEqual([[1], [2], [3], [5]]);
    statements.end(3);
    expect(await inTime).toBe('result 5');
    clock.mockRestore();
  });

  it('does not retry an item individually after a long wait for the batch: nobody waits twice', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const alone = jest.fn((item: number) => Promise.resolve(`alone ${item}`));
    let end = (_results: undefined[]): void => undefined;
    const batch = new Batch<number, string>(() => new Promise((resolve) => (end = resolve)), { alone });
    const inTime = batch.add(1);
    await turn();
    clock.mockReturnValue(3900);
    end([undefined]);
    expect(await inTime).toBe('alone 1');

    const late = expect(batch.add(2)).rejects.toMatchObject({ definition: Errors.unavailable });
    await turn();
    clock.mockReturnValue(3900 + 4100);
    end([undefined]);
    await late;
    expect(alone).toHaveBeenCalledTimes(1);
    clock.mockRestore();
  });

  it('retries each item individually when their statement failed: only the faulty one fails', async () => {
    const alone = (item: number) =>
      item === 2 ? Promise.reject(new Error('at fault')) : Promise.resolve(`alone ${item}`);
    const batch = new Batch<number, string>(() => Promise.reject(new Error('one was at fault')), { alone });
    const results = await Promise.allSettled([1, 2, 3].map((item) => batch.add(item)));
    expect(results).toEqual([
      { status: 'fulfilled', value: 'alone 1' },
      { status: 'rejected', reason: new Error('at fault') },
      { status: 'fulfilled', value: 'alone 3' },
    ]);
  });
});
