import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

describe('npm run tour', () => {
  const place = new Workplace();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await place.start();
    await server.announced();
  });
  afterAll(() => place.close());

  function tour(url: string): Promise<{ code: number; output: string }> {
    const args = ['--import', '@swc-node/register/esm-register', 'scripts/tour.ts', '--url', url];
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: place.path('data') };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: PROJECT, env }, (error, stdout, stderr) => {
        resolve({ code: error ? 1 : 0, output: stdout + stderr });
      });
    });
  }

  it('walks through the whole main job, twice if asked, and shows no secret', async () => {
    for (let round = 0; round < 2; round++) {
      const { code, output } = await tour(server.url);
      expect(output).toContain('Every step was as documented.');
      expect(code).toBe(0);
      expect(output).not.toMatch(/"(access_token|refresh_token|mac_key)":"[\w-]{20,}"/);
      expect(output).toContain('POST /challenge/consent');
      expect(output).not.toMatch(/password=[^&…]/);
      expect(output).not.toMatch(/(code|session_id|code_verifier)=[\w-]{20,}/);
    }
  });

  it('ends with a non-zero code and says what is wrong when the server is not running', async () => {
    const { code, output } = await tour(`http://localhost:${await freePort()}`);
    expect(code).not.toBe(0);
    expect(output).toContain('is the server running?');
  });
});
