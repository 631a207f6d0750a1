import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ZipFile } from 'yazl';
import { Failure } from './failure.js';
import { compareWithAdvisories } from './osv.js';
import type { Sbom } from './sbom.js';

const SBOM: Sbom = {
  application: { name: 'hearth', version: '0.3.0-dev' },
  packages: [
    { name: 'made-up', version: '1.2.3' },
    { name: 'made-up', version: '2.0.0' },
    { name: '@made/up', version: '0.4.0-beta.1' },
  ],
};

const advisory = (affected: object, more: object = {}) => ({
  id: 'MADE-1',
  modified: '2026-01-01T00:00:00Z',
  affected: [affected],
  ...more,
});
const npm = (name: string, events: object[], type = 'SEMVER') => ({
  package: { ecosystem: 'npm', name },
  ranges: [{ type, events }],
});

describe('advisories in OSV format', () => {
  const folders: string[] = [];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hearth-osv-'));
    folders.push(folder);
  });
  afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true })));

  const write = (content: unknown, name = 'one.json'): string => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const affectedBy = async (content: object): Promise<string[]> =>
    (await compareWithAdvisories(SBOM, write(content))).findings.map(
      ({ found, range, fixed }) => `${found.name} ${found.version}: ${range}, ${fixed}`,
    );

  it.each([
    ['from the beginning', [{ introduced: '0' }], ['made-up 1.2.3: >=0, null', 'made-up 2.0.0: >=0, null']],
    ['from its version on', [{ introduced: '2.0.0' }], ['made-up 2.0.0: >=2.0.0, null']],
    [
      'before the fixed version',
      [{ introduced: '0' }, { fixed: '2.0.0' }],
      ['made-up 1.2.3: >=0 <2.0.0, 2.0.0'],
    ],
    ['not in the fixed version', [{ introduced: '0' }, { fixed: '1.2.3' }], []],
    [
      'up to the last one',
      [{ introduced: '0' }, { last_affected: '1.2.3' }],
      ['made-up 1.2.3: >=0 <=1.2.3, null'],
    ],
    ['before a limit', [{ introduced: '0' }, { limit: '1.9.0' }], ['made-up 1.2.3: >=0 <1.9.0, null']],
    [
      'in the second of two intervals, in any order',
      [{ fixed: '2.0.1' }, { introduced: '2.0.0' }, { fixed: '1.0.0' }, { introduced: '0' }],
      ['made-up 2.0.0: >=0 <1.0.0 || >=2.0.0 <2.0.1, 2.0.1'],
    ],
  ])('affect a version %s', async (_what, events, expected) => {
    expect(await affectedBy(advisory(npm('made-up', events)))).toEqual(expected);
    expect(await affectedBy(advisory(npm('made-up', events, 'ECOSYSTEM')))).toEqual(expected);
  });

  it('order prereleases as npm does', async () => {
    const events = [{ introduced: '0.4.0-beta' }, { fixed: '0.4.0' }];
    expect(await affectedBy(advisory(npm('@made/up', events)))).toEqual([
      '@made/up 0.4.0-beta.1: >=0.4.0-beta <0.4.0, 0.4.0',
    ]);
  });

  it('may list versions', async () => {
    const listed = { package: { ecosystem: 'npm', name: 'made-up' }, versions: ['1.2.3', '1.2.4'] };
    expect(await affectedBy(advisory(listed))).toEqual(['made-up 1.2.3: 1.2.3, 1.2.4, null']);
  });

  it.each([
    [
      'of another ecosystem',
      advisory({ ...npm('made-up', [{ introduced: '0' }]), package: { ecosystem: 'PyPI', name: 'made-up' } }),
    ],
    ['about commits', advisory(npm('made-up', [{ introduced: '0' }], 'GIT'))],
    [
      'that were withdrawn',
      advisory(npm('made-up', [{ introduced: '0' }]), { withdrawn: '2026-01-02T00:00:00Z' }),
    ],
    ['about the name of the application in a registry', advisory(npm('hearth', [{ introduced: '0' }]))],
    ['without anything affected', advisory({}, { affected: null })],
  ])('affect nothing %s', async (_what, content) => {
    expect(await affectedBy(content)).toEqual([]);
  });

  it('of Hearth name no package, and are about the application', async () => {
    const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { last_affected: '0.3.0' }] }];
    expect(await affectedBy(advisory({ ranges }, { id: 'HEARTH-2026-1' }))).toEqual([
      'hearth 0.3.0-dev: >=0 <=0.3.0, null',
    ]);
    expect(await affectedBy(advisory({ ranges }))).toEqual([]);
  });

  it('are read from a folder, with the folders in it, and from a zip', async () => {
    const all = advisory(npm('made-up', [{ introduced: '2.0.0' }]), {
      aliases: ['CVE-1'],
      summary: 'Made up',
    });
    const finding = { id: 'MADE-1', aliases: ['CVE-1'], summary: 'Made up', range: '>=2.0.0', fixed: null };
    mkdirSync(join(folder, 'below'));
    write(all, 'below/one.json');
    write(advisory({}, { id: 'MADE-2' }), 'two.json');
    write('no advisory', 'README.md');
    const found = { advisories: 2, findings: [{ found: SBOM.packages[1], ...finding }] };
    expect(await compareWithAdvisories(SBOM, folder)).toEqual(found);
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(JSON.stringify(all)), 'below/one.json');
    zip.addBuffer(Buffer.from(JSON.stringify(advisory({}))), 'two.json');
    zip.addBuffer(Buffer.from('no advisory'), 'README.md');
    zip.end();
    const file = join(folder, 'all.zip');
    await pipeline(zip.outputStream, createWriteStream(file));
    expect(await compareWithAdvisories(SBOM, file)).toEqual(found);
  });

  it.each([
    ['{', /one\.json is not JSON/],
    ['[]', /one\.json is no advisory in OSV format/],
    ['null', /no advisory/],
    ['{"id":"MADE-1"}', /no advisory/],
    [advisory({ package: { name: 'made-up' } }), /no advisory/],
    [advisory({ ranges: [{ type: 'SEMVER', events: [{ introduced: 1 }] }] }), /no advisory/],
    [advisory({ ranges: [{ type: 'SEMVER', events: [{}] }] }), /no advisory/],
    [advisory(npm('made-up', [{ introduced: '1.x' }])), /one\.json: introduced is no version of npm: 1\.x/],
  ])('are refused by name: %j', async (content, problem) => {
    const refused = compareWithAdvisories(SBOM, write(content));
    await expect(refused).rejects.toThrow(Failure);
    await expect(refused).rejects.toThrow(problem);
  });

  it('must be there', async () => {
    await expect(compareWithAdvisories(SBOM, folder)).rejects.toThrow('holds no advisory');
    await expect(compareWithAdvisories(SBOM, join(folder, 'none.zip'))).rejects.toThrow('can’t be read');
    await expect(compareWithAdvisories(SBOM, write('no zip', 'no.zip'))).rejects.toThrow('can’t be read');
  });
});
