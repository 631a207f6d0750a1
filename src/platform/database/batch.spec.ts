import { describe, expect, it } from '@jest/globals';
import { Batch } from './batch.js';

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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a batch of statements', () => {
  it('gathers what was asked for in one turn and gives each its own result', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const results = Promise.all([batch.add(1), batch.add(2), batch.add(3)]);
    await turn();
    expect(statements.runs).toEqual([[1, 2, 3]]);
    statements.end(0);
    expect(await results).toEqual(['result 1', 'result 2', 'result 3']);
  });

  it('does not wait for an earlier statement: what comes in the next turn goes in the next one', async () => {
    const statements = new Statements();
    const batch = new Batch(statements.run);
    const first = batch.add(1);
    await turn();
    const later = Promise.all([batch.add(2), batch.add(3)]);
    await turn();
    expect(statements.runs).toEqual([[1], [2, 3]]);
    statements.end(1);
    expect(await later).toEqual(['result 2', 'result 3']);
    statements.end(0);
    expect(await first).toBe('result 1');
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
    await turn();
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
      await turn();
    }
    expect(statements.runs).toEqual([[1], [2], [3]]);
    statements.end(1);
    await results[1];
    await turn();
    expect(statements.runs).toEqual([[1], [2], [3], [4, 5]]);
    for (const index of [3, 0, 2]) statements.end(index);
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5].map((item) => `result ${item}`));
  });

  it('does alone what a statement left unanswered, and only that', async () => {
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

  it('does each alone when their statement failed: only the one at fault fails', async () => {
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
