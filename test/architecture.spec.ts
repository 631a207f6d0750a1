import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ICruiseResult } from 'dependency-cruiser';
import { entities } from '../src/entities.js';
import { breaches, cycles, ORDER, type Import } from './support/layers.js';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const DEPENDENCY_CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const MAX_OUTPUT = 100_000_000;
const run = promisify(execFile);

describe('rooms of src (docs/reference/architecture.md#rooms)', () => {
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

  it('have no folder in their order that is gone', () => {
    const ordered = Object.entries(ORDER).flatMap(([room, names]) =>
      names.filter((name) => name !== '').map((name) => `src/${room}/${name}`),
    );
    const known = folders();
    expect(ordered.filter((path) => !known.includes(path))).toEqual([]);
  });

  it('have no cycle', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it.each([
    ['upward', 'src/identity/accounts/a.ts', 'src/oauth/clients/b.ts'],
    ['upward', 'src/platform/operations/a.ts', 'src/identity/accounts/b.ts'],
    ['upward', 'src/platform/http/a.ts', 'src/oauth/access/b.ts'],
    ['upward', 'src/oauth/tokens/a.ts', 'src/account/b.ts'],
    ['upward', 'src/provisioning/bootstrap/a.ts', 'src/operate/b.ts'],
    ['upward inside platform', 'src/platform/errors/a.ts', 'src/platform/config/b.ts'],
    ['upward inside platform', 'src/platform/paths.ts', 'src/platform/errors/b.ts'],
    ['upward inside platform', 'src/platform/operations/a.ts', 'src/platform/pages/b.ts'],
    ['no folder of the order of platform', 'src/platform/utils/a.ts', 'src/platform/errors/b.ts'],
    ['upward inside identity', 'src/identity/accounts/a.ts', 'src/identity/factors/b.ts'],
    ['upward inside identity', 'src/identity/passkeys/a.ts', 'src/identity/sessions/b.ts'],
    ['upward inside identity', 'src/identity/ways-in/a.ts', 'src/identity/accounts/b.ts'],
    ['no folder of the order of identity', 'src/identity/a.ts', 'src/identity/accounts/b.ts'],
    ['upward inside account', 'src/account/frame/a.ts', 'src/account/b.ts'],
    ['upward inside account', 'src/account/recovery/a.ts', 'src/account/factors/b.ts'],
    ['no folder of the order of account', 'src/account/utils/a.ts', 'src/account/frame/b.ts'],
    ['upward inside oauth', 'src/oauth/tokens/a.ts', 'src/oauth/grants/b.ts'],
    ['upward inside oauth', 'src/oauth/tokens/format/a.ts', 'src/oauth/oidc/b.ts'],
    ['upward inside oauth', 'src/oauth/consent/a.ts', 'src/oauth/device/b.ts'],
    ['upward inside oauth', 'src/oauth/clients/a.ts', 'src/oauth/exported-server.ts'],
    ['no folder of the order of oauth', 'src/oauth/utils/a.ts', 'src/oauth/tokens/b.ts'],
    ['sideways', 'src/account/a.ts', 'src/provisioning/b.ts'],
    ['sideways', 'src/legacy/web-flow/a.ts', 'src/account/b.ts'],
    ['sideways', 'src/admin/shell/a.ts', 'src/operate/b.ts'],
    ['the command line knows the server by its API only', 'src/cli/a.ts', 'src/platform/operations/b.ts'],
    ['the command line knows the server by its API only', 'src/cli/a.ts', 'src/operate/b.ts'],
    ['no room of the rule', 'src/admin/a.ts', 'src/cli/b.ts'],
    ['no room of the rule', 'src/utils/a.ts', 'src/platform/errors/b.ts'],
    ['nothing imports the app', 'src/operate/a.ts', 'src/entities.ts'],
  ])('find the breach "%s" in %s -> %s in a made-up graph', (problem, from, to) => {
    const harmless = { from: 'src/app.module.ts', to: 'src/oauth/tokens/c.ts' };
    expect(breaches([harmless, { from, to }])).toEqual([`${from} -> ${to}: ${problem}`]);
  });

  it('allow the arrows that are drawn', () => {
    const allowed = [
      ['src/main.ts', 'src/app.setup.ts'],
      ['src/admin/clients/a.ts', 'src/provisioning/b.ts'],
      ['src/operate/a.ts', 'src/platform/paths.ts'],
      ['src/oauth/access/a.ts', 'src/identity/sessions/b.ts'],
      ['src/oauth/grants/password/a.ts', 'src/oauth/tokens/format/b.ts'],
      ['src/oauth/tokens/format/a.ts', 'src/oauth/tokens/b.ts'],
      ['src/identity/families/a.ts', 'src/identity/accounts/b.ts'],
      ['src/platform/audit/a.ts', 'src/platform/database/b.ts'],
      ['src/cli/a.ts', 'src/cli/commands/b.ts'],
      ['src/cli/a.ts', 'src/platform/version.ts'],
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

describe('the map of the code in CONTRIBUTING.md', () => {
  it('names each room and each folder of it, once', () => {
    expect(mapped().sort()).toEqual(folders().sort());
    expect(mapped().length).toBeGreaterThan(70);
  });
});

const isExample = (path: string) => path.startsWith('src/platform/reference/snippets/'); // texts of programs

describe('habits of src (CONTRIBUTING.md)', () => {
  it('reads process.env in platform/config only, and in one place of the command line', () => {
    const readers = sources().filter((path) => /process\s*\.\s*env|process\[/.test(read(path)));
    const own = readers.filter((path) => !path.startsWith('src/platform/config/') && !isExample(path));
    expect(own).toEqual(['src/cli/environment.ts']);
  });

  it('writes nothing to the console', () => {
    const own = sources().filter((path) => !isExample(path));
    expect(own.filter((path) => /\bconsole\s*\.\s*\w+\s*\(/.test(read(path)))).toEqual([]);
  });

  it('goes to the database by what platform/database offers, where every failure gets its meaning (D166)', () => {
    const ways =
      /from 'pg'|\bnew DataSource\b|\bcreateQueryRunner\b|\.startTransaction\b|(dataSource|manager|tx)\.transaction\b/;
    const others = sources().filter(
      (path) => ways.test(read(path)) && !path.startsWith('src/platform/database/'),
    );
    expect(others).toEqual([]);
    const clients = sources().filter((path) => /\bnew (pg\.)?(Client|Pool|DataSource)\(/.test(read(path)));
    expect(clients).toEqual([]); // defines Connection and GuardedDataSource
  });

  it('answers one call from what it has in memory of an account, and decides nothing by that (D33)', () => {
    const readers = sources().filter((path) => /\.findOwn\(/.test(read(path)));
    expect(readers).toEqual(['src/identity/accounts/account.controller.ts']);
  });

  it('declares what follows a commit where the record is written, so no caller has to (D185)', () => {
    const BY_HAND = /\.(announce|forget)\w*\(|\.publish\(|\.emit\('message'|\.follow\(|pg_notify/;
    const callers = sources().filter((path) => BY_HAND.test(read(path)));
    expect(callers.sort()).toEqual([
      'src/identity/notifications/outbox.ts',
      'src/platform/database/changes.ts',
      'src/platform/database/database.ts',
      'src/platform/database/guarded-data-source.ts',
    ]);
    const SAID = /\.(afterCommit|publishAfter|publishWith|sendAfter)\(/;
    expect(
      sources()
        .filter((path) => SAID.test(read(path)))
        .sort(),
    ).toEqual([
      'src/admin/outbox/messages.service.ts', // a message that is sent at once
      ...['families/family.service', 'notifications/outbox'].map((name) => `src/identity/${name}.ts`),
      ...['client-batch', 'client-secrets', 'document-rows'].map((name) => `src/oauth/clients/${name}.ts`),
      'src/oauth/consent/unused-documents.ts',
      ...['resources/known-resources', 'rulesets/ruleset.service'].map((name) => `src/oauth/${name}.ts`),
      ...['own-tokens', 'token-revoker'].map((name) => `src/oauth/tokens/${name}.ts`),
      'src/oauth/webhooks/webhook-hearers.ts',
      'src/platform/audit/audit-log.ts', // a count (D238)
      ...['changes', 'database', 'kept-for-pages'].map((name) => `src/platform/database/${name}.ts`),
    ]);
  });

  it('switches fetch off first in the server process and in each of its workers (D308)', () => {
    const workers = sources().filter((path) => path.endsWith('.worker.js'));
    expect(workers.length).toBeGreaterThanOrEqual(2);
    const NEW = /\b(fork|spawn|execFile)\(|\bnew (Worker|Piscina)\(/;
    const starters = sources().filter((path) => !path.startsWith('src/cli/') && NEW.test(read(path)));
    expect(starters.filter((path) => !/besideCode\('[\w/-]+\.worker\.js'\)/.test(read(path)))).toEqual([]);
    const FIRST =
      /^(\/\/.*\n)*import '[./\w-]*platform\/security\/no-fetch\.js';|^(\/\/.*\n)*import '\.\/no-fetch\.js';/;
    expect(['src/main.ts', ...workers].filter((path) => !FIRST.test(read(path)))).toEqual([]);
  });

  it('calls other servers in these files only (D308)', () => {
    const REACHES =
      /^(node:(dgram|dns|http2)|undici|nodemailer|openid-client|pg|@opentelemetry\/exporter.*|@simplewebauthn\/server.*)$/;
    const OPENS = /^node:(https?|net|tls)$/;
    const users = sources().filter((path) => {
      const found = importsIn(read(path));
      const isOpening = found.some(
        ({ from, names }) =>
          (OPENS.test(from) && /\b(request|get|connect)\b/.test(names)) || /\banswerFrom\b/.test(names),
      );
      return (
        isOpening || found.some(({ from }) => REACHES.test(from)) || /\bcreateRemoteJWKSet\(/.test(read(path))
      );
    });
    const own = users.filter((path) => !path.startsWith('src/cli/') && !isExample(path));
    expect(own.sort()).toEqual([
      'src/identity/notifications/senders.ts', // the operator's mail server
      'src/identity/passkeys/cose-key.ts', // reads keys
      'src/identity/passkeys/passkey-registration.ts', // verifies nothing but "none" (D307)
      'src/identity/passkeys/passkey-verifier.ts', // checks signatures by keys that are kept
      'src/identity/passkeys/without-attestation.ts', // reads and writes CBOR
      'src/oauth/clients/client-keys.ts', // by fetchOutside
      'src/oauth/providers/provider-clients.ts', // by provider-fetch.ts
      'src/oauth/providers/provider-sign-ins.ts', // by provider-clients.ts
      'src/oauth/providers/provider-trials.ts', // by provider-clients.ts
      'src/platform/database/connection.ts', // the operator's database
      'src/platform/database/database-options.ts', // the operator's mail server too
      'src/platform/security/configured-post.ts', // what the operator configured
      'src/platform/security/outside-fetch.ts', // addresses that others choose
      'src/platform/telemetry/trace-export.ts', // the operator's collector
    ]);
  });

  it('uses a stream only where each of its errors is handled', () => {
    const STREAMS =
      /\.on\(\s*'(data|readable)'|\.pipe\(|\bpipeline\(|\bcreateReadStream\(|\bReadable\b|busboy|multer|\bFileInterceptor\b|useBodyParser|\bas AsyncIterable\b/;
    const users = sources().filter((path) => !path.startsWith('src/cli/') && STREAMS.test(read(path)));
    expect(users.sort()).toEqual([
      'src/account/data/zip.ts', // an error of a file ends the archive
      'src/platform/http/write-shown.ts', // an answer: one pipeline, whose promise is awaited
      'src/platform/intake/incoming-body.ts', // every body of a request
      'src/platform/intake/multipart.ts', // the contents of a body
      'src/platform/security/outside-fetch.ts', // answers of others: read by iteration, which throws
    ]);
  });

  it('never turns off the cap of 300 lines (eslint.config.js)', () => {
    const uncapped = sources().filter((path) => /eslint-disable.*max-lines/.test(read(path)));
    expect(uncapped).toEqual([]);
  });

  it('lists every entity class in src/entities.ts', () => {
    const declared = sources()
      .filter((path) => path.endsWith('.entity.ts'))
      .flatMap((path) => [...read(path).matchAll(/^export class (\w+)/gm)].map(([, name]) => name));
    expect(declared.length).toBeGreaterThan(10);
    expect(entities.map(({ name }) => name).sort()).toEqual(declared.sort());
  });
});

/** The folders that the map names: on a line that begins with a room, and on the lines below it. */
function mapped(): string[] {
  const map = read('CONTRIBUTING.md').split('## The code')[1].split('```')[1];
  let room = '';
  return map.split('\n').flatMap((line) => {
    if (/^\S/.test(line)) room = /^(src\/\w+)\/ /.exec(line)?.[1] ?? '';
    if (room === '') return [];
    const inside = [...line.matchAll(/(?<=\s)([a-z][\w-]*)\/(?=\s|$)/g)].map(([, name]) => `${room}/${name}`);
    return /^\S/.test(line) ? [room, ...inside] : inside;
  });
}

/** The folders of src, two levels deep. */
function folders(below = 'src', depth = 1): string[] {
  return readdirSync(`${TOP}${below}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${below}/${name}`)
    .flatMap((path) => (depth === 2 ? [path] : [path, ...folders(path, depth + 1)]));
}

/** Every TypeScript and JavaScript file of src that is no test. */
function sources(): string[] {
  return readdirSync(`${TOP}src`, { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /\.(tsx?|js)$/.test(path) && !path.endsWith('.spec.ts') && !path.includes('/assets/'));
}

/** The modules that a source loads, not only for types: at its start, or later. */
function importsIn(code: string): { readonly from: string; readonly names: string }[] {
  const first = [...code.matchAll(/^import (?!type )([^;']*?)(?:from )?'([^']+)'/gm)];
  const later = [...code.matchAll(/\bimport\('([^']+)'\)/g)];
  return [
    ...first.map(([, names, from]) => ({ from, names })),
    ...later.map(([, from]) => ({ from, names: '' })),
  ];
}

function read(path: string): string {
  return readFileSync(`${TOP}${path}`, 'utf8');
}

/**
 * Includes imports of types only: a room that knows another one's shape depends on it. Read in a process of its
 * own: in a test's context its packages, TypeScript among them, would be loaded file by file.
 */
async function importsOfSrc(): Promise<Import[]> {
  const only = ['--no-config', '--exclude', '\\.spec\\.ts$|/assets/', '--do-not-follow', 'node_modules'];
  const args = [DEPENDENCY_CRUISER, 'src', ...only, '--ts-pre-compilation-deps', '--output-type', 'json'];
  const { stdout } = await run(process.execPath, args, { cwd: TOP, maxBuffer: MAX_OUTPUT });
  const { modules } = JSON.parse(stdout) as ICruiseResult;
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => resolved.startsWith('src/'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
}
