import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { newestTag } from './git.js';

const ADVISORIES = 'advisories';
const CLIENT = 'client/package.json';
const ALL_ADVISORIES = 'https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip';

interface Manifest {
  readonly name: string;
  readonly repository?: unknown;
}

interface Advisory {
  readonly id: string;
  readonly severity: readonly { readonly score: string }[];
  readonly database_specific?: { readonly corrected_in?: string };
}

/** What a person does for a version, in order, a step each. */
/** What a person does to release the checkout in the working directory, in order, a step each. */
export function stepsOf(version: string): string[] {
  const next = `${semver.inc(version, 'minor')}-dev`;
  const advisories = correctedIn(version);
  const { name, repository } = JSON.parse(readFileSync(CLIENT, 'utf8')) as Manifest;
  return [
    'Take the newest main: git switch main && git pull --ff-only --tags && npm ci',
    `See that you have what it takes: a key to sign with (git config user.signingKey), the right to push main and tags, a registry of images, and the name ${name} on npm: npm owner ls ${name}. If someone else owns it, choose another, such as @yours/${name}, and write it wherever this one is: git grep ${name}`,
    ...(newestTag('.') === null
      ? [
          `No tag of a version leads here, so migrations were compared with nothing. If a version was released before, tag its commit, and check again: npm run release -- ${version} --dry-run`,
        ]
      : []),
    ...(repository === undefined
      ? [
          `Name the public repository in ${CLIENT}: "repository": { "type": "git", "url": "git+https://HOST/OWNER/NAME.git", "directory": "client" }. Without it npm refuses --provenance.`,
        ]
      : []),
    `Compare the packages with the advisories of today: curl --create-dirs --output tmp/all.zip ${ALL_ADVISORIES} && npm run hearth -- doctor --osv tmp/all.zip`,
    `Confirm in SECURITY.md how long the version is supported: ${supportedUntil()}.`,
    ...advisories.map(
      ({ id, severity }) =>
        `Confirm the severity of ${id} in ${ADVISORIES}/${id}.json: ${severity.map(({ score }) => score).join(', ')}`,
    ),
    'Commit what you changed, then run .ci/run and .ci/nightly: each ends with 0.',
    `Write version and date: npm run release -- ${version}`,
    `Look at git diff, run .ci/run again, which builds with the version, then: git commit --all --message 'release: ${version}'`,
    `Sign a tag: git tag --sign v${version} --message 'Hearth ${version}', then: git push origin main v${version}`,
    `Publish the client library by a job of the public repository's CI that may ask for an id-token, on a checkout of the tag: npm ci && npm publish --workspace client --provenance --access public`,
    `Build the image on a clean checkout of the tag, and push it: docker build --tag REGISTRY/hearth:${version} . && docker push REGISTRY/hearth:${version}`,
    `Publish a release of the tag: its section of CHANGELOG.md, dist/sbom.cdx.json, and the digest that docker push printed.`,
    ...(advisories.length > 0
      ? [
          `Publish ${advisories.map(({ id }) => id).join(', ')}: ask for a CVE each, write it into "aliases", and write to the operators you know.`,
        ]
      : []),
    `Begin the next: "version": "${next}" in package.json, "## Unreleased (${next})" above the rest of CHANGELOG.md, npm run generate, then: git commit --all --message 'chore: begin ${next}'`,
  ];
}

function correctedIn(version: string): Advisory[] {
  return readdirSync(ADVISORIES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(ADVISORIES, name), 'utf8')) as Advisory)
    .filter((advisory) => advisory.database_specific?.corrected_in === version);
}

function supportedUntil(): string {
  const [, until] =
    /^The newest version, .*?, (until \d+ \w+ \d{4} at least)/ms.exec(readFileSync('SECURITY.md', 'utf8')) ??
    [];
  if (!until) throw new Error('SECURITY.md does not say until when the newest version is supported');
  return until;
}
