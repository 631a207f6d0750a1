import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const FOLDER = 'test/conformance/openid';

const [ofModules, ofRfc] = read('docs/conformance.md').split('\n## RFC 9700');
/** The cells of the rows of all tables, without the headings. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\| (?!Module|Section)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' |')
        .map((cell) => cell.trim()),
    );

describe('docs/conformance.md', () => {
  const modules = rowsOf(ofModules).map(([name]) => name);

  it('has a row for each module that has a test, and no other', () => {
    const specs = readdirSync(new URL(`../../${FOLDER}`, import.meta.url)).filter((name) =>
      name.endsWith('.spec.ts'),
    );
    const tested = specs.flatMap((name) => [...read(`${FOLDER}/${name}`).matchAll(/'(oidcc-[\w-]+)'/g)]);
    expect(modules).toHaveLength(49);
    expect(tested.map(([, name]) => `\`${name}\``).sort()).toEqual([...modules].sort());
  });

  it('says of each how it went, and why where it did not pass', () => {
    for (const [name, result, why] of rowsOf(ofModules)) {
      expect(['passed', 'warning', 'skipped', 'not met']).toContain(result);
      expect([name, result === 'passed' || why !== '']).toEqual([name, true]);
    }
  });

  it('names a test that there is for each row of RFC 9700', () => {
    const rows = rowsOf(ofRfc);
    expect(rows.length).toBeGreaterThan(30);
    for (const [section, level, asked, result, , test] of rows) {
      expect(section).toMatch(/^\d[\d., ]*$/);
      expect(level).toMatch(/^(?:MUST|SHOULD)(?: NOT)?$|^RE(?:QUIR|COMMEND)ED$/);
      expect(['met', 'partly', 'not met']).toContain(result);
      const [, path = '', title = ''] = /^\[[\w-]+\]\(\.\.\/([\w./-]+\.spec\.ts)\): (.+)$/.exec(test) ?? [];
      expect([asked, title !== '' && read(path).includes(title)]).toEqual([asked, true]);
    }
  });
});
