import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { Transaction } from './transaction.js';

/** A transaction without statements, and the list of the work that ran after its commit. */
function begun(): { tx: Transaction; done: string[] } {
  const done: string[] = [];
  const tx = new Transaction({} as DataSource);
  tx.afterCommit(() => done.push('send'));
  tx.afterCommit(() => Promise.resolve(done.push('forget')), { evenIfUnknown: true });
  return { tx, done };
}

describe('what follows a commit', () => {
  it.each([
    ['committed', ['send', 'forget']],
    ['unknown', ['forget']],
    ['rolledBack', []],
  ] as const)('where it is %s: %j', async (outcome, expected) => {
    const { tx, done } = begun();
    expect(done).toEqual([]);
    await tx.follow(outcome);
    expect(done).toEqual(expected);
  });

  it('is waited for', async () => {
    const { tx, done } = begun();
    tx.afterCommit(async () => {
      await new Promise(setImmediate);
      done.push('slow');
    });
    await tx.follow('committed');
    expect(done).toContain('slow');
  });

  it('happens once, however often the same is asked for', async () => {
    const { tx, done } = begun();
    const wake = (): number => done.push('wake');
    tx.afterCommit(wake);
    tx.afterCommit(wake);
    await tx.follow('committed');
    expect(done.filter((each) => each === 'wake')).toHaveLength(1);
  });

  it.each(['committed', 'unknown', 'rolledBack'] as const)('is refused once it is %s', async (outcome) => {
    const { tx } = begun();
    await tx.follow(outcome);
    expect(() => tx.afterCommit(() => undefined)).toThrow('the transaction is over');
  });
});
