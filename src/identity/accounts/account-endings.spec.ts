import { describe, expect, it } from '@jest/globals';
import type { Transaction } from '../../platform/database/transaction.js';
import { AccountEndings } from './account-endings.js';

const TX = {} as Transaction;

describe('AccountEndings (D195)', () => {
  it('ends everything in one order, however it was registered', async () => {
    const { endings, ended } = registered([
      'trust',
      'device passwords',
      'grants',
      'administration',
      'sessions',
    ]);
    endings.onApplicationBootstrap();
    await endings.end(TX, '7');
    expect(ended).toEqual([
      'sessions of 7',
      'administration of 7',
      'grants of 7',
      'device passwords of 7',
      'trust of 7',
    ]);
  });

  it('ends only what is asked for', async () => {
    const { endings, ended } = registered([
      'sessions',
      'administration',
      'grants',
      'device passwords',
      'trust',
    ]);
    await endings.end(TX, '7', ['administration']);
    expect(ended).toEqual(['administration of 7']);
  });

  it('keeps a server from starting on which one is missing', () => {
    const { endings } = registered(['sessions', 'grants', 'device passwords', 'trust']);
    expect(() => endings.onApplicationBootstrap()).toThrow('how administration of an account end');
  });
});

function registered(kinds: readonly Parameters<AccountEndings['register']>[0][]) {
  const endings = new AccountEndings();
  const ended: string[] = [];
  for (const kind of kinds)
    endings.register(kind, (_, accountId) => Promise.resolve(ended.push(`${kind} of ${accountId}`)));
  return { endings, ended };
}
