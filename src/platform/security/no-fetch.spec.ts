import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const REFUSED = 'fetch is switched off in the server: use fetchOutside, or postConfigured';

/** Tells what comes of a fetch after the module was imported. */
const FETCHING = `
  const { parentPort, workerData: { module, url } } = require('node:worker_threads');
  import(module)
    .then(() => fetch(url))
    .then(() => 'fetched', ({ message }) => message)
    .then((outcome) => parentPort.postMessage(outcome));
`;

describe('a thread of the server', () => {
  let requests = 0;
  const listener = createServer((_request, response) => {
    requests++;
    response.setHeader('Connection', 'close').end();
  });
  beforeAll(() => new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => listener.close(() => resolve())));

  const outcomeIn = (path: string): Promise<unknown> => {
    const { port } = listener.address() as AddressInfo;
    const module = path.startsWith('.') ? new URL(path, import.meta.url).href : path;
    const workerData = { module, url: `http://127.0.0.1:${port}/` };
    const worker = new Worker(FETCHING, { eval: true, workerData });
    return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  };

  it.each(['./no-fetch.js', './password.worker.js'])('that has imported %s fetches nothing', async (path) => {
    expect(await outcomeIn(path)).toBe(REFUSED);
    expect(requests).toBe(0);
  });

  it('fetches as long as it has not', async () => {
    expect(await outcomeIn('node:os')).toBe('fetched');
    expect(requests).toBe(1);
  });
});
