import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { Workplace } from '../support/server-process.js';

/** The test has no terminal. */
const AS_ON_A_TERMINAL = { NODE_OPTIONS: '--import data:text/javascript,process.stdout.isTTY=true' };

describe('the built server on a terminal', () => {
  const place = new Workplace();
  afterAll(() => place.close());

  it('starts with a readable log', async () => {
    const server = await place.start({ ...AS_ON_A_TERMINAL, LOG_LEVEL: 'info' });
    await eventually(() => Promise.resolve(server.output.includes('listening') ? true : null));
    expect(server.output).toMatch(/INFO.*: .*listening/);
    expect(server.output).not.toContain('{"level"');
    expect(await server.stop()).toBe(0);
  });
});
