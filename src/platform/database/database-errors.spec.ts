import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Connection } from './connection.js';
import { failureOf, isForeignKeyViolation, isUniqueViolation } from './database-errors.js';

const WRITE = 'INSERT INTO x VALUES (1)';

/** An error as sent by the server; its message may be in any language. */
function said(code: string): Error {
  return Object.assign(new Error('…'), { severity: 'FEHLER', code });
}

function told(cause: Error, text = WRITE, isInTransaction = false): unknown {
  const failure = failureOf(cause, { connection: new Connection(), text, isInTransaction });
  return failure instanceof CallError ? failure.definition : failure;
}

describe('what the failure of a statement means (D11, D166)', () => {
  it('a server that takes no writes any more: its connection is not used again (D227)', () => {
    const connection = new Connection();
    failureOf(said('25006'), { connection, text: WRITE, isInTransaction: true });
    expect(connection.isLost).toBe(true);
  });

  it.each([
    ['08006', Errors.outcomeUnknown],
    ['57P01', Errors.outcomeUnknown], // the server is stopped
    ['25P03', Errors.outcomeUnknown],
    ['40003', Errors.outcomeUnknown], // statement_completion_unknown
    ['40001', Errors.unavailable],
    ['40P01', Errors.unavailable],
    ['53300', Errors.unavailable],
    ['53100', Errors.unavailable], // no room on the disk
    ['58030', Errors.unavailable], // a disk that fails
    ['57014', Errors.unavailable], // the time limit of a statement
    ['25006', Errors.unavailable],
    ['55P03', Errors.unavailable],
    ['26000', Errors.unavailable], // prepared by nobody, or by others: a pooler (D373)
    ['42P05', Errors.unavailable],
  ])('a write that was answered %s', (code, error) => {
    expect(told(said(code))).toBe(error);
    expect(told(new QueryFailedError(WRITE, [], said(code)))).toBe(error);
    expect(told(said(code), WRITE, true)).toBe(Errors.unavailable);
    expect(told(said(code), 'SELECT 1')).toBe(Errors.unavailable);
  });

  it('the log has what the database said, which no caller is told (D433)', () => {
    const cause = Object.assign(said('53100'), { message: 'No space left on device' });
    const failure = failureOf(cause, { connection: new Connection(), text: WRITE, isInTransaction: false });
    expect(failure).toMatchObject({ details: { sqlState: '53100', said: 'No space left on device' } });
    expect((failure as CallError).message).toBe(Errors.unavailable.meaning);
    expect(String(failure)).toBe(`Error: ${Errors.unavailable.meaning} (No space left on device)`);
  });

  it('a row that was deleted meanwhile: nothing was changed, and who asks again hears that it is gone', () => {
    const cause = Object.assign(said('23503'), { constraint: 'a_b_fkey' });
    for (const each of [cause, new QueryFailedError(WRITE, [], cause)]) {
      const failure = failureOf(each, { connection: new Connection(), text: WRITE, isInTransaction: false });
      expect(failure).toMatchObject({ definition: Errors.unavailable, details: { constraint: 'a_b_fkey' } });
      expect(isForeignKeyViolation(failure, 'a_b_fkey')).toBe(true);
      expect(isForeignKeyViolation(failure, 'c_d_fkey')).toBe(false);
      expect(isUniqueViolation(failure)).toBe(false);
    }
  });

  it.each(['23505', '22P02', '42601', '25P02', 'XX000', '0A000'])(
    '%s is no matter of connections',
    (code) => {
      const cause = said(code);
      expect(told(cause)).toBe(cause);
    },
  );

  it.each([
    ['COMMIT', true],
    ['WITH a AS (DELETE FROM b RETURNING 1) SELECT 1 FROM a', true],
    ['UPDATE a SET b = 1', true],
    ["SELECT nextval('a')", true],
    ['SELECT a FROM b FOR UPDATE', false],
    ['SELECT a FROM b FOR NO KEY UPDATE SKIP LOCKED', false],
    ['SELECT updated_at, delete_me FROM b', false],
    ["SELECT pg_notify('a', 'b')", false],
    ['START TRANSACTION', false],
  ])('%s may have changed something: %s', (text, writes) => {
    expect(told(said('57P01'), text)).toBe(writes ? Errors.outcomeUnknown : Errors.unavailable);
  });

  it('no connection at all, for whatever reason: nothing was changed', () => {
    for (const cause of [said('28P01'), new Error('timeout exceeded when trying to connect')]) {
      const failure = failureOf(cause, { connection: null, text: WRITE, isInTransaction: false });
      expect(failure).toMatchObject({ definition: Errors.unavailable, headers: { 'Retry-After': '2' } });
    }
  });

  it('a mistake of ours stays one', () => {
    const cause = new TypeError('Query values must be an array');
    expect(told(cause)).toBe(cause);
  });
});

/** AuthenticationOk and ReadyForQuery, followed by silence. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

describe('what pg makes of a server', () => {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => socket.write(GREETING));
  });
  const connected = async (): Promise<Connection> => {
    const { port } = server.address() as net.AddressInfo;
    const connection = new Connection({ host: '127.0.0.1', port, user: 'x', database: 'x', ssl: false });
    await connection.connect();
    return connection;
  };
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('that never answers: its own time limit is known by its words, and the connection is closed', async () => {
    const connection = await connected();
    expect(connection.isClean).toBe(true);
    const config = { text: WRITE, query_timeout: 20 };
    const cause: unknown = await connection.query(config).catch((each: unknown) => each);
    const sent = { connection, text: WRITE, isInTransaction: false };
    expect(failureOf(cause, sent)).toMatchObject({ definition: Errors.outcomeUnknown });
    expect([connection.isLost, connection.isClean]).toEqual([true, false]);
  });

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'whose socket is gone by %s: lost, and nobody is hurt',
    async (how) => {
      const connection = await connected();
      const asked = connection.query('SELECT 1').catch((each: unknown) => each);
      for (const socket of sockets) socket[how]();
      const cause = await asked;
      expect(connection.isLost).toBe(true);
      const sent = { connection, text: 'SELECT 1', isInTransaction: false };
      expect(failureOf(cause, sent)).toMatchObject({ definition: Errors.unavailable });
      const later: unknown = await connection.query('SELECT 1').catch((each: unknown) => each);
      expect(failureOf(later, sent)).toMatchObject({ definition: Errors.unavailable });
    },
  );

  it('whose socket is gone while nobody asks: the process stays', async () => {
    const connection = await connected();
    const ended = new Promise((resolve) => connection.once('end', resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await ended;
    expect(connection.isClean).toBe(false);
  });
});
