import { describe, expect, it } from '@jest/globals';
import { batchStatement } from './batch-statement.js';

const DIGESTS = [Buffer.from('first'), Buffer.from('second')] as const;

const USE = batchStatement<{ digest: Buffer; found: string }>()({
  name: 'use',
  columns: { owner_id: 'bigint', digest: 'bytea', at: 'timestamptz' },
  key: 'digest',
  text: ({ asked, all }) => `SELECT * FROM ${asked('t')} WHERE t.owner_id = ANY(${all.owner_id})`,
});

describe('a statement for many at once', () => {
  it('has a parameter for each column, in their order', () => {
    expect(USE.text).toBe(
      'SELECT * FROM (SELECT owner_id, digest, to_timestamp(at / 1000) FROM unnest($1::bigint[], $2::bytea[], $3::float8[]) ' +
        'AS sent (owner_id, digest, at)) AS t (owner_id, digest, at) WHERE t.owner_id = ANY($1)',
    );
  });

  it('asks for its items without a detour where none has a time', () => {
    const columns = { id: 'bigint', name: 'text' } as const;
    const find = batchStatement()({ name: 'find', columns, text: ({ asked }) => asked('t') });
    expect(find.text).toBe('unnest($1::bigint[], $2::text[]) AS t (id, name)');
  });

  it('is sent the values by column, in whatever order a row has them', () => {
    const at = new Date(12);
    const rows = [
      { at, digest: DIGESTS[0], owner_id: '1' },
      { owner_id: null, digest: DIGESTS[1], at: null },
    ];
    expect(USE.valuesOf(rows)).toEqual([['1', null], DIGESTS, [12, null]]);
  });

  it('gives each row what was found under its key, whatever the order, and undefined where nothing was', () => {
    const rows = [...DIGESTS, Buffer.from('third')].map((digest) => ({ owner_id: '1', digest, at: null }));
    const found = [
      { digest: Buffer.from('third'), found: 'c' },
      { digest: Buffer.from('first'), found: 'a' },
    ];
    expect(USE.match(rows, found).map((each) => each?.found)).toEqual(['a', undefined, 'c']);
  });

  it('gives of two rows with one key the first what was found', () => {
    const rows = [1, 2].map(() => ({ owner_id: '1', digest: DIGESTS[0], at: null }));
    const [first, second] = USE.match(rows, [{ digest: DIGESTS[0], found: 'a' }]);
    expect([first?.found, second]).toEqual(['a', undefined]);
  });

  it('says so where an answer is to be told apart that has no key', () => {
    const write = batchStatement<{ id: string }>()({
      name: 'write',
      columns: { id: 'bigint' },
      text: () => 'SELECT',
    });
    expect(() => write.match([{ id: '1' }], [])).toThrow('write has no key');
  });
});
