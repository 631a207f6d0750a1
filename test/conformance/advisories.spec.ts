import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import semver from 'semver';
import { compareWithAdvisories } from '../../src/cli/osv.js';

const FOLDER = fileURLToPath(new URL('../../advisories/', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

interface Written {
  readonly id: string;
  readonly published: string;
  readonly modified: string;
  readonly affected: readonly {
    readonly ranges: readonly { readonly events: readonly Record<string, string>[] }[];
  }[];
}

const text = { type: 'string', minLength: 1 };
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const list = (items: object) => ({ type: 'array', minItems: 1, items });
const time = { type: 'string', format: 'date-time', pattern: 'Z$' };

/** What OSV allows and advisories/README.md asks for. */
const SCHEMA = object(
  ['schema_version', 'id', 'published', 'modified', 'summary', 'details', 'severity', 'affected'],
  {
    schema_version: { type: 'string', pattern: '^1\\.\\d+\\.\\d+$' },
    id: { type: 'string', pattern: '^HEARTH-\\d{4}-\\d{4}$' },
    published: time,
    modified: time,
    withdrawn: time,
    summary: { type: 'string', minLength: 1, maxLength: 120, pattern: '[^.]$' },
    details: text,
    aliases: list({ type: 'string', pattern: '^CVE-\\d{4}-\\d+$' }),
    severity: list({
      anyOf: [
        object(['type', 'score'], {
          type: { const: 'CVSS_V3' },
          score: {
            type: 'string',
            pattern: '^CVSS:3\\.1(/(AV:[NALP]|AC:[LH]|PR:[NLH]|UI:[NR]|S:[UC]|[CIA]:[NLH])){8}$',
          },
        }),
        object(['type', 'score'], {
          type: { const: 'CVSS_V4' },
          score: { type: 'string', pattern: '^CVSS:4\\.0/AV:' },
        }),
      ],
    }),
    affected: list(
      object(['ranges'], {
        ranges: list(
          object(['type', 'events'], {
            type: { const: 'SEMVER' },
            events: list({
              anyOf: ['introduced', 'last_affected'].map((kind) => object([kind], { [kind]: text })),
            }),
          }),
        ),
      }),
    ),
    references: list(object(['type', 'url'], { type: text, url: { type: 'string', format: 'uri' } })),
    database_specific: { type: 'object' },
  },
);

const written = (name: string) => JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) as Written;
const { version } = JSON.parse(readFileSync(`${FOLDER}../package.json`, 'utf8')) as { version: string };
const changelog = readFileSync(`${FOLDER}../CHANGELOG.md`, 'utf8');
const concerning = async (at: string): Promise<string[]> => {
  const sbom = { application: { name: 'hearth', version: at }, packages: [] };
  const { advisories, findings } = await compareWithAdvisories(sbom, FOLDER);
  expect(advisories).toBe(FILES.length);
  return findings.map(({ id }) => id);
};

describe('the advisories of Hearth (D421)', () => {
  it.each(FILES)('%s has the form that its README says', (name) => {
    const ajv = new Ajv2020({ allErrors: true, strictRequired: false });
    addFormats.default(ajv);
    const isValid = ajv.compile(SCHEMA);
    expect([isValid(written(name)), isValid.errors]).toEqual([true, null]);
    const { id, published, modified, affected } = written(name);
    expect(`${id}.json`).toBe(name);
    expect(published <= modified).toBe(true);
    expect(changelog).toContain(id);
    for (const event of affected.flatMap(({ ranges }) => ranges.flatMap(({ events }) => events)))
      for (const at of Object.values(event))
        expect([at, at === '0' || semver.valid(at) === at]).toEqual([at, true]);
  });

  it('are numbered without gaps', () => {
    const numbers = FILES.map((name) => Number(/-(\d{4})\.json$/.exec(name)?.[1])).sort(
      (one, other) => one - other,
    );
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  });

  it('concern version 0.2.0, and not the version in development', async () => {
    expect(await concerning('0.2.0')).toEqual(['HEARTH-2026-0001', 'HEARTH-2026-0002']);
    expect(await concerning(version)).toEqual([]);
  });
});
