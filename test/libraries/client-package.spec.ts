import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { COMPILED, PackedClient } from '../../scripts/release/packed-client.js';

/** Another project, which has nothing of this one but the package that `npm pack` makes. */
describe('the package of the client library', () => {
  let client: PackedClient;

  beforeAll(() => {
    client = PackedClient.make();
    client.writeExamples();
  });
  afterAll(() => client.close());

  it('has types, README and licence, and nothing else than it needs', async () => {
    expect(client.files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/server.d.ts']));
    expect(client.files.join()).not.toMatch(/spec|tsconfig/);
    expect(await client.contentProblems()).toEqual([]);
  });

  it('is reported if an entry leads nowhere, or if it is private', async () => {
    const [manifest, types] = ['package.json', 'dist/server.d.ts'].map((name) =>
      client.inside(`node_modules/hearth-client/${name}`),
    );
    const [before, declared] = [manifest, types].map((path) => readFileSync(path, 'utf8'));
    writeFileSync(manifest, before.replace('"private": false', '"private": true'));
    rmSync(types);
    const found = await client.contentProblems();
    writeFileSync(manifest, before);
    writeFileSync(types, declared);
    expect(found).toEqual([
      '"private" keeps it from being published',
      expect.stringContaining('./dist/server.d.ts but the file does not exist'),
    ]);
  });

  it.each(COMPILED)('has the types that its README uses, for %s', (_where, options, names) => {
    expect(client.typeProblems(options, names)).toBe('');
    const server = readFileSync(client.inside('back-end.ts'), 'utf8');
    writeFileSync(client.inside('wrong.ts'), server.replace('{ familyId }', '{ familyId: 7 }'));
    const wrong = client.typeProblems(options, ['wrong.ts']);
    expect(wrong).toContain("Type 'number' is not assignable to type 'string'");
  });

  it('runs in Node, as a module and by require', () => {
    const asModule = "import { PublicClient } from 'hearth-client';\nconsole.log(typeof PublicClient);";
    expect(client.runProgram('run.mjs', asModule)).toBe('function\n');
    const byRequire = "console.log(typeof require('hearth-client/server').WebFlow);";
    expect(client.runProgram('run.cjs', byRequire)).toBe('function\n');
  });

  it('signs in and makes a call, on the server as built here', async () => {
    await expect(client.useOnServer()).resolves.toBeUndefined();
  });
});
