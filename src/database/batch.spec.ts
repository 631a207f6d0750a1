import { describe, expect, it } from '@jest/globals';
import { Batch } from './batch.js';

/** Statements that end when they are told to. */
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
    const batch = new Batch(statements.run, 2);
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
    const batch = new Batch(statements.run, 2);
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
});
