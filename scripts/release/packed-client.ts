import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ServerProcess } from '../../test/support/server-process.js';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const STRICT = {
  ...{ strict: true, target: 'ES2022', noEmit: true, skipLibCheck: false, noUncheckedIndexedAccess: true },
  exactOptionalPropertyTypes: true,
};
const ANYWHERE = ['ES2022'];
const NEEDED = ['LICENSE', 'README.md', 'package.json', 'dist/hearth-client.js', 'dist/server.d.ts'];
const ALLOWED = /^(dist\/[\w-]+\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/;

/** How the projects of others find the types: where, by which options of TypeScript, and which files of the folder compile so. */
export const COMPILED: readonly (readonly [where: string, options: object, files: readonly string[]])[] = [
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
];

/** Signs the demo data's member in and makes a call; prints the addresses that it answers. */
const USED = `import { ConfidentialClient, Grant, MemoryTokens } from 'hearth-client/server';
const { HEARTH, PRIVILEGED, MEMBER, MEMBER_PASSWORD } = process.env;
const [clientId, clientSecret] = PRIVILEGED.split(':');
const client = new ConfidentialClient(HEARTH, { clientId, clientSecret });
const tokens = await client.tokens({ grant_type: 'password', username: MEMBER, password: MEMBER_PASSWORD });
const { identifiers } = await new Grant(client, new MemoryTokens(tokens)).call('acc/getloggedaccount');
console.log(identifiers.map(({ value }) => value).join());
`;

/**
 * The client library as `npm publish` would send it, installed into a folder that has nothing else of this project. The
 * library is built already: others may load it meanwhile. `close` deletes the folder.
 */
export class PackedClient {
  private constructor(
    readonly folder: string,
    /** The paths inside of the package, such as `dist/server.js`. */
    readonly files: readonly string[],
  ) {}

  /** @param project the folder that has client/ @throws Error with what npm said */
  static make(project = '.'): PackedClient {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-client-'));
    try {
      const args = ['--ignore-scripts', '--json', '--pack-destination', folder];
      const [{ filename, files }] = packs(run(project, 'npm', ['pack', './client', ...args]));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
      const quietly = ['--offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
      run(folder, 'npm', ['install', ...quietly, `./${filename}`]);
      return new PackedClient(folder, files);
    } catch (cause) {
      rmSync(folder, { recursive: true, force: true });
      throw cause;
    }
  }

  /** What it lacks, or has and should not, as a sentence each. */
  async contentProblems(): Promise<string[]> {
    const missing = NEEDED.filter((path) => !this.files.includes(path));
    const others = this.files.filter((path) => !ALLOWED.test(path));
    const pkgDir = this.inside('node_modules/hearth-client');
    const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const { messages } = await publint({ pkgDir, pack: false, strict: true, level: 'warning' });
    return [
      ...missing.map((path) => `${path} is not in the package`),
      ...others.map((path) => `${path} is in the package`),
      ...(manifest.private === true ? ['"private" keeps it from being published'] : []),
      ...messages.map((message) => String(formatMessage(message, manifest, { color: false }))),
    ];
  }

  /** Writes the examples of its README, and what imports it in the old way, for `typeProblems`. */
  writeExamples(): void {
    const readme = readFileSync(this.inside('node_modules/hearth-client/README.md'), 'utf8');
    const [page, server] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text);
    this.write('page.ts', page);
    this.write('back-end.ts', server);
    const old = "import lib = require('hearth-client/server');\nnew lib.MemoryTokens().get();";
    this.write('old.cts', old);
    mkdirSync(this.inside('node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      if (!existsSync(this.inside(`node_modules/${name}`)))
        symlinkSync(resolve('node_modules', name), this.inside(`node_modules/${name}`));
  }

  /** @returns what TypeScript says of the files, a line for each mistake; empty: they compile */
  typeProblems(options: object, files: readonly string[]): string {
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }));
    try {
      return run(this.folder, process.execPath, [tsc, '-p', 'tsconfig.json']);
    } catch (cause) {
      return (cause as Error).message;
    }
  }

  /** Runs a program that imports it. @returns what it prints @throws Error with what it said */
  runProgram(name: string, text: string, env: NodeJS.ProcessEnv = {}): string {
    this.write(name, text);
    return run(this.folder, process.execPath, ['--disable-warning=ExperimentalWarning', name], env);
  }

  /** Signs a member in on the server as built in the project, and makes a call. @throws Error unless it answers that member's account */
  async useOnServer(project = '.'): Promise<void> {
    const data = this.inside('data');
    const server = await ServerProcess.spawn(
      this.folder,
      { DATA_DIR: data },
      resolve(project, 'dist/main.js'),
    );
    try {
      await server.ready();
      await server.announced();
      const demo = parseEnv(readFileSync(join(data, 'demo.env'), 'utf8'));
      const answered = this.runProgram('use.mjs', USED, demo).trim();
      if (answered !== demo.MEMBER) throw new Error(`a call for ${demo.MEMBER} answers ${answered}`);
    } finally {
      await server.stop();
    }
  }

  inside(name: string): string {
    return join(this.folder, name);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private write(name: string, text: string): void {
    writeFileSync(this.inside(name), text);
  }
}

interface Pack {
  readonly filename: string;
  readonly files: readonly string[];
}

/** npm 12 answers an object by the packages' names, npm 11 an array. */
function packs(json: string): Pack[] {
  const all = Object.values(
    JSON.parse(json) as Record<string, { filename: string; files: { path: string }[] }>,
  );
  return all.map(({ filename, files }) => ({ filename, files: files.map(({ path }) => path) }));
}

function run(cwd: string, command: string, args: readonly string[], env?: NodeJS.ProcessEnv): string {
  try {
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause });
  }
}
