// A step of the build: dist/sbom.cdx.json, the packages that run in production (CycloneDX 1.5). npm's own `--omit dev` leaves out
// whatever a development package needs too, so what stays is what `npm ls` says.
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * Name and version of each installed package that production needs, an alias by its own name.
 *
 * @param {string} folder
 * @returns {Set<string>}
 */
export function installedPackages(folder = '.') {
  const lines = npm('ls --all --omit dev --parseable --long', folder).trim().split('\n').slice(1);
  return new Set(lines.map((line) => /:(?:.*@npm:)?((?:@[^@:]+\/)?[^@:]+@[^@:]+)(?::.*)?$/.exec(line)[1]));
}

export function writeSbom() {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  const sbom = JSON.parse(npm('sbom --sbom-format cyclonedx --sbom-type application'));
  const installed = installedPackages();
  const root = sbom.metadata.component;
  root.name = name; // npm takes that of the folder
  sbom.components = sbom.components
    .filter((component) => installed.has(component['bom-ref']))
    .map(({ properties, ...rest }) => ({
      ...rest,
      properties: properties.filter((property) => property.name !== DEVELOPMENT),
    }));
  const isNamed = (ref) => ref === root['bom-ref'] || installed.has(ref);
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => isNamed(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isNamed) }));
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
}

function npm(command, cwd = '.') {
  return execSync(`npm ${command} --workspaces=false`, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
}
