import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptMasterKeys } from './load-config.js';

describe('the file with the keys of a data folder (D375)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-keys-'));
  const file = join(folder, 'keys.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains only MASTER_KEY: the session secret is in the database', () => {
    const made = keptMasterKeys(folder);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(['MASTER_KEY']);
    expect(keptMasterKeys(folder)).toEqual(made);
  });

  it('may be one that 0.2 wrote, with a SESSION_SECRET beside it', () => {
    const key = Buffer.alloc(32, 7);
    writeFileSync(
      file,
      JSON.stringify({ MASTER_KEY: key.toString('base64'), SESSION_SECRET: 's'.repeat(43) }),
    );
    expect(keptMasterKeys(folder)).toEqual([key]);
  });
});
