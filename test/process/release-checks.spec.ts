import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../scripts/lists.mjs';
import { CHECKS } from '../../scripts/release/checks.js';
import { packageVersion } from '../../scripts/release/version.js';
import { ReleaseCopy } from '../support/release-copy.js';

const VERSION = packageVersion().replace('-dev', '');
const MIGRATION = readdirSync(MIGRATIONS)
  .filter((name) => /^\d/.test(name))
  .sort()
  .at(-1) as string;
const SBOM = 'dist/sbom.cdx.json';

type Break = readonly [what: string, change: (copy: ReleaseCopy) => void, found: string | RegExp];

/** What is wrong in a copy of what the check reads, and all that the check says of it. */
const BROKEN: Readonly<Record<string, readonly Break[]>> = {
  version: [
    [
      'the version has a tag',
      ({ git }) => git('tag', `v${VERSION}`),
      `${VERSION} is not after ${VERSION}, which was released`,
    ],
    [
      'package.json has a later version',
      (copy) => copy.change('package.json', /"version": "[^"]+"/, '"version": "99.0.0-dev"'),
      `${VERSION} is before 99.0.0-dev, which package.json has`,
    ],
    [
      'the changelog has a later one that was released',
      (copy) => copy.change('CHANGELOG.md', /$/, '\n## 98.0.0\n'),
      `${VERSION} is not after 98.0.0, which was released`,
    ],
  ],
  branch: [
    ['another branch is there', ({ git }) => git('switch', '--quiet', '--create', 'aside'), 'it is aside'],
  ],
  clean: [['a file is not committed', (copy) => copy.write('new.txt', ''), '?? new.txt']],
  changelog: [
    [
      'its top section is of another version',
      (copy) => copy.change('CHANGELOG.md', /^## .*$/m, '## Unreleased (99.0.0-dev)'),
      `the top section is "Unreleased (99.0.0-dev)", not "Unreleased (${VERSION}-dev)"`,
    ],
    [
      'it has something else than entries',
      (copy) => copy.change('CHANGELOG.md', /^- .*$/m, 'Restart.'),
      'Restart.',
    ],
  ],
  advisories: [
    [
      'one has no end',
      (copy) =>
        copy.change(
          'advisories/HEARTH-2026-0001.json',
          '"last_affected": "0.2.0"',
          '"last_affected": "99.0.0"',
        ),
      /^HEARTH-2026-0001: Any signed-in user .*$/,
    ],
  ],
  'released-migrations': [
    [
      'a migration is not what it was in the version before',
      (copy) => copy.change(`${MIGRATIONS}/${MIGRATION}`, /$/, '// changed\n'),
      `${MIGRATION} is in v0.0.1, and another one here`,
    ],
    [
      'one is gone',
      (copy) => copy.remove(`${MIGRATIONS}/${MIGRATION}`),
      `${MIGRATION} is in v0.0.1, and another one here`,
    ],
  ],
  stops: [
    [
      'a migration needs the nodes to stop, and nobody is told',
      (copy) => {
        copy.change(
          'test/upgrade/exempt.json',
          '"migrations": [',
          '"migrations": ["Stopping9999999999999", ',
        );
        copy.write(`${MIGRATIONS}/9999999999999-stopping.ts`, '');
        copy.change('CHANGELOG.md', /^(- Stop all nodes.*\n)?/m, '\n');
      },
      'Stopping9999999999999 needs the nodes to stop, and the changelog does not say so',
    ],
  ],
  lock: [
    [
      'package.json asks for another version of a package',
      (copy) => copy.change('package.json', '"express": "^5', '"express": "^4'),
      /^npm error code ELSPROBLEMS\nnpm error invalid: express@/,
    ],
  ],
  generated: [
    [
      'a manifest names another version',
      (copy) => copy.change('deploy/kubernetes/migrate.yaml', `hearth:${VERSION}`, 'hearth:0.0.9'),
      'deploy/kubernetes/migrate.yaml',
    ],
    [
      'a document was changed by hand',
      (copy) => copy.change('docs/operate/settings.md', '| `BODY_MEMORY` |', '| `BODY` |'),
      'docs/operate/settings.md',
    ],
  ],
  packages: [
    [
      'a package that runs is not in the SBOM, one that is not installed is, and it is of another version',
      (copy) => {
        copy.change(SBOM, /"bom-ref": "pg@/, '"bom-ref": "other@');
        copy.change(SBOM, /(?<="type": "application",[^}]*"version": ")[^"]+/, '0.0.9');
      },
      /^it is of 0\.0\.9, not \S+\npg@(\S+) runs and is not in it\nother@\1 is in it and not installed$/,
    ],
  ],
  licences: [
    [
      'nobody has looked at a licence',
      (copy) => copy.change(SBOM, '"id": "ISC"', '"id": "AGPL-3.0-only"'),
      /^\S+ has the licence AGPL-3.0-only$/,
    ],
    [
      'a package names none',
      (copy) => copy.change(SBOM, /(?<="components": \[.*?)"licenses": \[[^\]]+\]/s, '"licenses": []'),
      /^\S+ names no licence$/,
    ],
  ],
  migrations: [
    [
      'an entity has a default that no migration gives',
      (copy) =>
        copy.change(
          'src/identity/families/family.entity.ts',
          "name: 'premium_type', default: 0",
          "name: 'premium_type', default: 1",
        ),
      /^ALTER TABLE "family" ALTER COLUMN "premium_type" SET DEFAULT '?1'?$/,
    ],
  ],
  'client-files': [
    ['the licence is missing', (copy) => copy.remove('client/LICENSE'), 'LICENSE is not in the package'],
    ['the README is missing', (copy) => copy.remove('client/README.md'), 'README.md is not in the package'],
    [
      'the types are missing',
      (copy) => copy.remove('client/dist/server.d.ts'),
      /^dist\/server\.d\.ts is not in the package\n.*\.\/dist\/server\.d\.ts but the file does not exist.*$/,
    ],
    [
      'sources go along',
      (copy) => copy.change('client/package.json', '"dist"\n', '"dist", "src/client.ts"\n'),
      'src/client.ts is in the package',
    ],
    [
      'it is private',
      (copy) => copy.change('client/package.json', '"private": false', '"private": true'),
      '"private" keeps it from being published',
    ],
  ],
  'client-types': [
    [
      'its README names something that it does not export, and its types are others',
      (copy) => {
        copy.change('client/README.md', 'AFizFamilyNotEmpty, ', 'AFizFamilyEmpty, ');
        copy.change('client/dist/tokens.d.ts', 'class MemoryTokens', 'class KeptTokens');
      },
      /^for a page that is bundled: .*AFizFamilyEmpty.*MemoryTokens.*^for Node: .*^for Node by a bundler: /ms,
    ],
  ],
  'client-calls': [
    [
      'its code fails',
      (copy) => copy.change('client/dist/server.js', /^/, "throw new Error('broken');\n"),
      /^\S+ .* use\.mjs: .*\nError: broken\n/s,
    ],
  ],
};
const CASES = CHECKS.flatMap((check) =>
  (BROKEN[check.name] ?? []).map(([what, change, found]) => ({
    check,
    name: check.name,
    what,
    change,
    found,
  })),
);

/** Each copy has only what the check says that it reads. */
describe('the checks of a release', () => {
  it('have a broken copy each', () => {
    const broken = CHECKS.map(({ name }) => [name, (BROKEN[name] ?? []).length > 0]);
    expect(broken).toEqual(CHECKS.map(({ name }) => [name, true]));
    expect(Object.keys(BROKEN).filter((name) => !CHECKS.some((check) => check.name === name))).toEqual([]);
  });

  it.each(CASES)('find it where $what ($name)', async ({ check, change, found }) => {
    const copy = new ReleaseCopy(check);
    try {
      change(copy);
      const problems = (await check.problems(copy.folder, VERSION)).join('\n');
      if (typeof found === 'string') expect(problems).toBe(found);
      else expect(problems).toMatch(found);
    } finally {
      copy.close();
    }
  });
});
