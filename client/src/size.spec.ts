import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const MOST_BYTES = 12_000;
const esbuild = createRequire(import.meta.url).resolve('esbuild/bin/esbuild');
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** All of an entry in one file, as a page would load it. */
const bundled = (entry: string) =>
  execFileSync(esbuild, [path(entry), '--bundle', '--minify', '--format=esm', '--platform=browser']);

describe('the client library', () => {
  it('has at most 12 kB for a browser, minified and compressed', () => {
    const bytes = bundled('hearth-client.ts');
    expect(gzipSync(bytes).length).toBeLessThan(MOST_BYTES);
    expect(bytes.toString()).not.toContain('JSESSIONID'); // what needs a secret is apart
  });

  it('runs without anything of Node, the other part too', () => {
    expect(bundled('server.ts').toString()).not.toMatch(/\bimport\b|\brequire\(/);
  });

  it('depends on nothing', () => {
    const { dependencies } = JSON.parse(readFileSync(path('../package.json'), 'utf8')) as {
      dependencies?: object;
    };
    expect(dependencies).toBeUndefined();
  });
});
