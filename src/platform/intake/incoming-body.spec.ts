import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { AppConfig } from '../config/app-config.js';
import { Clock } from '../security/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { BodyMemory } from './body-memory.js';
import { IncomingBody } from './incoming-body.js';

const KIB = 1024;

function opened(bodyMemoryBytes = 1024 * KIB) {
  const memory = new BodyMemory({ bodyMemoryBytes } as AppConfig, new Clock(), new Metrics());
  const stream = new Readable({ read: () => {} });
  const claim = memory.claim('192.0.2.1');
  const body = new IncomingBody(stream as unknown as IncomingMessage, claim);
  const text = (): string => Buffer.concat(body.read).toString();
  return { stream, body, memory, claim, text };
}

const status = (value: number) => ({ definition: { status: value } });

describe('the body of a request', () => {
  it('is whole when it ended within the limit', async () => {
    const { stream, body, memory, text } = opened();
    stream.push('ab');
    stream.push('cd');
    stream.push(null);
    expect(await body.readUpTo(4)).toBe(true);
    expect([text(), memory.numbers.bytes]).toEqual(['abcd', 4]);
    body.release();
    expect([text(), memory.numbers.bytes]).toEqual(['', 0]);
  });

  it('that came with its head is read without a listener or a timer', async () => {
    const { stream, body, memory, text } = opened();
    stream.push('ab');
    stream.push('cd');
    const reading = body.readUpTo(4, 1);
    stream.push(null); // Node parses the rest of what came before anything else runs
    Object.assign(stream, { complete: true });
    expect(await reading).toBe(true);
    expect([text(), memory.numbers.bytes]).toEqual(['abcd', 4]);
    expect(['data', 'end', 'error', 'close'].map((event) => stream.listenerCount(event))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('that came with its head is refused beyond the limit, and where nobody has room for it', async () => {
    const long = opened();
    long.stream.push('abcde');
    Object.assign(long.stream, { complete: true });
    expect(await long.body.readUpTo(4)).toBe(false);
    expect(await long.body.readUpTo(5)).toBe(true);
    expect(long.text()).toBe('abcde');

    const large = opened(16 * KIB);
    large.stream.push(Buffer.alloc(KIB + 1));
    Object.assign(large.stream, { complete: true });
    await expect(large.body.readUpTo(64 * KIB)).rejects.toMatchObject(status(503));
    expect([large.memory.numbers.bytes, large.body.read]).toEqual([0, []]);
  });

  it('that broke off before anybody read it is told so at once', async () => {
    const { stream, body } = opened();
    stream.destroy();
    await new Promise(setImmediate);
    await expect(body.readUpTo(4)).rejects.toMatchObject(status(400));
  });

  it('is read in stages: nothing more of it before it is asked for', async () => {
    const { stream, body, text } = opened();
    stream.push('abc');
    expect(await body.readUpTo(2)).toBe(false);
    stream.push('def');
    await new Promise(setImmediate);
    expect(text()).toBe('abc');
    const rest = body.readUpTo(6);
    stream.push(null);
    expect(await rest).toBe(true);
    expect(text()).toBe('abcdef');
  });

  it('is not whole when it ended beyond the limit', async () => {
    const { stream, body } = opened();
    stream.push('abcde');
    stream.push(null);
    expect(await body.readUpTo(4)).toBe(false);
    expect(await body.readUpTo(5)).toBe(true);
  });

  it.each([
    ['with an error', (stream: Readable) => stream.destroy(new Error('aborted'))],
    ['without a word', (stream: Readable) => stream.destroy()],
  ])('that breaks off %s ends the stage that waits for it, and holds nothing', async (_how, breakOff) => {
    const { stream, body, memory } = opened();
    stream.push('a');
    const reading = body.readUpTo(4);
    await new Promise(setImmediate);
    breakOff(stream);
    await expect(reading).rejects.toMatchObject(status(400));
    expect(memory.numbers.bytes).toBe(0);
  });

  it('that breaks off between two stages ends the next one', async () => {
    const { stream, body, memory } = opened();
    stream.push('abc');
    expect(await body.readUpTo(2)).toBe(false);
    stream.destroy(new Error('aborted'));
    await new Promise(setImmediate);
    expect(memory.numbers.bytes).toBe(0);
    await expect(body.readUpTo(8)).rejects.toMatchObject(status(400));
  });

  it('that does not come in time is refused', async () => {
    const { stream, body, memory } = opened();
    stream.push('abc');
    await expect(body.readUpTo(4, 1)).rejects.toMatchObject(status(400));
    expect(memory.numbers.bytes).toBe(0);
  });

  it('that nobody has room for is refused with 503, and what comes of it later is dropped', async () => {
    const { stream, body, memory } = opened(16 * KIB);
    stream.push(Buffer.alloc(KIB));
    stream.push(Buffer.alloc(1));
    await expect(body.readUpTo(64 * KIB)).rejects.toMatchObject(status(503));
    stream.push(Buffer.alloc(KIB));
    await new Promise(setImmediate);
    expect(memory.numbers.bytes).toBe(0);
    expect(body.read).toEqual([]);
  });

  it('of who was let in may be more than a stranger’s share', async () => {
    const { stream, body, memory } = opened(16 * KIB);
    body.admit();
    stream.push(Buffer.alloc(10 * KIB));
    stream.push(null);
    expect(await body.readUpTo(64 * KIB)).toBe(true);
    expect(memory.numbers.bytes).toBe(10 * KIB);
  });
});
