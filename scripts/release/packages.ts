import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackages } from '../sbom.mjs';
import { packageVersion } from './version.js';

const SBOM = 'dist/sbom.cdx.json';

/** What the licences of packages that run in production may be, as SPDX writes them, and what each asks for. */
const LICENCES: Readonly<Record<string, string>> = {
  '0BSD': 'nothing',
  'Apache-2.0': 'its text and notices go along, as they do in node_modules',
  'BSD-3-Clause': 'its text goes along',
  'BlueOak-1.0.0': 'its text or a link to it goes along',
  ISC: 'its text goes along',
  'LGPL-3.0-or-later': 'a library that is linked while it runs and can be replaced: libvips, for pictures',
  MIT: 'its text goes along',
  'MIT OR CC0-1.0': 'its text goes along',
  'MIT-0': 'nothing',
  'OFL-1.1': 'fonts may be passed on with the program, under their name',
  'Python-2.0': 'its text goes along',
};

interface Sbom {
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly Component[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly licenses?: readonly {
    readonly license?: { id?: string; name?: string };
    readonly expression?: string;
  }[];
}

/** What the SBOM of the build has and npm has not installed, or the other way round. */
export function sbomProblems(folder: string): string[] {
  const { metadata, components } = readSbom(folder);
  const version = packageVersion(folder);
  const installed = installedPackages(folder);
  const listed = new Set(components.map((component) => component['bom-ref']));
  return [
    ...(metadata.component.version === version
      ? []
      : [`it is of ${metadata.component.version}, not ${version}`]),
    ...[...installed].filter((name) => !listed.has(name)).map((name) => `${name} runs and is not in it`),
    ...[...listed].filter((name) => !installed.has(name)).map((name) => `${name} is in it and not installed`),
  ];
}

/** Packages of the SBOM whose licence nobody has looked at yet. */
export function licenceProblems(folder: string): string[] {
  return readSbom(folder).components.flatMap((component) => {
    const terms = component.licenses?.map(
      (one) => one.expression ?? one.license?.id ?? one.license?.name ?? '',
    );
    if (!terms || terms.length === 0) return [`${component['bom-ref']} names no licence`];
    const others = terms.filter((term) => !(term in LICENCES));
    return others.map((term) => `${component['bom-ref']} has the licence ${term}`);
  });
}

const readSbom = (folder: string): Sbom => JSON.parse(readFileSync(join(folder, SBOM), 'utf8')) as Sbom;
