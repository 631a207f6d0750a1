import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const STRICT = {
  ...{ strict: true, target: 'ES2022', noEmit: true, skipLibCheck: false, noUncheckedIndexedAccess: true },
  exactOptionalPropertyTypes: true,
};
const ANYWHERE = ['ES2022'];

/** Another project, which has nothing of this one but the package that `npm pack` makes. */
describe('the package of the client library', () => {
  let folder: string;
  let files: readonly string[];
  const inside = (name: string) => join(folder, name);
  const run = (command: string, ...args: string[]) => {
    try {
      return execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
    } catch (cause) {
      throw new Error((cause as { stdout: string }).stdout, { cause });
    }
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hearth-client-'));
    // Built already: others would load it during a new build.
    const packed = execFileSync(
      'npm',
      ['pack', '--workspace', 'client', '--ignore-scripts', '--silent', '--pack-destination', folder],
      { cwd: root, encoding: 'utf8' },
    );
    const archive = packed.trim().split('\n').at(-1) ?? '';
    files = run('tar', '-tzf', archive).trim().split('\n');
    mkdirSync(inside('node_modules/hearth-client'), { recursive: true });
    run('tar', '-xzf', archive, '-C', 'node_modules/hearth-client', '--strip-components=1');
    writeFileSync(inside('package.json'), '{ "type": "module" }');
    mkdirSync(inside('node_modules/@types'));
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(join(root, 'node_modules', name), inside(`node_modules/${name}`));
    const [page, server] = blocksOf(readFileSync(inside('node_modules/hearth-client/README.md'), 'utf8'));
    writeFileSync(inside('page.ts'), page);
    writeFileSync(inside('back-end.ts'), server);
    writeFileSync(inside('wrong.ts'), server.replace('{ familyId }', '{ familyId: 7 }'));
    writeFileSync(
      inside('old.cts'),
      "import lib = require('hearth-client/server');\nnew lib.MemoryTokens().get();",
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains what it needs and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining(
        ['LICENSE', 'README.md', 'package.json', 'dist/hearth-client.js', 'dist/server.d.ts'].map(
          (name) => `package/${name}`,
        ),
      ),
    );
    expect(files.filter((name) => !/^package\/(dist\/[\w-]+\.(js|d\.ts)|[\w.]+)$/.test(name))).toEqual([]);
    expect(files.join()).not.toMatch(/spec|tsconfig/);
  });

  it.each([
    [
      'a page that is bundled',
      { module: 'ESNext', moduleResolution: 'bundler', types: [], lib: [...ANYWHERE, 'DOM'] },
      ['page.ts', 'back-end.ts'],
    ],
    ['Node', { module: 'NodeNext', types: ['node'], lib: ANYWHERE }, ['page.ts', 'back-end.ts', 'old.cts']],
    [
      'Node by a bundler',
      { module: 'Preserve', moduleResolution: 'bundler', types: ['node'], lib: ANYWHERE },
      ['page.ts', 'back-end.ts'],
    ],
  ])('has the types that its README uses, for %s', (_where, options, names) => {
    const compilerOptions = { ...STRICT, ...options };
    const check = (these: string[]) => {
      writeFileSync(inside('tsconfig.json'), JSON.stringify({ compilerOptions, files: these }));
      return run(process.execPath, tsc, '-p', 'tsconfig.json');
    };
    expect(check(names)).toBe('');
    expect(() => check(['wrong.ts'])).toThrow("Type 'number' is not assignable to type 'string'");
  });

  it('runs in Node, as a module and by require', () => {
    writeFileSync(
      inside('run.mjs'),
      "import { PublicClient } from 'hearth-client';\nconsole.log(typeof PublicClient);",
    );
    writeFileSync(inside('run.cjs'), "console.log(typeof require('hearth-client/server').WebFlow);");
    expect(run(process.execPath, 'run.mjs')).toBe('function\n');
    expect(run(process.execPath, '--disable-warning=ExperimentalWarning', 'run.cjs')).toBe('function\n');
  });
});

function blocksOf(page: string): string[] {
  return [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text);
}
