import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.js';

/** A package of npm that this build runs with, or the build itself. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

export interface Sbom {
  /** What the SBOM is about. */
  readonly application: InstalledPackage;
  readonly packages: readonly InstalledPackage[];
}

/** What `npm run build` writes beside the programs (CycloneDX, D421). */
export const OWN_SBOM = fileURLToPath(new URL('../sbom.cdx.json', import.meta.url));
const NPM_URL = /^pkg:npm\/([^@?#]+)@([^?#]+)/;

/** The packages of npm in an SBOM in CycloneDX's JSON. @throws Failure naming the file that is none */
export function readSbom(file: string): Sbom {
  try {
    const { metadata, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      metadata: { component: { purl: string } };
      components: readonly { purl?: string }[];
    };
    const application = packageIn(metadata.component.purl);
    const packages = components.map(({ purl = '' }) => packageIn(purl)).filter((found) => found !== null);
    if (application === null) throw new Error('metadata.component has no purl of npm');
    return { application, packages };
  } catch (cause) {
    throw new Failure(`${file} is no SBOM in CycloneDX's JSON: ${(cause as Error).message}`, 'usage');
  }
}

function packageIn(purl: string): InstalledPackage | null {
  const [, name, version] = NPM_URL.exec(purl) ?? [];
  return name === undefined ? null : { name: decodeURIComponent(name), version: decodeURIComponent(version) };
}
