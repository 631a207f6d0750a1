import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { sharedLookup, type LookUp } from './outside-fetch.js';

const FOUND: LookupAddress[] = [{ address: '93.184.216.34', family: 4 }];

describe('sharedLookup', () => {
  const asked: { name: string; answer: (found: LookupAddress[] | Error) => void }[] = [];
  const lookUp = sharedLookup((name, _options, done) => {
    asked.push({ name, answer: (found) => (found instanceof Error ? done(found, []) : done(null, found)) });
  });
  const find = (name: string, options: Parameters<LookUp>[1] = { all: true }) =>
    new Promise<LookupAddress[]>((resolve, reject) =>
      lookUp(name, options, (failure, found) => (failure ? reject(failure) : resolve(found))),
    );

  it('asks once for all who ask for a name at the same time, and again afterwards', async () => {
    const all = [find('slow.example'), find('slow.example'), find('other.example')];
    expect(asked.map(({ name }) => name)).toEqual(['slow.example', 'other.example']);
    for (const { answer } of asked.splice(0)) answer(FOUND);
    expect(await Promise.all(all)).toEqual([FOUND, FOUND, FOUND]);
    const later = find('slow.example');
    asked.splice(0)[0].answer(FOUND);
    expect(await later).toEqual(FOUND);
  });

  it('tells all of a failure, and keeps other questions about the name apart', async () => {
    const all = [find('gone.example'), find('gone.example'), find('gone.example', { all: true, family: 6 })];
    expect(asked).toHaveLength(2);
    const told = Promise.allSettled(all);
    for (const { answer } of asked.splice(0)) answer(new Error('ENOTFOUND'));
    expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
