import { describe, expect, it } from '@jest/globals';
import { idsIn, interfaceCoverage, misplacedIn, statementsOf } from '../scripts/interface-coverage.js';

/** Split into parts, because anything that looks like an id in a test names a statement. */
const id = (section: string, number: string) => `I${section}-${number}`;

describe('statements of docs/interface.md', () => {
  const { statements, untested, unknown, misplaced } = interfaceCoverage();

  it('have an id each, of the section that contains them', () => {
    expect(statements.length).toBeGreaterThan(390);
    expect(statements.filter((one) => !/^\d{2,}$/.test(one.id.replace(`I${one.section}-`, '')))).toEqual([]);
    expect(new Set(statements.map((one) => one.id)).size).toBe(statements.length);
  });

  it('are each named by a test: else npm run coverage:interface lists them', () => {
    expect(untested).toEqual([]);
  });

  it('include every id that tests name', () => {
    expect(unknown).toEqual([]);
  });

  it('are named in titles, or directly above a test, a group of tests or a row', () => {
    expect(misplaced).toEqual([]);
  });
});

describe('a statement is recognized', () => {
  it('by its line and the heading above it', () => {
    const markdown = `## <a id="4"></a>Four\n### <a id="4.5"></a>Four five\n- **${id('4.5', '01')}** It is so.\n- **no**`;
    expect(statementsOf(markdown)).toEqual([{ id: id('4.5', '01'), section: '4.5', text: 'It is so.' }]);
  });

  it('in tests by its id as a whole', () => {
    const [first, second] = [id('4.5', '01'), id('9', '12')];
    expect(idsIn(`// ${first}, ${second}\nit('x [${first}]')`)).toEqual([first, second]);
    expect(idsIn(`${first}a x${first} ${id('4.5', '1')}`)).toEqual([]);
  });

  it('in tests where it is shown, not where a test used to be', () => {
    const comment = `  // ${id('9', '12')}`;
    for (const next of [
      "  it('x', …",
      '  it.each([',
      "  describe('x', …",
      "  ['a row'],",
      comment.concat("\n  it('x'"),
    ])
      expect(misplacedIn(`${comment}\n${next}`)).toEqual([]);
    for (const next of ['', '});', '  const x = 1;'])
      expect(misplacedIn(`${comment}\n${next}`)).toEqual([comment]);
    expect(misplacedIn(`const x = '${id('9', '12')}';`)).toHaveLength(1);
  });
});
