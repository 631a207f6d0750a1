import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CallerConnection } from './caller-connection.js';

const LINGER_MS = 5000;

/** A request that was answered before its body was read. */
function refuse(connection: CallerConnection, socket: Socket): IncomingMessage {
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  connection.begin(request, response, 0);
  connection.end(request, response);
  return request;
}

describe('a connection whose requests are answered before their bodies are read', () => {
  let socket: Socket;
  let connection: CallerConnection;
  beforeEach(() => {
    jest.useFakeTimers();
    socket = new Socket();
    connection = new CallerConnection(socket, 'peer', null);
  });
  afterEach(() => {
    socket.destroy();
    jest.useRealTimers();
  });

  it('gathers no listeners and no timers, however many there are', () => {
    const before = socket.listenerCount('close');
    for (let i = 0; i < 50; i++) refuse(connection, socket).complete = true;
    expect([socket.listenerCount('close') - before, jest.getTimerCount()]).toEqual([0, 1]);
  });

  it('is closed when a body does not come to its end', () => {
    refuse(connection, socket);
    jest.advanceTimersByTime(LINGER_MS);
    expect(socket.destroyed).toBe(true);
  });

  it('stays when it does, and when the next request has come', () => {
    refuse(connection, socket).complete = true;
    jest.advanceTimersByTime(LINGER_MS);
    refuse(connection, socket);
    const next = new IncomingMessage(socket);
    connection.begin(next, new ServerResponse(next), 0);
    jest.advanceTimersByTime(LINGER_MS);
    expect(socket.destroyed).toBe(false);
  });
});
