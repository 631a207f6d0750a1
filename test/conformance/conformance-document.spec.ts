import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const specsIn = (folder: string): string[] =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`);
const FOLDER = 'test/conformance/openid';

const [ofModules, ofStandards] = read('docs/reference/conformance.md').split('\n## RFC 9700');
const [ofRfc, ofOthers] = ofStandards.split('\n## FAPI 2.0');
const [ofFapi, ofResources] = ofOthers.split('\n## Resource servers');
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

describe('docs/reference/conformance.md', () => {
  const modules = rowsOf(ofModules).map(([name]) => name);

  it('has a row for each module that has a test, and no other', () => {
    const tested = specsIn(FOLDER).flatMap((path) => [...read(path).matchAll(/'(oidcc-[\w-]+)'/g)]);
    expect(modules).toHaveLength(49);
    expect(tested.map(([, name]) => `\`${name}\``).sort()).toEqual([...modules].sort());
  });

  it('has a row of FAPI 2.0 for each test of it', () => {
    const titles = specsIn('test/conformance/fapi2').flatMap((path) =>
      [...read(path).matchAll(/\bit(?:\.each\([^]*?\))?\(\s*'([^']+)'/g)].map(([, title]) => title),
    );
    expect(titles.length).toBeGreaterThan(30);
    for (const title of titles) expect([title, ofFapi.includes(`: ${title} |`)]).toEqual([title, true]);
  });

  it('has a row of resource servers for each test of them', () => {
    const titles = [...read('test/conformance/resource-servers.spec.ts').matchAll(/\bit\(\s*'([^']+)'/g)];
    expect(titles.length).toBeGreaterThan(10);
    for (const [, title] of titles)
      expect([title, ofResources.includes(`: ${title} |`)]).toEqual([title, true]);
  });

  it('gives each result, and the reason if it did not pass', () => {
    for (const [name, result, why] of rowsOf(ofModules)) {
      expect(['passed', 'warning', 'skipped', 'not met']).toContain(result);
      expect([name, result === 'passed' || why !== '']).toEqual([name, true]);
    }
  });

  it.each([
    ['RFC 9700', ofRfc],
    ['FAPI 2.0', ofFapi],
    ['RFC 8707, 9068, 9701 and 9728', ofResources],
  ])('names an existing test for each row of %s', (_standard, text) => {
    const rows = rowsOf(text);
    expect(rows.length).toBeGreaterThan(30);
    for (const [section, level, asked, result, , test] of rows) {
      expect(section).toMatch(/^\d[\d., ]*$/);
      expect(level).toMatch(/^(?:MUST|SHALL|SHOULD)(?: NOT)?$|^MAY$|^RE(?:QUIR|COMMEND)ED$/);
      expect(['met', 'partly', 'not met']).toContain(result);
      const [, path = '', title = ''] =
        /^\[[\w-]+\]\(\.\.\/\.\.\/([\w./-]+\.spec\.ts)\): (.+)$/.exec(test) ?? [];
      expect([asked, title !== '' && read(path).includes(title)]).toEqual([asked, true]);
    }
  });
});
