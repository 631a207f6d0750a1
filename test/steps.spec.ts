import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('../scripts/steps.mjs', import.meta.url));

/** Its exit code, the output of the steps, and the rows of the table at the end, with `…` for measurements. */
function run(...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
  const [all, table] = stdout.split(/── Step .*\n/);
  const rows = table.trimEnd().split('\n');
  return {
    status,
    printed: all.split('\n').filter((line) => line !== '' && !line.startsWith('──')),
    headings: all.split('\n').filter((line) => line.startsWith('──')),
    rows: rows.map((row) => row.replace(/ +\d+:\d\d\.\d +(\d+\.\d s|–)/, ' …').trim()),
  };
}

describe('steps of npm run check and .ci/run (scripts/steps.mjs)', () => {
  it('run in turn, and each says how long it took', () => {
    const { status, printed, headings, rows } = run('echo one', 'echo two');
    expect({ status, printed, rows }).toEqual({
      status: 0,
      printed: ['one', 'two'],
      rows: ['echo one …', 'echo two …'],
    });
    expect(headings).toEqual([
      '── echo one',
      expect.stringMatching(/^── echo one: 0:\d\d\.\d$/),
      '── echo two',
      expect.stringMatching(/^── echo two: 0:\d\d\.\d$/),
    ]);
  });

  it('stop at the first failure, with its exit code and the whole table', () => {
    const { status, printed, rows } = run('echo one', 'exit 3', 'echo never');
    expect({ status, printed }).toEqual({ status: 3, printed: ['one'] });
    expect(rows).toEqual([
      'echo one …',
      'exit 3 …  failed (3)',
      expect.stringMatching(/^echo never .*not run$/),
    ]);
  });

  it('in parallel all end, and fail if one of them fails', () => {
    const { status, printed, rows } = run('--at-once', 'exit 4', 'sleep 0.2; echo later');
    expect({ status, printed }).toEqual({ status: 4, printed: ['later'] });
    expect(rows).toEqual([expect.stringMatching(/^exit 4 .*failed \(4\)$/), 'sleep 0.2; echo later …']);
  });
});
