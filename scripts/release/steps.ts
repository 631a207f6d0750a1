import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

const ADVISORIES = 'advisories';

interface Advisory {
  readonly id: string;
  readonly severity: readonly { readonly score: string }[];
  readonly database_specific?: { readonly corrected_in?: string };
}

/** What a person does for a version, in order, a step each. */
export function stepsOf(version: string): string[] {
  const next = `${semver.inc(version, 'minor')}-dev`;
  const advisories = correctedIn(version);
  return [
    'See that .ci/run and .ci/nightly are green for this commit.',
    'Compare the packages with the advisories of today, as SECURITY.md says: npm run hearth -- doctor --osv all.zip',
    `Confirm in SECURITY.md how long the version is supported: ${supportedUntil()}.`,
    ...advisories.map(
      ({ id, severity }) => `Confirm the severity of ${id}: ${severity.map(({ score }) => score).join(', ')}`,
    ),
    `Write version and date: npm run release -- ${version}`,
    `Look at git diff, run .ci/run again, then: git commit --all --message 'release: ${version}'`,
    `Sign a tag: git tag --sign v${version} --message 'Hearth ${version}', then: git push origin main v${version}`,
    `Publish the client library from CI, for the tag: npm publish --workspace client --provenance --access public. Provenance needs a public repository, named as "repository" in client/package.json.`,
    `Build the image of the tag and push it: docker build --tag REGISTRY/hearth:${version} . && docker push REGISTRY/hearth:${version}`,
    `Publish a release of the tag: its section of CHANGELOG.md, dist/sbom.cdx.json, and the digest of the image.`,
    ...(advisories.length > 0
      ? [
          `Publish ${advisories.map(({ id }) => id).join(', ')}, with a CVE each, and write to known operators.`,
        ]
      : []),
    `Begin the next: "version": "${next}" in package.json, "## Unreleased (${next})" in CHANGELOG.md, npm run generate, commit.`,
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
