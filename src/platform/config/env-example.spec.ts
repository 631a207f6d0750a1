import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'hearth-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

describe('.env.example', () => {
  it('has values that work', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const values = parseEnv(text) as Record<string, string>;
    expect(() => loadConfig({ ...values, DATA_DIR })).not.toThrow();
  });
});
