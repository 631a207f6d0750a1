import { describe, expect, it } from '@jest/globals';
import { readDatabaseUrl } from './database-url.js';
import { problemIn } from './setting.js';

const READ_WRITE = 'target_session_attrs=read-write';

function hosts(url: string): string[] {
  return readDatabaseUrl(url).hosts.map(({ host, port }) => `${host} ${port}`);
}

describe('DATABASE_URL (D227)', () => {
  it('has user, password and database, with what is escaped in them', () => {
    expect(readDatabaseUrl('postgresql://h%40x:p%2F%25@db:5433/he%20arth')).toMatchObject({
      user: 'h@x',
      password: 'p/%',
      database: 'he arth',
      isWritable: false,
      ssl: undefined,
    });
  });

  it('leaves out what PostgreSQL has defaults for', () => {
    const { user, password, database } = readDatabaseUrl('postgres:///');
    expect([user, password, database]).toEqual([undefined, undefined, undefined]);
    expect(hosts('postgres:///hearth')).toEqual([]);
  });

  it.each([
    ['postgres://u:p@db/hearth', ['db 5432']],
    ['postgres://u@[::1]:5433/hearth', ['::1 5433']],
    ['postgres://%2Frun%2Fpostgresql/hearth', ['/run/postgresql 5432']],
    ['postgres:///hearth?host=/run/postgresql&port=5433', ['/run/postgresql 5433']],
    [`postgres://u:p@a:1,b,[::1]:3/hearth?${READ_WRITE}`, ['a 1', 'b 5432', '::1 3']],
    [`postgres:///hearth?host=a,b&port=5,6&${READ_WRITE}`, ['a 5', 'b 6']],
    [`postgres:///hearth?host=a,b&port=5&${READ_WRITE}`, ['a 5', 'b 5']],
  ])('%s has the hosts %j', (url, expected) => {
    expect(hosts(url)).toEqual(expected);
  });

  it.each([
    ['', undefined],
    ['?sslmode=disable', false],
    ['?sslmode=no-verify', { rejectUnauthorized: false }],
    ['?sslmode=require', { rejectUnauthorized: true }],
    ['?sslmode=verify-full', { rejectUnauthorized: true }],
  ])('%s has the TLS %j', (query, ssl) => {
    expect(readDatabaseUrl(`postgres://db/hearth${query}`).ssl).toEqual(ssl);
  });

  it.each([
    ['postgres://a/h?statement_timeout=0', 'not understood: statement_timeout'],
    ['postgres://a/h?options=-c%20jit=on', 'not understood: options'],
    ['postgres://a/h?SSLMODE=require', 'not understood: SSLMODE'],
    ['postgres://a/h?sslmode=prefer', 'sslmode'],
    ['postgres://a/h?sslmode=', 'sslmode'],
    ['postgres://a/h?sslmode=require&sslmode=disable', 'sslmode twice'],
    ['postgres://a/h?sslmode=require&sslrootcert=/nowhere.pem', 'sslrootcert'],
    ['postgres://a/h?sslkey=package.json', 'sslmode=verify-full'],
    ['postgres://a/h?target_session_attrs=standby', 'read-write'],
    ['postgres://a/h?target_session_attrs=prefer-standby', 'read-write'],
    ['postgres://a,b/h', READ_WRITE],
    [`postgres://a,/h?${READ_WRITE}`, 'name a host'],
    ['postgres://a:b/h', 'ports'],
    ['postgres://a:0/h', 'ports'],
    ['postgres://a:65536/h', 'ports'],
    ['postgres://a/h?host=b', 'two places'],
    [`postgres:///h?host=a,b,c&port=1,2&${READ_WRITE}`, 'one port'],
    ['postgres://::1/h', 'name a host'],
    ['postgres://a/h#x', 'postgres://'],
    ['postgres://u:pa/ss@a/h', '%2F'],
    ['postgres://u:p%zz@a/h', '%25'],
    ['mysql://a/h', 'postgres://'],
  ])('%s is refused', (url, problem) => {
    expect(problemIn(() => readDatabaseUrl(url))).toContain(problem);
  });

  it('is never repeated in what is said about it', () => {
    for (const url of [
      'postgres://u:topsecret@a:b/h',
      'postgres://u:top/secret@a/h',
      'postgres://u:topsecret%@a',
    ])
      expect(problemIn(() => readDatabaseUrl(url))).not.toContain('secret');
  });
});
