import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { FLAGS_OF_SERVER } from '../../src/platform/flags-of-v8.js';
import { MAIN } from '../support/server-process.js';

/** The last line of what a process that loads the built server prints, beside its usage. */
function tellOf(expression: string): unknown {
  const code = `const { script, FLAGS_OF_START } = await import(${JSON.stringify(MAIN)}); console.log('\\n' + JSON.stringify(${expression}))`;
  const args = ['--input-type=module', '-e', code, 'main.js', '--help'];
  const env = { PATH: process.env.PATH ?? '' }; // NODE_OPTIONS may contain flags of V8, which then compiles again
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', env });
  return JSON.parse(printed.slice(printed.lastIndexOf('\n', printed.length - 2)));
}

describe('the built server (ADR 7)', () => {
  it('uses the code cache: V8 does not reject it', () => {
    expect(tellOf('{ isRefused: script.cachedDataRejected }')).toEqual({ isRefused: false });
  });

  it('keeps no flag of the start in force: the server sets each of them once it listens', () => {
    const nameOf = (flag: string) => flag.replace(/^--(no-)?|=.*$/g, '');
    const { flags } = tellOf('{ flags: FLAGS_OF_START }') as { flags: string[] };
    expect(flags).toContain('--no-opt');
    expect(FLAGS_OF_SERVER.map(nameOf)).toEqual(flags.map(nameOf));
    expect(FLAGS_OF_SERVER.filter((flag) => flag.startsWith('--no-'))).toEqual([]);
  });
});
