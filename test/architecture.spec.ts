import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { entities } from '../src/entities.js';
import { breaches, cycles, type Import } from './support/layers.js';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 300;

describe('layers of src (docs/architecture.md#layers)', () => {
  let imports: Import[];
  beforeAll(async () => {
    imports = await importsOfSrc();
  });

  it('are read from every file of src', () => {
    const known = new Set(imports.map(({ from }) => from));
    const withImports = sources().filter((path) => /^(import|export) .*from '\.{1,2}\//m.test(read(path)));
    expect(withImports.filter((path) => !known.has(path))).toEqual([]);
    expect(imports.length).toBeGreaterThan(200);
  });

  it('are imported downward only', () => {
    expect(breaches(imports)).toEqual([]);
  });

  it('have no cycle', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it.each([
    ['upward', 'src/clients/a.ts', 'src/tokens/b.ts'],
    ['upward', 'src/contract/a.ts', 'src/clients/b.ts'],
    ['upward', 'src/database/a.ts', 'src/contract/b.ts'],
    ['upward', 'src/tokens/mac/a.ts', 'src/access/b.ts'],
    ['upward inside base', 'src/errors/a.ts', 'src/config/b.ts'],
    ['upward inside base', 'src/telemetry/a.ts', 'src/database/b.ts'],
    ['sideways', 'src/accounts/a.ts', 'src/families/b.ts'],
    ['sideways', 'src/clients/a.ts', 'src/accounts/b.ts'],
    ['sideways', 'src/access/a.ts', 'src/dispatch/b.ts'],
    ['sideways', 'src/docs/a.ts', 'src/operations/b.ts'],
    ['sideways', 'src/bootstrap/a.ts', 'src/dispatch/b.ts'],
    ['sideways', 'src/contract/a.ts', 'src/pages/b.ts'],
    ['the command line knows the server by its API only', 'src/cli/a.ts', 'src/contract/b.ts'],
    ['the command line knows the server by its API only', 'src/cli/a.ts', 'src/operations/b.ts'],
    ['upward', 'src/admin/a.ts', 'src/cli/b.ts'],
    ['nothing imports the app', 'src/dispatch/a.ts', 'src/entities.ts'],
    ['a folder in no layer', 'src/utils/a.ts', 'src/errors/b.ts'],
  ])('find a breach "%s" in %s -> %s of a made-up graph', (problem, from, to) => {
    const harmless = { from: 'src/app.module.ts', to: 'src/tokens/c.ts' };
    expect(breaches([harmless, { from, to }])).toEqual([`${from} -> ${to}: ${problem}`]);
  });

  it('let the arrows that are drawn through', () => {
    const allowed = [
      ['src/main.ts', 'src/app.setup.ts'],
      ['src/dispatch/a.ts', 'src/access/b.ts'],
      ['src/web-flow/a.ts', 'src/sessions/b.ts'],
      ['src/families/a.ts', 'src/accounts/b.ts'],
      ['src/access/a.ts', 'src/tokens/mac/b.ts'],
      ['src/audit/a.ts', 'src/database/b.ts'],
      ['src/config/a.ts', 'src/security/b.ts'],
      ['src/accounts/a.ts', 'src/accounts/b.ts'],
      ['src/cli/a.ts', 'src/operations/version.ts'],
    ];
    expect(breaches(allowed.map(([from, to]) => ({ from, to })))).toEqual([]);
  });

  it('find a cycle in a made-up graph, through a file in another folder', () => {
    const graph = [
      { from: 'src/tokens/a.ts', to: 'src/clients/b.ts' },
      { from: 'src/clients/b.ts', to: 'src/clients/c.ts' },
      { from: 'src/clients/c.ts', to: 'src/tokens/a.ts' },
      { from: 'src/main.ts', to: 'src/tokens/a.ts' },
    ];
    expect(cycles(graph)).toEqual([
      'src/tokens/a.ts -> src/clients/b.ts -> src/clients/c.ts -> src/tokens/a.ts',
    ]);
    expect(cycles(graph.slice(1))).toEqual([]);
  });
});

describe('habits of src (CONTRIBUTING.md)', () => {
  it('reads process.env in src/config only, and in one place of the command line', () => {
    const readers = sources().filter((path) => /process\s*\.\s*env|process\[/.test(read(path)));
    expect(readers.filter((path) => !path.startsWith('src/config/'))).toEqual(['src/cli/environment.ts']);
  });

  it('writes nothing to the console', () => {
    expect(sources().filter((path) => /\bconsole\s*\.(?!js')/.test(read(path)))).toEqual([]);
  });

  it('goes to the database by what src/database offers, where every failure gets its meaning (D166)', () => {
    const ways =
      /from 'pg'|\bnew DataSource\b|\bcreateQueryRunner\b|\.startTransaction\b|(dataSource|manager|tx)\.transaction\b/;
    const others = sources().filter((path) => ways.test(read(path)) && !path.startsWith('src/database/'));
    expect(others).toEqual([]);
    const clients = sources().filter((path) => /\bnew (pg\.)?(Client|Pool|DataSource)\(/.test(read(path)));
    expect(clients).toEqual([]); // Connection and GuardedDataSource are what there is
  });

  it('says where a record is written what follows its commit; nobody has to call it afterwards (D185)', () => {
    const BY_HAND = /\.(announce|forget)\w*\(|\.publish\(|\.emit\('message'|\.follow\(|pg_notify/;
    const callers = sources().filter((path) => BY_HAND.test(read(path)));
    expect(callers.sort()).toEqual([
      'src/database/changes.ts',
      'src/database/database.ts',
      'src/notifications/outbox.ts',
    ]);
    const SAID = /\.(afterCommit|publishAfter|publishWith|sendAfter)\(/;
    expect(
      sources()
        .filter((path) => SAID.test(read(path)))
        .sort(),
    ).toEqual([
      'src/accounts/account-roles.ts',
      'src/accounts/account.service.ts',
      'src/admin/outbox/messages.service.ts', // a message that is tried at once
      'src/clients/client-batch.ts',
      'src/clients/client-secrets.ts',
      'src/clients/client.service.ts',
      'src/database/changes.ts',
      'src/families/family.service.ts',
      'src/notifications/outbox.ts',
      'src/tokens/token-revoker.ts',
    ]);
  });

  it('touches a stream only where each of its errors has a way home', () => {
    const STREAMS =
      /\.on\(\s*'(data|readable)'|\.pipe\(|\bpipeline\(|\bcreateReadStream\(|\bReadable\b|busboy|multer|\bFileInterceptor\b|useBodyParser|\bas AsyncIterable\b/;
    const users = sources().filter((path) => !path.startsWith('src/cli/') && STREAMS.test(read(path)));
    expect(users.sort()).toEqual([
      'src/admin/audit/audit.controller.ts', // an answer: one pipeline, whose promise is waited for
      'src/intake/incoming-body.ts', // every body of a request
      'src/intake/multipart.ts', // what is in it
      'src/security/outside-fetch.ts', // answers of others: read by iteration, which throws
    ]);
  });

  it('has no file over 300 lines', () => {
    const long = sources().filter((path) => read(path).split('\n').length - 1 > MAX_LINES);
    expect(long).toEqual(['src/cli/api-types.ts']); // generated
  });

  it('lists every entity class in src/entities.ts', () => {
    const declared = sources()
      .filter((path) => path.endsWith('.entity.ts'))
      .flatMap((path) => [...read(path).matchAll(/^export class (\w+)/gm)].map(([, name]) => name));
    expect(declared.length).toBeGreaterThan(10);
    expect(entities.map(({ name }) => name).sort()).toEqual(declared.sort());
  });
});

/** Every TypeScript and JavaScript file of src that is no test. */
function sources(): string[] {
  return readdirSync(`${TOP}src`, { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /\.(tsx?|js)$/.test(path) && !path.endsWith('.spec.ts') && !path.includes('/assets/'));
}

function read(path: string): string {
  return readFileSync(`${TOP}${path}`, 'utf8');
}

/** Also what is imported only for its types: a layer that knows another one's shape depends on it. */
async function importsOfSrc(): Promise<Import[]> {
  const { output } = await cruise(['src'], {
    baseDir: TOP,
    exclude: { path: '\\.spec\\.ts$|/assets/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  });
  return (output as ICruiseResult).modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => resolved.startsWith('src/'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
}
