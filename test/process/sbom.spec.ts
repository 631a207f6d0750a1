import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readSbom } from '../../src/cli/sbom.js';
import { CommandLine } from '../support/command-line.js';

const BUILT = fileURLToPath(new URL('../../dist/sbom.cdx.json', import.meta.url));

interface Listed {
  readonly version?: string;
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, Listed>>;
}

interface CycloneDx {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly hashes: unknown;
    readonly licenses: unknown;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Name and version of all packages in what `npm ls` prints; an alias has the name of its download. */
function* listedBy({ dependencies = {} }: Listed): Generator<string> {
  for (const [name, found] of Object.entries(dependencies)) {
    if (found.version !== undefined) yield `${found.name ?? name}@${found.version}`;
    yield* listedBy(found);
  }
}

describe('the SBOM that the build makes', () => {
  const cli = new CommandLine();
  afterAll(() => cli.close());
  const sbom = JSON.parse(readFileSync(BUILT, 'utf8')) as CycloneDx;
  const packages = readSbom(BUILT).packages.map(({ name, version }) => `${name}@${version}`);

  it('has each package that runs in production, as npm ls lists them, and no other', () => {
    const args = ['ls', '--all', '--omit', 'dev', '--workspaces=false', '--json', '--long'];
    const listed = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 28 })) as Listed;
    const names = new Set(listedBy(listed));
    expect(names.size).toBeGreaterThan(200);
    expect([...packages].sort()).toEqual([...names].sort());
    for (const name of ['express', 'pg', 'typeorm']) expect(packages.join(' ')).toContain(` ${name}@`);
    expect(packages.join(' ')).not.toMatch(/ (jest|eslint|prettier)@/);
  });

  it('is CycloneDX, with checksum and licence of each package, and who needs it', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
    const { component } = sbom.metadata;
    expect([sbom.bomFormat, component.name, component['bom-ref']]).toEqual([
      'CycloneDX',
      name,
      `${name}@${version}`,
    ]);
    expect(sbom.specVersion).toMatch(/^1\.[5-9]$/);
    const refs = [component['bom-ref'], ...sbom.components.map((one) => one['bom-ref'])];
    for (const { hashes, licenses } of sbom.components)
      expect([hashes, licenses]).toEqual([[expect.anything()], [expect.anything()]]);
    expect(sbom.dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
    for (const { dependsOn } of sbom.dependencies)
      expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
  });

  it('is compared with advisories by hearth doctor --osv, without a server', async () => {
    const own = await cli.runBuilt(['doctor', '--osv', 'advisories']);
    expect([own.code, own.err]).toEqual([0, 'All checks passed.\n']);
    expect(own.out).toMatch(/^ok\tpackages\t\d+ packages and hearth [\w.-]+, 2 advisories: none affected\n$/);
    const [, version] = packages.find((one) => one.startsWith('express@'))?.split('@') ?? [];
    const file = join(mkdtempSync(join(cli.home, 'osv-')), 'made-up.json');
    const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '99.0.0' }] }];
    const affected = [{ package: { ecosystem: 'npm', name: 'express' }, ranges }];
    const times = { modified: '2026-01-01T00:00:00Z' };
    writeFileSync(
      file,
      JSON.stringify({ id: 'MADE-1', aliases: ['CVE-1'], summary: 'Made up', affected, ...times }),
    );
    const ill = await cli.runBuilt(['doctor', '--osv', file]);
    expect(ill).toEqual({
      code: 1,
      out: `problem\texpress ${version}\tMADE-1, CVE-1: >=0 <99.0.0 (Made up)\n`,
      err: `express ${version}: Corrected in 99.0.0.\n1 of 1 checks found a problem.\n`,
    });
  });

  it('is named where it is asked for and missing, or for something else', async () => {
    const missing = await cli.run(['doctor', '--osv', 'advisories', '--sbom', 'package.json']);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('package.json is no SBOM')]);
    expect(await cli.run(['doctor', '--sbom', BUILT])).toEqual({
      code: 2,
      out: '',
      err: '--sbom goes with --osv.\n',
    });
    const old = join(cli.home, 'old.json');
    const metadata = { component: { purl: 'pkg:npm/hearth@0.2.0' } };
    writeFileSync(old, JSON.stringify({ metadata, components: [] }));
    const { code, out } = await cli.run(['doctor', '--osv', 'advisories', '--sbom', old, '--json']);
    expect([code, (JSON.parse(out) as unknown[]).length]).toEqual([1, 2]);
  });
});
