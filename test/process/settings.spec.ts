import { createServer, type AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Workplace } from '../support/server-process.js';

describe('malformed setting ends the process with code 1 and one readable message that names it', () => {
  const place = new Workplace();
  afterAll(() => place.close());

  async function expectRefused(env: Record<string, string>, ...named: string[]): Promise<void> {
    const { code, message } = await place.failure(env);
    for (const name of named) expect(message).toContain(name);
    expect(message).toMatch(/^Hearth cannot start\. /);
    expect(message).not.toMatch(/\n\s+at |node_modules|Error:/); // no stack
    expect(code).toBe(1);
  }

  const MALFORMED = {
    NODE_ENV: 'prod',
    PORT: 'eighty',
    PUBLIC_URL: 'hearth.example',
    DATABASE_URL: 'mysql://localhost/hearth',
    ALLOW_INSECURE_HTTP: 'maybe',
    BCRYPT_COST: '3',
    ACCESS_TOKEN_TTL_BEARER: '0',
    ACCESS_TOKEN_TTL_MAC: '1h',
    REFRESH_TOKEN_TTL: '-1',
    SESSION_IDLE_TTL: '30m',
    SMTP_URL: 'mail.example',
    SMS_GATEWAY_URL: 'gateway',
    LOG_LEVEL: 'loud',
    METRICS_TOKEN: 'short',
  };

  it('one malformed setting: a message of one line', async () => {
    const { code, message } = await place.failure({ PORT: 'eighty' });
    expect(message.trimEnd().split('\n')).toHaveLength(1);
    expect(message).toMatch(/^Hearth cannot start\. .*PORT/);
    expect(code).toBe(1);
  });

  it('many malformed settings: all are named at once', () =>
    expectRefused(MALFORMED, ...Object.keys(MALFORMED)));

  // Each value that a setting refuses is in src/platform/config/load-config.spec.ts; here are the errors that only
  // a start finds.
  it.each([
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/nothing'],
    ['BOOTSTRAP_FILE', '/no/such/bootstrap.json'],
  ])('%s=%s', (name, value) => expectRefused({ [name]: value }, name));

  it('PORT is used by another process', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      await expectRefused({ PORT: String(port) }, 'PORT', String(port));
    } finally {
      taken.close();
    }
  });

  it('DATA_DIR is no folder', async () => {
    writeFileSync(place.path('a-file'), 'this is no folder');
    await expectRefused({ DATA_DIR: place.path('a-file') }, 'DATA_DIR');
  });

  it('production without its required settings names all of them', () =>
    expectRefused(
      { NODE_ENV: 'production' },
      'PUBLIC_URL must be set in production',
      'https://accounts.example',
      'MASTER_KEY',
      'SESSION_SECRET',
    ));
});
