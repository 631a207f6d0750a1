import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { Workplace } from '../support/server-process.js';

/**
 * Runs in the server's process beside it, as any package does: it fetches when the signal comes, and reports the
 * result.
 */
const fetching = (url: string): string =>
  `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    fetch('${url}').then(() => console.log('fetched'), ({ message }) => console.log('refused: ' + message));
  });
`)}`;

describe('server process, from its bundle, on the embedded database (D308)', () => {
  const place = new Workplace();
  let requests = 0;
  const listener = createServer((_request, response) => {
    requests++;
    response.setHeader('Connection', 'close').end();
  });
  beforeAll(() => new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    await place.close();
    await new Promise((resolve) => listener.close(resolve));
  });

  it('starts without fetch, and nothing in it can fetch', async () => {
    const { port } = listener.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const server = await place.start({ NODE_OPTIONS: `--import=${fetching(url)}` });
    server.kill('SIGUSR2');
    const said = await eventually(() =>
      Promise.resolve(/^(fetched|refused: .*)$/m.exec(server.output)?.[0] ?? null),
    );
    expect([said, requests]).toEqual([
      expect.stringMatching('refused: fetch is switched off in the server'),
      0,
    ]);
    expect(await server.stop()).toBe(0);
  });
});
