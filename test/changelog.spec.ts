import { describe, expect, it } from '@jest/globals';
import {
  changelogOf,
  entriesOf,
  FORM,
  gapsOf,
  readChangelog,
  released,
} from '../scripts/release/changelog.js';

const RULES = Object.keys(FORM);
const text = `# Changelog

For those who upgrade.

## Unreleased (0.3.0-dev)

### What to do

- Restart.

### Breaking

- The old call [is gone](SECURITY.md).

### Added

- A new call.

## 0.2.0 (2026-11-01)

Never released.
`;
const top = (of: string) => changelogOf(of).sections[0];

describe('the changelog', () => {
  it.each(RULES)('%s', (rule) => {
    expect(readChangelog().sections.flatMap((section) => entriesOf(section)).length).toBeGreaterThan(100);
    expect(FORM[rule](readChangelog())).toEqual([]);
  });

  const [order, headings, lines, sentences, once] = RULES;
  it.each([
    [order, '## 0.2.0 (2026-11-01)', '## 0.3.0', ['0.3.0']],
    [order, '## 0.2.0 (2026-11-01)', '## 0.3.1', ['0.3.1']],
    [order, '## 0.2.0 (2026-11-01)', '## Unreleased (0.2.0-dev)', ['0.2.0-dev']],
    [order, '## 0.2.0 (2026-11-01)', '## 0.2', ['0.2']],
    [headings, '### Breaking', '### Fixed', ['Unreleased (0.3.0-dev)']],
    [headings, '### What to do', '', ['Unreleased (0.3.0-dev)']],
    [lines, '- Restart.', '- Restart.\n  Twice.', ['  Twice.']],
    [sentences, 'Restart.', 'Restart', ['Restart']],
    [sentences, 'Restart.', 'Restart. Then wait.', ['Restart. Then wait.']],
    [sentences, 'Restart.', `${'x'.repeat(160)}.`, [`${'x'.repeat(160)}.`]],
    [once, 'A new call.', 'Restart.', ['Restart.']],
  ])('breaks a rule in example %#: %s', (rule, was, is, found) => {
    expect(FORM[rule](changelogOf(text))).toEqual([]);
    expect(FORM[rule](changelogOf(text.replace(was, is)))).toEqual(found);
  });

  it.each([
    ['is complete', '', '', '0.3.0', []],
    [
      'is of another version',
      '',
      '',
      '0.4.0',
      ['the top section is "Unreleased (0.3.0-dev)", not "Unreleased (0.4.0-dev)"'],
    ],
    [
      'says what breaks, not what to do',
      '- Restart.',
      '',
      '0.3.0',
      ['something breaks, and nothing says what to do'],
    ],
    ['has nothing new', '- A new call.', '', '0.3.0', ['nothing is new: that is a patch release']],
    [
      'breaks something in a patch release',
      '0.3.0-dev',
      '0.3.1-dev',
      '0.3.1',
      ['a patch release breaks nothing'],
    ],
  ])('before a release, its top section %s', (_what, was, is, version, gaps) => {
    expect(gapsOf(top(text.replace(was, is)), version)).toEqual(gaps);
  });

  it('gets version and date at a release', () => {
    const now = changelogOf(released(text, '0.3.0', '2026-12-01'));
    expect(now.sections.map(({ title }) => title)).toEqual(['0.3.0 (2026-12-01)', '0.2.0 (2026-11-01)']);
    expect(FORM[order](now)).toEqual([]);
    expect(gapsOf(now.sections[0], '0.3.0')).toEqual([]);
  });
});
